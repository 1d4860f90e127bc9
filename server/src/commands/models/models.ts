/** `npx walkaround models`: several versions of the damage model side by side, and back. */
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { readArguments, runCommand, WrongUsage } from '../../../../command-line/command.ts';
import { readConfig } from '../../config/config.ts';
import { goBack, stopLooking, tryVersion, useVersion } from './choose.ts';
import { type Installation, withInstallation } from './installation.ts';
import { readModels, showModels } from './show-models.ts';

const HELP = `Versions of the damage model of the installation that the settings name (DATA_DIR or DATABASE_URL; the file store too). The
service goes on running: workers take up a change with their next job. docs/running/models-in-use.md tells more.

  npx walkaround models list [--json]
  npx walkaround models try FOLDER [--share 0.2]
  npx walkaround models use VERSION [--organization NAME] [--despite-the-gate]
  npx walkaround models back [--organization NAME]
  npx walkaround models stop

  list               the versions, what each is for, what each worker has open, who chose what
  try FOLDER         installs the candidate in FOLDER (damage.onnx, manifest.json, gate.json) and has it look along:
                     what it finds is kept apart and shown in no answer. A version that is installed can be named too
  use VERSION        makes it the one that judges; refused unless its gate accepted it
  back               takes the last "use" back
  stop               ends the looking along

  --share S          of the inspections that the candidate looks along at, more than 0 to 1 (default: 0.2)
  --organization O   for one organization alone
  --despite-the-gate uses it although the gate did not accept it; this is written down
  --by NAME          who does it (default: your user name)
  --json             prints the list for programs
  --help             shows this

Exit status: 0 done, 1 refused or failed, 2 wrong usage.
`;

const OPTIONS = {
  share: { type: 'string' },
  organization: { type: 'string' },
  'despite-the-gate': { type: 'boolean', default: false },
  by: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const readOptions = () => readArguments({ options: OPTIONS, allowPositionals: true });
type Options = ReturnType<typeof readOptions>['values'];

type Act = { what: string; named: string; options: Options; by: string };

/** What each takes: whether it names something, and its options besides --by. */
const COMMANDS: Record<
  string,
  { names?: string; takes: (keyof Options)[]; run(act: Act, at: Installation): Promise<string> }
> = {
  list: {
    takes: ['json'],
    run: async ({ options }, at) => {
      const models = await readModels(at);
      return options.json ? JSON.stringify(models, null, 2) : showModels(models).trimEnd();
    },
  },
  try: {
    names: 'the folder of the candidate',
    takes: ['share'],
    run: ({ named, options, by }, at) =>
      tryVersion(
        named,
        resolve(process.env.INIT_CWD ?? '.', named),
        { by, share: shareOf(options.share) },
        at,
      ),
  },
  use: {
    names: 'the version',
    takes: ['organization', 'despite-the-gate'],
    run: ({ named, options, by }, at) =>
      useVersion(
        named,
        { by, organization: options.organization ?? null, despiteGate: options['despite-the-gate'] },
        at,
      ),
  },
  back: {
    takes: ['organization'],
    run: ({ options, by }, at) => goBack({ by, organization: options.organization ?? null }, at),
  },
  stop: { takes: [], run: ({ by }, at) => stopLooking({ by }, at) },
};

const shareOf = (text = '0.2'): number => {
  const share = Number(text);
  if (!(share > 0 && share <= 1) || !/^[\d.]+$/.test(text))
    throw new WrongUsage(
      `--share ${text} is no share of the inspections: write a number above 0, up to 1, like 0.2.`,
    );
  return share;
};

const readAct = (): Act | null => {
  const { values: options, positionals } = readOptions();
  if (options.help) return null;
  const [what = '', named = '', ...more] = positionals;
  const command = Object.hasOwn(COMMANDS, what) ? COMMANDS[what]! : undefined;
  if (!command) throw new WrongUsage(`Name what to do with the models: ${Object.keys(COMMANDS).join(', ')}.`);
  if (command.names && named === '') throw new WrongUsage(`Name ${command.names}: models ${what} …`);
  if ((command.names ? more : [...(named ? [named] : []), ...more]).length > 0)
    throw new WrongUsage(
      `models ${what} takes ${command.names ? 'one name' : 'no name'}, not ${positionals.length - 1}.`,
    );
  const asked = (['share', 'organization', 'despite-the-gate', 'json'] as const).filter(
    (option) => options[option],
  );
  const strange = asked.find((option) => !command.takes.includes(option));
  if (strange) throw new WrongUsage(`models ${what} has no option --${strange}.`);
  if (options.share !== undefined) shareOf(options.share);
  return { what, named, options, by: options.by ?? userInfo().username };
};

await runCommand(async () => {
  const act = readAct();
  const said = act
    ? await withInstallation(readConfig(process.env), (at) => COMMANDS[act.what]!.run(act, at))
    : HELP.trimEnd();
  process.stdout.write(`${said}\n`);
  return 0;
});
