/** One box per thing: the best scores first, and none that lies too much on a better one of its own kind. */

/** Boxes are corners, four numbers each, one box per row; a row has a score for every type. */
export type Candidates = { boxes: Float32Array; scores: Float32Array; types: number };
export type Kept = { row: number; type: number; score: number };

const MOST_CANDIDATES = 400;
const MOST_KEPT = 100;

/** `leastScores` and `kinds` have one entry per type; Infinity keeps a type out, types of one kind hide each other. */
export function bestOfEach(
  given: Candidates,
  leastScores: Float32Array,
  kinds: readonly number[],
  overlapLimit: number,
): Kept[] {
  const kept: Kept[] = [];
  for (const index of candidatesAbove(given, leastScores)) {
    const row = Math.floor(index / given.types);
    const type = index % given.types;
    const hidden = kept.some(
      (k) => kinds[k.type] === kinds[type] && overlap(given.boxes, k.row, row) > overlapLimit,
    );
    if (hidden) continue;
    kept.push({ row, type, score: asScore(given.scores[index]!) });
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

/** Intersection over union of two rows of corners. */
export function overlap(boxes: Float32Array, a: number, b: number): number {
  const [i, j] = [a * 4, b * 4];
  const width = Math.min(boxes[i + 2]!, boxes[j + 2]!) - Math.max(boxes[i]!, boxes[j]!);
  const height = Math.min(boxes[i + 3]!, boxes[j + 3]!) - Math.max(boxes[i + 1]!, boxes[j + 1]!);
  if (!(width > 0 && height > 0)) return 0;
  const both = width * height;
  return both / (areaOf(boxes, i) + areaOf(boxes, j) - both);
}

const areaOf = (boxes: Float32Array, at: number) =>
  (boxes[at + 2]! - boxes[at]!) * (boxes[at + 3]! - boxes[at + 1]!);
