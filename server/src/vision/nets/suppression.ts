/** Non-maximum suppression: the best score first; a box is dropped if its IoU with a better box of its type is too high. */

import { iou } from '../../inspections/geometry/boxes.ts';
import type { BoundingBox } from '../../inspections/records/place.ts';
import { MOST_CANDIDATES, MOST_KEPT } from './tuning.ts';

/** Boxes are corners, four numbers each, one box per row; a row has a score for every type. */
type Candidates = { boxes: Float32Array; scores: Float32Array; types: number };
type Corners = [number, number, number, number];
export type Kept = { row: number; type: number; score: number };

/** `leastScores` and `kinds` have one entry per type; Infinity keeps a type out, types of one kind hide each other. */
export function bestOfEach(
  given: Candidates,
  leastScores: Float32Array,
  kinds: readonly number[],
  overlapLimit: number,
): Kept[] {
  const kept: (Kept & { box: BoundingBox })[] = [];
  for (const index of candidatesAbove(given, leastScores)) {
    const row = Math.floor(index / given.types);
    const type = index % given.types;
    const box = boxOf(given.boxes, row);
    const hidden = kept.some((k) => kinds[k.type] === kinds[type] && iou(k.box, box) > overlapLimit);
    if (hidden) continue;
    kept.push({ row, type, score: asScore(given.scores[index]!), box });
    if (kept.length === MOST_KEPT) break;
  }
  return kept;
}

/** Four digits: more would pretend to know. */
export const asScore = (value: number) => Math.round(value * 1e4) / 1e4;

function candidatesAbove({ scores, types }: Candidates, leastScores: Float32Array): number[] {
  const found: number[] = [];
  for (let start = 0; start < scores.length; start += types) {
    for (let type = 0; type < types; type++) {
      if (scores[start + type]! >= leastScores[type]!) found.push(start + type);
    }
  }
  // Equal scores keep the network's order, as a stable sort does.
  return found.sort((a, b) => scores[b]! - scores[a]!).slice(0, MOST_CANDIDATES);
}

const boxOf = (boxes: Float32Array, row: number): BoundingBox => {
  const [left, top, right, bottom] = boxes.subarray(4 * row, 4 * row + 4) as unknown as Corners;
  return { xmin: left, ymin: top, width: right - left, height: bottom - top };
};
