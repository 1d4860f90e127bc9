/** `npx walkaround gate`: whether a candidate may take the place of the installed damage model. */
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ENDING, Interrupted, readArguments, runCommand, WrongUsage } from '../../../command-line/command.ts';
import { type DataSet, readDataSet, readOwnDataSet } from '../../../command-line/data-set.ts';
import { outputFile } from '../../../command-line/output-file.ts';
import { readConfigWithoutService } from '../../src/config/config.ts';
import { closeDecoders } from '../../src/decoding/decoders.ts';
import { showProgress } from '../progress.ts';
import { compareOn, compareSpeed } from './compare-models.ts';
import { examplesOf } from './examples.ts';
import { prepareFolders } from './folders.ts';
import { type GateResult, writeGateFile } from './gate-file.ts';
import { createLook } from './look.ts';
import { pageOf } from './page.ts';
import { type SetName, verdictOn } from './verdict.ts';

const HELP = `Compares a candidate with the installed damage model on vehicles that it did not learn from, by the code of the service
itself, and says whether it may take its place. docs/running/learning.md tells the rules and how to read the page.

  npx walkaround gate --candidate MODEL_FOLDER --data DIR [options]

  --candidate MODEL_FOLDER  what "npx walkaround train" wrote; gate.json goes into it
  --data DIR                a data set of "npx walkaround dataset export": its held-out vehicles judge
  --public DIR              also a public set in the same form: its photos of split "val" judge
  --out PAGE.html           the page to read (default: gate.html in MODEL_FOLDER)
  --help                    shows this

The installed model is that of MODELS_DIR (default: models/).

Exit status: 0 accepted, 1 refused, undecided or failed, 2 wrong usage.
`;

const OPTIONS = {
  candidate: { type: 'string' },
  data: { type: 'string' },
  public: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const say = (line: string) => void process.stderr.write(`${line}\n`);

const readWishes = async () => {
  const { values } = readArguments({ options: OPTIONS });
  if (values.help) return null;
  if (values.candidate === undefined) throw new WrongUsage('Name the candidate with --candidate.');
  if (values.data === undefined) throw new WrongUsage('Name the data set with --data.');
  const candidate = resolve(values.candidate);
  const own = await readOwnDataSet(resolve(values.data));
  const sets: { name: SetName; set: DataSet }[] = [{ name: 'own', set: own }];
  if (values.public !== undefined)
    sets.push({ name: 'public', set: await readDataSet('--public', resolve(values.public)) });
  return { candidate, sets, page: await outputFile('--out', values.out ?? join(candidate, 'gate.html')) };
};
type Wishes = NonNullable<Awaited<ReturnType<typeof readWishes>>>;

const judge = async ({ candidate, sets, page }: Wishes, work: string): Promise<GateResult> => {
  const { models: config } = readConfigWithoutService(process.env);
  const folders = { installed: join(work, 'installed'), candidate: join(work, 'candidate') };
  for (const folder of Object.values(folders)) await mkdir(folder);
  const models = await prepareFolders(config.folder, candidate, folders);
  const lookWith = (which: 'installed' | 'candidate') =>
    createLook({ ...config, folder: folders[which] }, models[which], join(work, 'finds'));
  const looks = { installed: lookWith('installed'), candidate: lookWith('candidate') };
  try {
    const compared = [];
    for (const { name, set } of sets) {
      const progress = showProgress(`${name} vehicles`);
      compared.push(await compareOn(name, set, looks, progress).finally(progress.end));
    }
    const speed = await compareSpeed(sets[0]!.set, looks);
    const judged = compared.map((one) => one.judged);
    const told = ({ sha256, version }: { sha256: string; version: string }) => ({ sha256, version });
    const result: GateResult = {
      format: 1,
      ...verdictOn(judged, speed),
      candidate: told(models.candidate),
      installed: told(models.installed),
      measured_at: new Date().toISOString(),
      sets: judged,
      speed,
    };
    await writeFile(page, pageOf(result, await examplesOf(compared[0]!.seen)));
    await writeGateFile(candidate, result);
    return result;
  } finally {
    await Promise.all([looks.installed.close(), looks.candidate.close()]);
    closeDecoders();
  }
};

await runCommand(async () => {
  const wishes = await readWishes();
  if (wishes === null) {
    process.stdout.write(HELP);
    return 0;
  }
  const work = await mkdtemp(join(tmpdir(), 'walkaround-gate-'));
  for (const signal of ENDING)
    process.once(signal, () => {
      rmSync(work, { recursive: true, force: true });
      process.exit(new Interrupted(signal).status);
    });
  try {
    const { verdict, reasons } = await judge(wishes, work);
    say(verdict === 'undecided' ? 'undecided: too little data' : verdict);
    for (const reason of reasons) say(`  ${reason}`);
    say(`${wishes.page} shows the figures.`);
    return verdict === 'accepted' ? 0 : 1;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
});
