/** `npm run bench`: one JSON line per figure on stdout, progress on stderr. Exits 1 when a goal is missed. */
import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';
import { analysisImage } from './figures/analysis-image.ts';
import { complianceUpload } from './figures/compliance-upload.ts';
import { createInspection } from './figures/create-inspection.ts';
import { growth } from './figures/growth.ts';
import { inspection24Photos } from './figures/inspection-24-photos.ts';
import { inspectionAllTasks } from './figures/inspection-all-tasks.ts';
import { listInspections } from './figures/list-inspections.ts';
import { matching200Photos } from './figures/matching-200-photos.ts';
import { modelsMemory } from './figures/models-memory.ts';
import { readInspection } from './figures/read-inspection.ts';
import { readWhileAnalysing } from './figures/read-while-analysing.ts';
import { report24Photos } from './figures/report.ts';
import { uploadImage } from './figures/upload-image.ts';
import { uploadMemory } from './figures/upload-memory.ts';
import { load } from './load.ts';
import { modelsOnPhotos } from './models.ts';
import { showProgress } from './progress.ts';

const FIGURES: Figure[] = [
  readInspection,
  createInspection,
  uploadImage,
  listInspections,
  load,
  growth,
  uploadMemory,
  modelsOnPhotos,
  modelsMemory,
  complianceUpload,
  analysisImage,
  matching200Photos,
  inspection24Photos,
  inspectionAllTasks,
  readWhileAnalysing,
  report24Photos,
];

const usage = () => `Usage: npm run -s bench [-- [options] [NAME …]]

  NAME          these figures only; without one, all of them
  --only NAME   the same; may be given several times
  --rounds N    this many rounds, instead of each figure's own number
  --quick       a tenth of the rounds and the least data, to try it out: what it says is not steady
  --help

npm run -s bench -- findings --help: how right whole inspections are

Figures:
${FIGURES.map(({ name, about, rounds }) => `  ${name.padEnd(18)} ${about} (${rounds} rounds)`).join('\n')}
`;

class WrongUsage extends Error {}

const readArguments = () => {
  let values: { only?: string[]; rounds?: string; quick?: boolean; help?: boolean };
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string', multiple: true },
        rounds: { type: 'string' },
        quick: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
  const names = [...positionals, ...(values.only ?? [])];
  const unknown = names.find((name) => !FIGURES.some((figure) => figure.name === name));
  if (unknown !== undefined) throw new WrongUsage(`There is no figure ${unknown}.`);
  if (values.rounds !== undefined && !/^[1-9]\d{0,4}$/.test(values.rounds))
    throw new WrongUsage(`--rounds ${values.rounds} is not a number of rounds: give 1 or more.`);
  return { ...values, names };
};

const main = async () => {
  const { names, rounds, quick = false, help } = readArguments();
  if (help) {
    process.stdout.write(usage());
    return;
  }
  for (const figure of FIGURES.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const progress = showProgress(figure.name);
    const usual = quick ? Math.ceil(figure.rounds / 10) : figure.rounds;
    const lines = await figure
      .measure(rounds ? Number(rounds) : usual, progress, { quick })
      .finally(progress.end);
    for (const line of lines) {
      process.stdout.write(`${JSON.stringify(line)}\n`);
      if (!line.ok) process.exitCode = 1;
    }
  }
};

main().catch((error: Error) => {
  process.stderr.write(error instanceof WrongUsage ? `${error.message}\n\n${usage()}` : `${error.stack}\n`);
  process.exit(error instanceof WrongUsage ? 2 : 1);
});
