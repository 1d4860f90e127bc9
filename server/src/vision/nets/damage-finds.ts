/** From what a detector gives out to finds on the picture: the best boxes, and an outline inside each. */
import { areaOf } from '../../inspections/geometry/boxes.ts';
import { cornersOf } from '../../inspections/geometry/polygons.ts';
import type { DamageFind, DetectedBox } from '../../inspections/photos/detections.ts';
import type { BoundingBox, Polygon } from '../../inspections/records/place.ts';
import { outlineIn, type Patch, quarter } from '../outlines/outlines.ts';
import type { Letterbox } from '../pixels/letterbox.ts';
import { bestOfEach, type Kept } from './suppression.ts';
import { DAMAGE_SPECKS } from './tuning.ts';

/** Raise it whenever the same outputs of the network make other damages: the stored finds are then void. */
export const DAMAGE_POST_PROCESSING = 2;
/** The same for finds without an outline: vehicles, plates and faces. */
export const BOX_POST_PROCESSING = 1;

export type DetectorOutputs = {
  boxes: Float32Array;
  scores: Float32Array;
  coeffs: Float32Array;
  protos: Float32Array;
};
/** A type whose threshold is null was not learned well enough to be shown, whatever its score. */
type DetectorModel = {
  classes: readonly string[];
  thresholds: Record<string, number | null>;
  suppression_iou: number;
};

type Boxed = DetectedBox & { row: number };

/** The net learned these from sources that label one of them only, so never apart: in one place the better counts. */
const RIVALS: readonly (readonly string[])[] = [['flat_tire', 'airbag_deployed']];

/** `leastScore` takes the place of the model's thresholds. */
export function damageFinds(
  outputs: DetectorOutputs,
  fit: Letterbox,
  model: DetectorModel,
  leastScore?: number,
): DamageFind[] {
  return boxed(outputs, fit, model, leastScore).map(({ label, score, bounding_box, row }) => ({
    damage_type: label,
    score,
    bounding_box,
    polygons: outlineOf(outputs, row, bounding_box, fit),
  }));
}

export function boxFinds(
  outputs: Pick<DetectorOutputs, 'boxes' | 'scores'>,
  fit: Letterbox,
  model: DetectorModel,
  leastScore?: number,
): DetectedBox[] {
  return boxed(outputs, fit, model, leastScore).map(({ label, score, bounding_box }) => ({
    label,
    score,
    bounding_box,
  }));
}

function boxed(
  { boxes, scores }: Pick<DetectorOutputs, 'boxes' | 'scores'>,
  fit: Letterbox,
  { classes, thresholds, suppression_iou }: DetectorModel,
  leastScore?: number,
): Boxed[] {
  const least = Float32Array.from(classes, (name) => {
    const threshold = thresholds[name] ?? null;
    return threshold === null ? Infinity : (leastScore ?? threshold);
  });
  const kinds = classes.map((name) => classes.indexOf(RIVALS.find((r) => r.includes(name))?.[0] ?? name));
  return bestOfEach({ boxes, scores, types: classes.length }, least, kinds, suppression_iou)
    .map(({ row, type, score }: Kept) => ({
      row,
      label: classes[type]!,
      score,
      bounding_box: boxOnPicture(boxes, row, fit),
    }))
    .filter(({ bounding_box }) => areaOf(bounding_box) > 0);
}

function boxOnPicture(boxes: Float32Array, row: number, { scale, width, height }: Letterbox): BoundingBox {
  const on = (index: number, limit: number) =>
    quarter(Math.min(limit, Math.max(0, boxes[4 * row + index]! / scale)));
  const [xmin, ymin] = [on(0, width), on(1, height)];
  return { xmin, ymin, width: on(2, width) - xmin, height: on(3, height) - ymin };
}

/** The box itself where the network sees no outline in it. */
function outlineOf(outputs: DetectorOutputs, row: number, box: BoundingBox, fit: Letterbox): Polygon[] {
  const count = outputs.coeffs.length / (outputs.boxes.length / 4);
  const { input, scale } = fit;
  const cellSide = Math.sqrt((input.width * input.height * count) / outputs.protos.length);
  const grid = { columns: Math.round(input.width / cellSide), rows: Math.round(input.height / cellSide) };
  const pixelsPerCell = cellSide / scale;
  const coefficients = outputs.coeffs.subarray(row * count, (row + 1) * count);
  const patch = patchOver(coefficients, outputs.protos, grid, box, pixelsPerCell);
  const polygons = outlineIn(patch, box, pixelsPerCell, DAMAGE_SPECKS);
  return polygons.length > 0 ? polygons : [cornersOf(box)];
}

let reused = new Float32Array(0);

/** How sure the network is of each cell, from -0.5 to 0.5; only the cells that matter to the box are worked out. */
function patchOver(
  coefficients: Float32Array,
  protos: Float32Array,
  { columns, rows }: { columns: number; rows: number },
  box: BoundingBox,
  pixelsPerCell: number,
): Patch {
  const cell = (place: number, cells: number) =>
    Math.min(cells - 1, Math.max(0, Math.floor(place / pixelsPerCell - 0.5)));
  const [left, top] = [cell(box.xmin, columns), cell(box.ymin, rows)];
  const width = Math.min(columns - 1, cell(box.xmin + box.width, columns) + 1) - left + 1;
  const height = Math.min(rows - 1, cell(box.ymin + box.height, rows) + 1) - top + 1;
  const size = width * height;
  if (reused.length < size) reused = new Float32Array(size);
  const values = reused.fill(0, 0, size);
  // Two prototypes at a time: the sums are read and written half as often.
  for (let k = 0; k < coefficients.length; k += 2) {
    const weight = coefficients[k]!;
    const weight2 = coefficients[k + 1] ?? 0;
    const other = k + 1 < coefficients.length ? columns * rows : 0;
    for (let y = 0, at = 0; y < height; y++) {
      let from = (k * rows + top + y) * columns + left;
      for (const end = at + width; at < end; at++, from++) {
        values[at] = values[at]! + weight * protos[from]! + weight2 * protos[from + other]!;
      }
    }
  }
  for (let i = 0; i < size; i++) {
    const sure = 1 / (1 + Math.exp(-values[i]!)) - 0.5;
    values[i] = Number.isNaN(sure) ? -0.5 : sure;
  }
  return { values, left, top, width, height };
}
