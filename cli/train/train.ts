/** `npx walkaround train`: the shipped damage model, taught on with corrected photos of your own. */
import { spawn } from 'node:child_process';
import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { ENDING, Interrupted, readArguments, runCommand, WrongUsage } from '../../command-line/command.ts';
import { damagesByType, readDataSet, readOwnDataSet } from '../../command-line/data-set.ts';
import { outputFolder } from '../../command-line/output-file.ts';
import { countLargeEnough, FEW_OF_A_TYPE, type SetCounts } from './enough.ts';
import { findPython, type Python, TRAINING } from './python.ts';
import { estimateIn, toldEstimate, toldLine } from './told.ts';

const HELP = `Teaches the shipped damage model on with your own corrected photos, and writes a candidate. Nothing is installed by it:
"npx walkaround gate" compares the candidate with the installed model. docs/running/learning.md tells the whole loop.

  npx walkaround train --data DIR --out MODEL_FOLDER [options]

  --data DIR          a data set of "npx walkaround dataset export"
  --out MODEL_FOLDER  where the candidate goes: damage.onnx, manifest.json, card.md, curve.svg, report.json
  --base NETS         which of the two networks of the shipped model learn: 7b, 16a or both; the candidate is always the mean
                      of two, and the other one stays as shipped (default: 7b, the faster one)
  --public DIR        a public set in the same form, so that the model does not forget what yours does not show
  --public-share S    how many of the samples show public photos, from 0.05 to 0.95 (default: 0.5)
  --minutes N         how long it learns (default: 60)
  --steps N           ends each network after so many steps instead, for a trial: a set that is too small is then told, not refused
  --device D          auto, cpu or cuda (default: auto)
  --resume            goes on with an interrupted run
  --dry-run           says how long it takes on this machine and how much memory it needs; writes nothing
  --help              shows this

It needs Python with the packages of training/requirements.txt: TRAINING_PYTHON names it (default: python3).

Exit status: 0 the candidate is written, 1 something failed or the data set is too small, 2 wrong usage.
`;

const OPTIONS = {
  data: { type: 'string' },
  out: { type: 'string' },
  base: { type: 'string', default: '7b' },
  public: { type: 'string' },
  'public-share': { type: 'string', default: '0.5' },
  minutes: { type: 'string' },
  steps: { type: 'string' },
  device: { type: 'string', default: 'auto' },
  resume: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const WORK = 'work';
const USUAL_MINUTES = 60;

const say = (line: string) => void process.stderr.write(`${line}\n`);

const oneOf = <T extends string>(option: string, text: string, choices: readonly T[]): T => {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined)
    throw new WrongUsage(`${option} ${text} cannot be used: choose from ${choices.join(', ')}.`);
  return chosen;
};

const numberFrom = (option: string, text: string, least: number, most: number): number => {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number) || number < least || number > most)
    throw new WrongUsage(`${option} ${text} cannot be used: give a number from ${least} to ${most}.`);
  return number;
};

const readWishes = () => {
  const { values } = readArguments({ options: OPTIONS });
  if (values.help) return null;
  if (values.data === undefined) throw new WrongUsage('Name the data set with --data.');
  if (values.out === undefined) throw new WrongUsage('Name the folder of the candidate with --out.');
  if (values.minutes !== undefined && values.steps !== undefined)
    throw new WrongUsage('Give --minutes or --steps, not both.');
  const { minutes, steps } = values;
  return {
    data: resolve(values.data),
    out: resolve(values.out),
    base: oneOf('--base', values.base, ['7b', '16a', 'both']),
    public: values.public === undefined ? null : resolve(values.public),
    share: numberFrom('--public-share', values['public-share'], 0.05, 0.95),
    minutes: minutes === undefined ? USUAL_MINUTES : numberFrom('--minutes', minutes, 0.1, 10_000),
    steps: steps === undefined ? 0 : Math.round(numberFrom('--steps', steps, 1, 1_000_000)),
    device: oneOf('--device', values.device, ['auto', 'cpu', 'cuda']),
    isResumed: values.resume,
    isDry: values['dry-run'],
  };
};
type Wishes = NonNullable<ReturnType<typeof readWishes>>;

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** A candidate that is there is not written over, and an interrupted run goes on only when that is wanted. */
const checkFolder = async ({ out, isResumed }: Wishes) => {
  if (await isThere(join(out, WORK, 'settings.json'))) {
    if (!isResumed)
      throw new Error(
        `${out} holds an interrupted run. Go on with it: add --resume. Or name another folder with --out.`,
      );
    return;
  }
  if (isResumed) throw new Error(`There is no interrupted run in ${out}. Leave out --resume.`);
  if ((await readdir(out).catch(() => [])).length > 0)
    throw new Error(`${out} is not empty. Name an empty folder with --out.`);
};

