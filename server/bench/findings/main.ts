/** `npm run bench -- findings`: how right whole inspections are, on inspections with known damages. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, runCommand, WrongUsage } from '../../../command-line/command.ts';
import { readConfigWithoutService } from '../../src/config/config.ts';
import { createPhotoModels } from '../../src/vision/engine/photo-models.ts';
import { showProgress } from '../progress.ts';
import { drawChart } from './chart.ts';
import { CLAIMS, claimInspections } from './claims.ts';
import { createInspector } from './inspect.ts';
import { listedBy } from './listed.ts';
import { namedColors, type PaintedPhoto, paintTable, scorePaint } from './paint-pairs.ts';
import { hasRealPhotos, unpack } from './photo-packs.ts';
import { drawInspection } from './pictures.ts';
import { realInspections } from './real-photos.ts';
import { renderedInspections } from './rendered.ts';
import { scoreInspection } from './score.ts';
import { columnsOf, type Scored, tableOf } from './table.ts';
import { trueAmounts } from './true-amounts.ts';
import { HALVES, type KnownInspection } from './truth.ts';

const WALKAROUNDS = fileURLToPath(new URL('../../../demo/walkarounds', import.meta.url));

const HELP = `Scores whole inspections against known damages. docs/accuracy.md tells what is counted how.

  npm run -s bench -- findings [options]

  --finds FOLDER      keep there what the models find, and take it from there: a second run takes seconds
  --kept              only inspections whose finds are all kept; no model runs
  --out FILE          also write figures and matches as JSON
  --plot FILE         also draw the figures of the report half as an SVG picture
  --pictures FOLDER   also draw each inspection: truth dashed (green found, pink missed),
                      findings solid (blue right place, orange doubled, red invented)
  --half HALF         only one half: choose, for whoever is about to choose something, or report
  --rendered FOLDER   walkarounds rendered by demo/make/walkarounds.py (default: demo/walkarounds)
  --only TEXT         only inspections whose name contains this
  --help              shows this
`;

const readOptions = () => {
  const { values } = readArguments({
    options: {
      finds: { type: 'string' },
      kept: { type: 'boolean', default: false },
      out: { type: 'string' },
      plot: { type: 'string' },
      pictures: { type: 'string' },
      only: { type: 'string' },
      half: { type: 'string' },
      rendered: { type: 'string', default: WALKAROUNDS },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.kept && values.finds === undefined) throw new WrongUsage('--kept needs --finds FOLDER.');
  if (values.half !== undefined && !HALVES.some((half) => half === values.half))
    throw new WrongUsage(`--half ${values.half} cannot be used: choose from ${HALVES.join(', ')}.`);
  return values;
};

type Options = ReturnType<typeof readOptions>;

const knownInspections = async (
  folder: string,
  { only, half, rendered }: Options,
): Promise<KnownInspection[]> => {
  const isMeant = (one: KnownInspection) =>
    (only === undefined || one.name.includes(only)) && (half === undefined || one.half === half);
  const real = hasRealPhotos()
    ? [...(await realInspections(folder)), ...(await claimInspections(folder))].filter(isMeant)
    : [];
  await unpack(
    real.flatMap(({ photos }) => photos.map(({ name }) => name)),
    folder,
  );
  const some = [...real, ...(await renderedInspections(rendered)).filter(isMeant)];
  if (some.length === 0)
    throw new Error('There is no such inspection: leave out --only or --half, or name another one.');
  return some;
};

const scoreAll = async (options: Options, folder: string) => {
  const models = createPhotoModels(readConfigWithoutService(process.env).models, {
    warn: (line) => void process.stderr.write(`${line}\n`),
  });
  const { inspect, isKept, paintOn } = createInspector(models, options.finds ?? join(folder, 'finds'));
  const progress = showProgress('findings');
  const known = await knownInspections(folder, options);
  const scored: (Scored & { told: object })[] = [];
  const painted: PaintedPhoto[] = [];
  const named = await namedColors();
  try {
    for (const [done, one] of known.entries()) {
      progress(done, known.length);
      if (options.kept && !(await isKept(one.photos))) continue;
      const [listed, truth] = [listedBy(await inspect(one.photos)), await trueAmounts(one)];
      const { score, match } = scoreInspection(one, listed, truth);
      if (options.pictures) await drawInspection(options.pictures, one, { listed, truth, match });
      const { name, source, half, state } = one;
      const { condition, cost } = listed;
      const told = { name, source, half, state, condition, cost, truth, match };
      scored.push({ known: one, score, told });
      // Photos of claims are counted already, or are of those that the model has learned from.
      if (Object.values<string>(CLAIMS).includes(source)) continue;
      for (const photo of one.photos.filter((photo) => named[photo.name])) {
        const paint = await paintOn(photo);
        if (paint) painted.push({ half, named: named[photo.name]!, paint });
      }
    }
  } finally {
    progress.end();
    await models.close();
  }
  return { scored, paint: scorePaint(painted), models: await models.models() };
};

await runCommand(async () => {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-findings-'));
  try {
    const { scored, paint, models } = await scoreAll(options, folder);
    const halves = HALVES.map((half) => ({ half, columns: columnsOf(scored, half) })).filter(
      ({ columns }) => columns.length > 0,
    );
    const versions = Object.fromEntries(Object.entries(models).map(([name, { version }]) => [name, version]));
    process.stdout.write(
      `${halves.map(({ half, columns }) => tableOf(half, columns)).join('\n\n')}\n\n${paintTable(paint)}\n`,
    );
    if (options.plot) await writeFile(options.plot, drawChart(columnsOf(scored, 'report'), versions));
    if (options.out) {
      const inspections = scored.map(({ told }) => told);
      await writeFile(options.out, JSON.stringify({ models: versions, halves, paint, inspections }, null, 1));
    }
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
