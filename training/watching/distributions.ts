/** Notes in models/manifest.json how scores are spread over validation photos: what daily work is compared with. See --help. */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { BINS } from '../../server/src/inspections/watching/drift.ts';
import { FIND_SCORE, PHOTO_MODEL } from '../../server/src/inspections/watching/model-quality.ts';

const HELP = `Usage: node_modules/.bin/node training/watching/distributions.ts --detected FILE --manifest FILE

  --detected FILE   what "npm run -s detect -- --out FILE photos/" wrote on validation photos: 100 and more
  --manifest FILE   models/manifest.json; its models must be those that ran

Run it after new weights are installed. docs/running/watching.md tells what it is for.
`;

type Detected = {
  models: Record<string, { version: string }>;
  images: {
    damages?: { damage_type: string; score: number }[];
    compliances?: { image_quality_assessment: { details: object }; zoom_level?: { details: object } };
  }[];
};

/** No damages of an inspection. */
const OTHER_FINDS = ['flat_tire', 'airbag_deployed'];

const histogram = (scores: number[]) => {
  const counts = Array<number>(BINS).fill(0);
  for (const score of scores) counts[Math.min(BINS - 1, Math.floor(BINS * score))]! += 1;
  return counts;
};

const { values } = parseArgs({
  options: { detected: { type: 'string' }, manifest: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help || !values.detected || !values.manifest) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 2);
}

const { models, images }: Detected = JSON.parse(await readFile(values.detected, 'utf8'));
const finds = images
  .flatMap(({ damages = [] }) => damages)
  .filter(({ damage_type }) => !OTHER_FINDS.includes(damage_type));
const qualities = images.map(({ compliances }) => ({
  ...compliances?.image_quality_assessment.details,
  ...compliances?.zoom_level?.details,
}));
const named = Map.groupBy(
  qualities.flatMap((details) => Object.entries(details)).filter(([name]) => name.endsWith('_score')),
  ([name]) => name.replace(/_score$/, ''),
);
const validation: Record<string, Record<string, number[]>> = {
  damage: { [FIND_SCORE]: histogram(finds.map(({ score }) => score)) },
  [PHOTO_MODEL]: Object.fromEntries(
    [...named].sort().map(([name, rows]) => [name, histogram(rows.map(([, score]) => score as number))]),
  ),
};

const manifest = JSON.parse(await readFile(values.manifest, 'utf8'));
for (const entry of manifest.models) {
  if (!(entry.name in validation)) continue;
  if (entry.version !== models[entry.name]?.version)
    throw new Error(
      `${values.detected} was made with ${entry.name} ${models[entry.name]?.version}, not ${entry.version}.`,
    );
  entry.validation = validation[entry.name];
}
await writeFile(values.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
process.stdout.write(`${images.length} photos, ${finds.length} finds in ${values.manifest}\n`);