const sayCounts = ({ photos, vehicles, byType, heldOut, heldOutVehicles }: SetCounts) => {
  say(
    `${photos} photos of ${vehicles} vehicles to learn from; ${heldOut} photos of ${heldOutVehicles} vehicles held out`,
  );
  say(`  damages to learn from: ${[...byType].map(([type, count]) => `${type} ${count}`).join(', ')}`);
  const few = [...byType].filter(([, count]) => count < FEW_OF_A_TYPE).map(([type]) => type);
  if (few.length > 0)
    say(`  fewer than ${FEW_OF_A_TYPE} each, so these will hardly change: ${few.join(', ')}`);
};

const checkData = async ({ data, public: publicFolder, steps }: Wishes) => {
  const counts = countLargeEnough(await readOwnDataSet(data), { isTrial: steps > 0, say });
  if (publicFolder === null) return counts;
  const set = await readDataSet('--public', publicFolder);
  if (
    damagesByType(
      set,
      set.images.filter(({ split }) => split === 'train'),
    ).size === 0
  )
    throw new Error(
      `The public set in ${publicFolder} has no damages to learn from. Leave out --public, or name another.`,
    );
  return counts;
};

const checkDevice = ({ device }: Wishes, { cuda, program }: Python) => {
  if (device === 'cuda' && !cuda)
    throw new Error(
      `${program} finds no GPU that it can use. Use --device cpu, or install the torch build for your GPU.`,
    );
};

/** What Python said last is the reason; a failure nobody foresaw leaves all of it in a file. */
const reasonOf = async (said: string, { out, isDry }: Wishes): Promise<string> => {
  const last = said.trim().split('\n').at(-1) ?? '';
  if (!said.includes('Traceback (most recent call last)')) return last || 'Python ended without a reason.';
  const note = join(out, WORK, 'error.txt');
  if (isDry) return `Training failed: ${last}`;
  await writeFile(note, said).catch(() => {});
  return `Training failed: ${last}\nAll that Python said is in ${note}. The run can go on with --resume.`;
};

const runPython = async ({ program }: Python, wishes: Wishes) => {
  const { data, out, base, share, minutes, steps, device, isDry } = wishes;
  const args = ['-u', '-W', 'ignore', '-m', 'walkaround_training.train_own'];
  args.push('--data', data, '--out', out, '--base', base, '--public-share', `${share}`);
  args.push('--minutes', `${minutes}`, '--steps', `${steps}`);
  if (wishes.public !== null) args.push('--public', wishes.public);
  if (isDry) args.push('--dry-run');
  const child = spawn(program, args, {
    cwd: TRAINING,
    env: {
      ...process.env,
      PYTHONDONTWRITEBYTECODE: '1',
      ...(device === 'cpu' && { CUDA_VISIBLE_DEVICES: '' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Python has helpers, and they end with it.
    detached: true,
  });
  let interrupted: Interrupted | undefined;
  for (const signal of ENDING)
    process.once(signal, () => {
      interrupted = new Interrupted(signal);
      process.kill(-child.pid!, 'SIGTERM');
    });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-100_000);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const estimate = estimateIn(line);
    if (estimate) for (const told of toldEstimate(estimate)) say(told);
    const told = toldLine(line);
    if (told !== null) say(told);
  });
  const status = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (interrupted) {
    if (!isDry) say('Interrupted. The same command with --resume goes on from the last checkpoint.');
    throw interrupted;
  }
  if (status !== 0) throw new Error(await reasonOf(said, wishes));
};

const versionIn = async (out: string): Promise<string> => {
  const { models } = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as {
    models: { version: string }[];
  };
  return models[0]!.version;
};

await runCommand(async () => {
  const wishes = readWishes();
  if (wishes === null) {
    process.stdout.write(HELP);
    return 0;
  }
  if (!wishes.isDry) await checkFolder(wishes);
  sayCounts(await checkData(wishes));
  const python = findPython();
  checkDevice(wishes, python);
  if (!wishes.isDry) await outputFolder('--out', wishes.out);
  await runPython(python, wishes);
  if (wishes.isDry) return 0;
  say(`${wishes.out} holds the candidate ${await versionIn(wishes.out)}; card.md tells its figures.`);
  say(
    `Compare it with the installed model: npx walkaround gate --candidate ${wishes.out} --data ${wishes.data}`,
  );
  return 0;
});
