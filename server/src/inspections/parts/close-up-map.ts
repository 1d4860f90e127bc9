/** Which part lies under a place of a close-up, by a net that learned close-ups: a square grid over the photo. */
import { inflateRawSync } from 'node:zlib';
import type { CloseUpFinds } from '../photos/finds.ts';
import type { PartCandidate } from '../records/findings/damage.ts';
import type { BoundingBox } from '../records/place.ts';
import { isPart } from './parts.ts';

export type CloseUpMap = {
  parts: string[];
  /** Per part the cells row by row. */
  logits: Float32Array;
  cells: number;
  /** Of the photo. */
  pixelsPerCell: number;
};

/** Logits are kept in steps of a sixteenth; what lies beyond ±8 is as good as certain. */
export const LOGIT_STEPS = 16;

export function closeUpMap({ parts, logits, pixels_per_cell }: CloseUpFinds): CloseUpMap {
  const steps = new Int8Array(inflateRawSync(Buffer.from(logits, 'base64')));
  return {
    parts,
    logits: Float32Array.from(steps, (step) => step / LOGIT_STEPS),
    cells: Math.sqrt(steps.length / parts.length),
    pixelsPerCell: pixels_per_cell,
  };
}

/** How much of each cell along one side lies between two places; a thin box still has the cell that it lies in. */
const sharesBetween = (from: number, to: number, { cells, pixelsPerCell }: CloseUpMap): number[] => {
  const shares = Array.from({ length: cells }, (_, cell) =>
    Math.max(1e-6, Math.min(to / pixelsPerCell, cell + 1) - Math.max(from / pixelsPerCell, cell)),
  );
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
};

/** How likely each of the parts that can be meant is, by the mean of the grid inside a box; the likeliest first. */
export function partsUnder(
  { xmin, ymin, width, height }: BoundingBox,
  map: CloseUpMap,
  canBeMeant: (part: string) => boolean,
): PartCandidate[] {
  const [across, down] = [sharesBetween(xmin, xmin + width, map), sharesBetween(ymin, ymin + height, map)];
  const { cells, logits } = map;
  const weighed = map.parts.flatMap((part_type, part) => {
    if (!isPart(part_type) || !canBeMeant(part_type)) return [];
    let mean = 0;
    for (let row = 0; row < cells; row++)
      for (let column = 0; column < cells; column++)
        mean += down[row]! * across[column]! * logits[(part * cells + row) * cells + column]!;
    return { part_type, weight: Math.exp(mean) };
  });
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return weighed
    .map(({ part_type, weight }) => ({ part_type, probability: weight / total }))
    .toSorted((a, b) => b.probability - a.probability);
}
