/**
 * What the service sees is what the Python path that judged the models sees. The references are made anew for new
 * weights by one command, from the folder training: python -m walkaround_training.reference
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { polygonArea } from '../../inspections/geometry/polygons.ts';
import { MODEL_NAMES, MODELS } from '../../inspections/photos/model-registry.ts';
import type { Polygon } from '../../inspections/records/place.ts';
import { drawing, type Shape } from '../drawing/test-drawing.ts';
import { type DetectorOutputs, damageFinds } from '../nets/damage-finds.ts';
import { letterbox, PADDING } from '../pixels/letterbox.ts';
import { decodePhoto, fitted } from '../pixels/picture.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { isUsable, readManifest } from './manifest.ts';
import { type OpenModel, openModel } from './model-session.ts';

type Find = { type: string; score: number; corners: [number, number, number, number]; area: number };
type PartsSeen = { input: number[]; logits: number[][]; cells: number[] };
type Picture = { name: string; width: number; height: number; shapes: Shape[]; sha256: string } & {
  damage: { input: number[]; finds: Find[] };
  parts: PartsSeen;
  close_up_parts: PartsSeen;
};
const references: { models: Record<string, string>; pictures: Picture[] } = JSON.parse(
  readFileSync(new URL('parity/references.json', import.meta.url), 'utf8'),
);
const LEAST_SCORE = 0.01;
/** Levels of 255, in the mean of a block: two libraries scale the picture. */
const INPUT_GAP = 0.3;
const models = new Map<string, OpenModel>();

beforeAll(async () => {
  const manifest = await readManifest(new URL('../../../../models', import.meta.url).pathname);
  for (const name of MODEL_NAMES.filter((model) => MODELS[model].parity)) {
    const model = manifest.get(name);
    const opened =
      model && isUsable(model) ? await openModel(model, { device: 'cpu', cores: 1 }, () => {}) : model;
    if (!opened || !isUsable(opened)) throw new Error(opened?.problem ?? `No model ${name}.`);
    models.set(name, opened);
  }
});
afterAll(() => Promise.all([...models.values()].map((model) => model.close())));

/** Blocks in a row and in a column: as in the references. */
const GRID = 4;

/** The mean of each channel in each block of the model's square. */
function meansOf({ data, width, height }: Pixels, size: number): number[] {
  const sums = new Float64Array(GRID * GRID * 3);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const block = 3 * (Math.floor((GRID * y) / size) * GRID + Math.floor((GRID * x) / size));
      const inside = x < width && y < height;
      for (let c = 0; c < 3; c++) sums[block + c]! += inside ? data[(y * width + x) * 3 + c]! : PADDING;
    }
  }
  return [...sums].map((sum) => sum / (size / GRID) ** 2);
}

/** The mean of each class's logit in the blocks, and how many cells each class wins. */
function summedUp(logits: Float32Array, classes: number) {
  const cells = Math.sqrt(logits.length / classes);
  const side = cells / GRID;
  const means = Array.from({ length: classes }, () => new Array<number>(GRID * GRID).fill(0));
  const won = new Array<number>(classes).fill(0);
  for (let at = 0; at < cells * cells; at++) {
    const block = Math.floor(at / cells / side) * GRID + Math.floor((at % cells) / side);
    let best = 0;
    for (let c = 0; c < classes; c++) {
      const logit = logits[c * cells * cells + at]!;
      means[c]![block]! += logit / side ** 2;
      if (logit > logits[best * cells * cells + at]!) best = c;
    }
    won[best]!++;
  }
  return { cells, means: means.flat(), won };
}

const widestGap = (ours: readonly number[], theirs: readonly number[]) =>
  ours.reduce((most, value, i) => Math.max(most, Math.abs(value - theirs[i]!)), 0);

const areaOf = (polygons: Polygon[]) => polygons.reduce((sum, polygon) => sum + polygonArea(polygon), 0);

