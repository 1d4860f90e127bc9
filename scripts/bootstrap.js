#!/usr/bin/env node
// What every npm script goes through.
import { installPrograms } from './optional-programs.js';
import { pythonTests } from './python-tests.js';
import { runAll, runInstalled, runScript, serve, whereTheUserIs } from './run.js';

const usage = `Usage: npm start | npm test | npm run <command> [-- arguments]

  start   starts the service; "npm start -- --help" lists its settings
  test    lint, types and all tests; with arguments only the tests they name ("-- --project unit": one lane);
          "-- --install" first installs Chromium and OpenStack Swift, which some tests need, where it may
  test:soak  the long tests of endurance, up to 30 minutes; its "-- --install" also installs Postgres and rclone
  check   lint and types
  token   prints an access token ("npm run -s token" prints nothing else)
  detect  runs the models on pictures; "npm run -s detect -- --help" tells how
  demo    a whole inspection on the bundled pictures; "npm run demo -- --help" tells how
  sbom    prints a software bill of materials ("npm run -s sbom" prints nothing else)
  sign-models  signs the manifest of the models; "npm run sign-models -- --help" tells how
  bench   the benchmarks; "npm run -s bench -- findings" scores whole inspections against known damages

For an inspection of your own photos, and for what is wrong with an installation: npx walkaround --help
`;

const [command, ...given] = process.argv.slice(2);
const args = given.filter((arg) => arg !== '--install');
const isInstalling = given.length > args.length || process.env.CI === 'true';

const lint = ['biome', 'check', '.'];
const types = ['tsc', '-p', '.'];
const consoleTypes = ['tsc', '-p', 'console'];
const commands = {
  start: () => serve(args),
  token: () => runScript('server/src/commands/token.ts', args),
  detect: () => runScript('server/src/commands/detect/detect.ts', args, whereTheUserIs),
  'sign-models': () => runScript('server/src/commands/sign-models.ts', args, whereTheUserIs),
  demo: () => runScript('demo/demo.ts', args, whereTheUserIs),
  bench: () =>
    args[0] === 'findings'
      ? runScript('server/bench/findings/main.ts', args.slice(1), whereTheUserIs)
      : runScript('server/bench/main.ts', args),
  check: () => runAll([lint, types, consoleTypes]),
  test: async () => {
    // Packages come from the network meanwhile; only the tests need them.
    const tests = installPrograms(isInstalling, { isSoak: false }).then(() => ['vitest', 'run', ...args]);
    if (args.length > 0) return runAll([tests]);
    const python = pythonTests();
    return runAll([lint, types, consoleTypes, ...(python ? [python] : []), tests]);
  },
  'test:soak': async () => {
    await installPrograms(isInstalling, { isSoak: true });
    return runAll([['vitest', 'run', '--config', 'vitest.soak.config.ts', ...args]]);
  },
};

if (Object.hasOwn(commands, command ?? '')) {
  await runInstalled(commands[command], {
    withTools: ['bench', 'check', 'test', 'test:soak'].includes(command),
    withConsole: args.includes('--keep') || (command === 'start' && args.length === 0),
  });
} else if (command === '--help' || command === 'help') {
  process.stdout.write(usage);
} else {
  process.stderr.write(`Unknown command "${command ?? ''}".\n\n${usage}`);
  process.exitCode = 2;
}
