/** Photos on which the two models differ most, with the labels and the findings of both drawn in. */
import sharp from 'sharp';
import type { BoundingBox } from '../../src/inspections/records/place.ts';
import { type Find, placeFinds } from './by-place.ts';
import type { Seen } from './look.ts';
import { MOST_EXAMPLES } from './tuning.ts';
import type { HeldOutPhoto } from './vehicles.ts';

export type Example = { caption: string; installed: string; candidate: string };

const WIDTH = 520;
const COLORS = { labeled: '#3ddc68', right: '#4aa8ff', wrong: '#ff3b30' };

export type SeenPhoto = { photo: HeldOutPhoto; installed: Seen; candidate: Seen };

const placedOf = (finds: Find[], { truth }: HeldOutPhoto) => placeFinds(finds, truth);

/** Labeled places met and wrong findings, as the candidate has more or fewer of them. */
const changeOn = ({ photo, installed, candidate }: SeenPhoto) => {
  const [before, after] = [placedOf(installed.findings, photo), placedOf(candidate.findings, photo)];
  return { found: after.met.length - before.met.length, wrong: after.wrong.length - before.wrong.length };
};

const counted = (count: number, one: string, many: string) =>
  `${Math.abs(count)} ${Math.abs(count) === 1 ? one : many}`;

const captionOf = ({ found, wrong }: ReturnType<typeof changeOn>) =>
  [
    found > 0 ? `${counted(found, 'labeled place', 'labeled places')} more found` : '',
    found < 0 ? `${counted(found, 'labeled place', 'labeled places')} lost` : '',
    wrong > 0 ? `${counted(wrong, 'wrong finding', 'wrong findings')} more` : '',
    wrong < 0 ? `${counted(wrong, 'wrong finding', 'wrong findings')} fewer` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');

const rect = ({ xmin, ymin, width, height }: BoundingBox, scale: number, color: string, line: string) =>
  `<rect x="${xmin * scale}" y="${ymin * scale}" width="${width * scale}" height="${height * scale}" fill="none" stroke="${color}" ${line}/>`;

const drawn = async (photo: HeldOutPhoto, finds: Find[]): Promise<string> => {
  const scale = WIDTH / photo.width;
  const [width, height] = [WIDTH, Math.max(1, Math.round(photo.height * scale))];
  const { right, wrong } = placedOf(finds, photo);
  const frames = [
    ...photo.truth.labeled.map(({ box }) =>
      rect(box, scale, COLORS.labeled, 'stroke-width="2" stroke-dasharray="6 4"'),
    ),
    ...right.map((find) => rect(find.bounding_box, scale, COLORS.right, 'stroke-width="3"')),
    ...wrong.map((find) => rect(find.bounding_box, scale, COLORS.wrong, 'stroke-width="3"')),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${frames.join('')}</svg>`;
  const jpeg = await sharp(photo.path)
    .autoOrient()
    .resize(width, height, { fit: 'fill' })
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 72 })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
};

/** Gains and losses in turn, so that a page does not show one side only. */
export const examplesOf = async (seen: readonly SeenPhoto[]): Promise<Example[]> => {
  const changed = seen
    .map((one) => ({ one, change: changeOn(one) }))
    .filter(({ change }) => change.found !== 0 || change.wrong !== 0)
    .map(({ one, change }) => ({ one, change, gain: change.found - change.wrong }))
    .sort((a, b) => b.gain - a.gain);
  const gains = changed.filter(({ gain }) => gain > 0);
  const losses = changed.filter(({ gain }) => gain <= 0).reverse();
  const half = MOST_EXAMPLES / 2;
  const chosen = [
    ...gains.slice(0, Math.max(half, MOST_EXAMPLES - losses.length)),
    ...losses.slice(0, Math.max(half, MOST_EXAMPLES - gains.length)),
  ].slice(0, MOST_EXAMPLES);
  const examples: Example[] = [];
  for (const { one, change } of chosen)
    examples.push({
      caption: captionOf(change),
      installed: await drawn(one.photo, one.installed.findings),
      candidate: await drawn(one.photo, one.candidate.findings),
    });
  return examples;
};
