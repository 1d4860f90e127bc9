/** Fits and judges the rule that tells the viewpoint from the parts in sight. See --help. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DetectedPart } from '../../server/src/inspections/photos/detections.ts';
import { WEIGHTS } from '../../server/src/inspections/viewpoints/tuning.ts';
import { weighed } from '../../server/src/inspections/viewpoints/viewpoint.ts';
import {
  type Evidence,
  viewpointEvidence,
} from '../../server/src/inspections/viewpoints/viewpoint-evidence.ts';
import { VIEWPOINTS } from '../../server/src/inspections/viewpoints/viewpoints.ts';
import { isUsable, readManifest } from '../../server/src/vision/engine/manifest.ts';
import { openModel } from '../../server/src/vision/engine/model-session.ts';
import { detectedParts } from '../../server/src/vision/outlines/part-outlines.ts';
import { letterbox } from '../../server/src/vision/pixels/letterbox.ts';
import { decodePhoto, fitted } from '../../server/src/vision/pixels/picture.ts';

const HELP = `Usage: node_modules/.bin/node training/viewpoint/fit.ts --labels FILE --pictures FOLDER [options]

Looks at the labeled pictures with the parts model, fits the weights of the viewpoint rule on the split train,
and prints them with the accuracy on the other splits. Copy them into server/src/inspections/viewpoints/tuning.ts.

  --labels FILE      {"pictures": {"NAME": {"set", "split", "viewpoint"}}}
  --pictures FOLDER  where the pictures are; may be given several times
  --models FOLDER    models with their manifest (models)
  --seen FILE        keeps what the parts model saw, so that a second run need not look again
  --shrink N         how strongly weights are held near zero (0.0003)
  --help`;

type Label = { set: string; split: string; viewpoint: string };
type Weights = Record<Evidence['kind'], number[]>;
type Sample = { label: Label; evidence: Evidence[] | null; truth: number };

async function lookAtAll(
  names: string[],
  folders: string[],
  models: string,
): Promise<Record<string, DetectedPart[]>> {
  const model = (await readManifest(models)).get('parts');
  if (!model || !isUsable(model)) throw new Error(model?.problem ?? 'The manifest has no parts model.');
  const opened = await openModel(model, { device: 'cpu', cores: 1 }, console.warn);
  if (!isUsable(opened)) throw new Error(opened.problem);
  const seen: Record<string, DetectedPart[]> = {};
  for (const name of names) {
    const path = folders.map((folder) => join(folder, name)).find(existsSync);
    if (!path) continue;
    const picture = await decodePhoto(path, { longestSide: model.size, maxPixels: 1e8 });
    const fit = letterbox(model.size, picture.width, picture.height);
    const { logits } = await opened.run(await fitted(picture, fit));
    const cells = Math.sqrt(logits!.length / model.classes.length);
    seen[name] = detectedParts(logits!, cells, fit, model.classes).parts;
    process.stderr.write(`\r${Object.keys(seen).length} of ${names.length}`);
  }
  process.stderr.write('\n');
  await opened.close();
  return seen;
}

const STEPS = 1500;
const STRIDE = 4;
const KINDS = ['end', 'corner', 'side'] as const;

/** Maximum likelihood by plain gradient steps: a few hundred samples of eight short rows. */
function fitWeights(samples: Sample[], shrink: number): Weights {
  const weights: Weights = { end: [], corner: [], side: [] };
  for (const kind of KINDS) weights[kind] = WEIGHTS[kind].map(() => 0);
  for (let step = 0; step < STEPS; step++) {
    const slope: Weights = { end: [], corner: [], side: [] };
    for (const kind of KINDS)
      slope[kind] = weights[kind].map((weight, i) => (i === 0 ? 0 : 2 * shrink * weight));
    for (const { evidence, truth } of samples) {
      if (!evidence) continue;
      const { probabilities } = weighed(evidence, weights);
      for (const [i, { kind, numbers }] of evidence.entries()) {
        const off = (probabilities[VIEWPOINTS[i]!] - (i === truth ? 1 : 0)) / samples.length;
        for (const [j, number] of numbers.entries()) slope[kind][j]! += off * number;
      }
    }
    for (const kind of KINDS)
      weights[kind] = weights[kind].map((weight, i) => weight - STRIDE * slope[kind][i]!);
  }
  return weights;
}

function judge(name: string, samples: Sample[], weights: Weights): void {
  const seen = samples.map(({ evidence }) => (evidence ? weighed(evidence, weights).prediction : 'none'));
  const right = samples.filter(({ label }, i) => label.viewpoint === seen[i]).length;
  console.log(`\n${name}: ${right} of ${samples.length} right (${(right / samples.length).toFixed(3)})`);
  for (const truth of VIEWPOINTS) {
    const row = [...VIEWPOINTS, 'none'].map(
      (answer) => samples.filter(({ label }, i) => label.viewpoint === truth && seen[i] === answer).length,
    );
    if (row.some((count) => count > 0))
      console.log(truth.padEnd(12), row.map((n) => String(n).padStart(4)).join(''));
  }
}

const { values } = parseArgs({
  options: {
    labels: { type: 'string' },
    pictures: { type: 'string', multiple: true },
    models: { type: 'string', default: 'models' },
    seen: { type: 'string' },
    shrink: { type: 'string', default: '0.0003' },
    help: { type: 'boolean' },
  },
});
if (values.help || !values.labels || !values.pictures) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}
const labels: Record<string, Label> = JSON.parse(await readFile(values.labels, 'utf8')).pictures;
const named = Object.keys(labels).filter((name) => VIEWPOINTS.includes(labels[name]!.viewpoint as 'front'));
const kept = values.seen && existsSync(values.seen) ? JSON.parse(await readFile(values.seen, 'utf8')) : null;
const seen: Record<string, DetectedPart[]> = kept ?? (await lookAtAll(named, values.pictures, values.models));
if (values.seen && !kept) await writeFile(values.seen, JSON.stringify(seen));
const samples: Sample[] = Object.entries(seen).map(([name, parts]) => ({
  label: labels[name]!,
  evidence: viewpointEvidence(parts),
  truth: VIEWPOINTS.indexOf(labels[name]!.viewpoint as 'front'),
}));
const weights = fitWeights(
  samples.filter(({ label }) => label.split === 'train'),
  Number(values.shrink),
);
for (const kind of KINDS)
  console.log(`${kind}: [${weights[kind].map((weight) => Number(weight.toFixed(1))).join(', ')}],`);
for (const [name, group] of Map.groupBy(samples, ({ label }) => `${label.set}, ${label.split}`))
  judge(name, group, weights);