async function look({ width, height, shapes }: Picture, name: string) {
  const { model, run } = models.get(name)!;
  const raw = { width, height, channels: 3 as const };
  const photo = await sharp(drawing(width, height, shapes), { raw })
    .png()
    .toBuffer();
  const decoded = await decodePhoto(photo, { longestSide: model.size, maxPixels: 1e8 });
  const fit = letterbox(model.size, width, height, model.multiple);
  const pixels = await fitted(decoded, fit);
  return { model, fit, input: meansOf(pixels, model.size), outputs: await run(pixels, fit.input) };
}

it('the references were made with the models that are shipped', () => {
  const shipped = Object.fromEntries([...models.values()].map(({ model }) => [model.name, model.sha256]));
  expect(references.models, 'Make them anew: cd training && python -m walkaround_training.reference').toEqual(
    shipped,
  );
});

describe.each(references.pictures)('$name', (picture) => {
  it('is drawn as the reference was', () => {
    const pixels = drawing(picture.width, picture.height, picture.shapes);
    expect(createHash('sha256').update(pixels).digest('hex')).toBe(picture.sha256);
  });

  it('has the same damages: corners within a pixel (two of the input, where the picture is made smaller), scores within 0.03, outlines within 3 % and three cells', async () => {
    const { model, fit, input, outputs } = await look(picture, 'damage');
    expect(widestGap(input, picture.damage.input)).toBeLessThan(INPUT_GAP);
    const finds = damageFinds(outputs as DetectorOutputs, fit, model, LEAST_SCORE).map(
      ({ damage_type, score, bounding_box: { xmin, ymin, width, height }, polygons }) => ({
        type: damage_type,
        score,
        corners: [xmin, ymin, xmin + width, ymin + height],
        area: areaOf(polygons),
      }),
    );
    for (const expected of picture.damage.finds) {
      const [found] = finds
        .filter((find) => find.type === expected.type)
        .sort((a, b) => widestGap(a.corners, expected.corners) - widestGap(b.corners, expected.corners));
      // Two libraries make the picture smaller: of two nearly equal boxes the other one may win.
      expect(widestGap(found!.corners, expected.corners), 'corners').toBeLessThan(
        fit.scale < 1 ? 2 / fit.scale : 1,
      );
      // Calibration widens a gap of the net three to four times around the middle.
      expect(Math.abs(found!.score - expected.score), 'score').toBeLessThan(0.03);
      const cell = (4 / fit.scale) ** 2;
      // Our outlines leave out specks of up to one and a half cells each; the reference counts every pixel.
      expect(Math.abs(found!.area - expected.area), 'area').toBeLessThan(0.03 * expected.area + 3 * cell);
    }
  });

  it('has the same parts: logits within 0.15 in the mean, cells within 3 % and eight of 16,384', async () => {
    const { model, input, outputs } = await look(picture, 'parts');
    expect(widestGap(input, picture.parts.input)).toBeLessThan(INPUT_GAP);
    const { cells, means, won } = summedUp(outputs.logits!, model.classes.length);
    expect(widestGap(means, picture.parts.logits.flat())).toBeLessThan(0.15);
    const ofParts = cells * cells - picture.parts.cells[0]!;
    // A part of a few cells is all border, where a library that makes the picture smaller in another way decides.
    expect(widestGap(won, picture.parts.cells)).toBeLessThanOrEqual(0.03 * ofParts + 8);
  });

  // Half of the other inputs' side: a photo is scaled down more, and a block has fewer pixels.
  it('has the same parts by the net for close-ups: logits within 0.3 in the mean, so probabilities within 0.08', async () => {
    const { model, input, outputs } = await look(picture, 'close_up_parts');
    expect(widestGap(input, picture.close_up_parts.input)).toBeLessThan(2 * INPUT_GAP);
    const { means } = summedUp(outputs.logits!, model.classes.length);
    expect(widestGap(means, picture.close_up_parts.logits.flat())).toBeLessThan(0.3);
  });
});
