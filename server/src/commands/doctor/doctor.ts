/** `npx walkaround doctor`: checks everything the service needs, in the environment it would start in. */

import { ENDING, Interrupted, readArguments, runCommand } from '../../../../command-line/command.ts';
import { readConfig } from '../../config/config.ts';
import { VERSION } from '../../process/version.ts';
import { type Check, type Finding, findingOf } from './check.ts';
import { databaseCheck } from './database.ts';
import { machineChecks, webChecks } from './machine.ts';
import { modelChecks } from './models.ts';
import { outsideChecks } from './outside.ts';
import { signingChecks } from './signing.ts';

const HELP = `Checks that everything the service needs is there, and says what to do where it is not. It reads the same settings
as the service (npx walkaround serve --help), starts nothing that stays, and may run beside a service.

  npx walkaround doctor [options]

  --json    prints {"version", "ok", "checks": [{"name", "status", "message"}]}; status is ok, warning or failed
  --help    shows this

Exit status: 0 the service can run, also where there are warnings (!), 1 something that it needs is missing (✗), 2 wrong usage.
`;

const OPTIONS = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const MARKS = { ok: '✓', warning: '!', failed: '✗' };
const NAME_WIDTH = 14;

const lineOf = ({ name, status, message }: Finding) =>
  `  ${MARKS[status]} ${name.padEnd(NAME_WIDTH)} ${message}\n`;

/** Everything else hangs on the settings. */
const checksFor = async (env: NodeJS.ProcessEnv): Promise<Check[]> => {
  try {
    const config = readConfig(env);
    return [
      ...machineChecks(config),
      databaseCheck(config),
      ...(await modelChecks(config)),
      ...outsideChecks(config),
      ...signingChecks(config),
      ...webChecks(config),
    ];
  } catch (error) {
    return [{ name: 'settings', run: () => Promise.reject(error) }];
  }
};

const conclusion = (findings: Finding[]) => {
  const failed = findings.filter(({ status }) => status === 'failed').length;
  if (failed === 0) return 'The service can run. Start it with: npx walkaround serve\n';
  return `${failed === 1 ? 'One thing keeps' : `${failed} things keep`} the service from working as it should: see ✗.\n`;
};

await runCommand(async () => {
  const { json, help } = readArguments({ options: OPTIONS }).values;
  if (help) {
    process.stdout.write(HELP);
    return 0;
  }
  // Between two checks, so that each takes away what it has made.
  let interrupted: Interrupted | undefined;
  for (const signal of ENDING)
    process.on(signal, () => {
      interrupted = new Interrupted(signal);
    });
  const findings: Finding[] = [];
  for (const check of await checksFor(process.env)) {
    if (interrupted) throw interrupted;
    const finding = await findingOf(check);
    findings.push(finding);
    if (!json) process.stdout.write(lineOf(finding));
  }
  const ok = findings.every(({ status }) => status !== 'failed');
  process.stdout.write(
    json
      ? `${JSON.stringify({ version: VERSION, ok, checks: findings }, null, 2)}\n`
      : `\n${conclusion(findings)}`,
  );
  return ok ? 0 : 1;
});
