/** From what the parts model gives out to the vehicle's parts on the picture, each with its outline. */
import { boxAround } from '../../inspections/geometry/polygons.ts';
import { resolvedNames } from '../../inspections/parts/flank-side.ts';
import type { PartMap } from '../../inspections/parts/part-map.ts';
import type { DetectedPart } from '../../inspections/photos/detections.ts';
import { certaintyOf, type Grid, gridOn, type Piece, piecesIn, winnersIn } from '../nets/part-cells.ts';
import { isInlay, withoutInlays } from '../nets/part-inlays.ts';
import { partNamed } from '../nets/part-names.ts';
import { asScore } from '../nets/suppression.ts';
import type { Letterbox } from '../pixels/letterbox.ts';
import { outlineIn, type Patch } from './outlines.ts';
import { LEAST_CELLS, LEAST_CERTAINTY, LEAST_SHARE_OF_LARGEST, PART_SPECKS } from './tuning.ts';

/** Raise it whenever the same logits make other parts, labels or outlines: the stored finds are then void. */
export const PARTS_POST_PROCESSING = 2;

/** The score of a part is the mean probability inside its outline. */
export function detectedParts(
  logits: Float32Array,
  cells: number,
  fit: Letterbox,
  classes: readonly string[],
): PartMap {
  const grid = gridOn(cells, fit);
  let names = classes.map(partNamed);
  const filled = withoutInlays(logits, grid, names);
  let around = read(filled, grid, names);
  const resolved = resolvedNames(
    names,
    around.pieces.map(({ name, cells, certainty }) => ({ name, weight: cells * certainty })),
  );
  if (resolved) {
    names = resolved;
    around = read(filled, grid, names);
  }
  const parts: DetectedPart[] = [];
  const labels = new Uint8Array(cells * cells);
  addParts(filled, grid, around, fit, { parts, labels });
  if (names.some((name) => name !== null && isInlay(name)))
    addParts(logits, grid, inlaysOf(read(logits, grid, names)), fit, { parts, labels });
  return { parts, labels, pixelsPerCell: pixelsPerCellOf(grid, fit) };
}

const pixelsPerCellOf = ({ cells }: Grid, { size, scale }: Letterbox) => size / cells / scale;

/** What lies inside another part is laid over it. */
function addParts(
  logits: Float32Array,
  grid: Grid,
  reading: Reading,
  fit: Letterbox,
  { parts, labels }: Pick<PartMap, 'parts' | 'labels'>,
) {
  const partOfPiece = new Map<number, number>();
  for (const pieces of piecesOfParts(reading.pieces)) {
    const polygons = outlineOf(logits, grid, reading, pieces, fit);
    if (polygons.length === 0) continue;
    const size = pieces.reduce((sum, piece) => sum + piece.cells, 0);
    const certainty = pieces.reduce((sum, piece) => sum + piece.cells * piece.certainty, 0);
    parts.push({
      part_type: pieces[0]!.name,
      score: asScore(certainty / size),
      bounding_box: boxAround(polygons),
      polygons,
    });
    for (const piece of pieces) partOfPiece.set(piece.number, parts.length);
  }
  for (let at = 0; at < labels.length; at++)
    labels[at] = partOfPiece.get(reading.pieceOf[at]!) ?? labels[at]!;
}

const inlaysOf = (reading: Reading): Reading => ({
  ...reading,
  pieces: reading.pieces.filter((piece) => isInlay(piece.name)),
});

type Reading = ReturnType<typeof read>;

/** Classes of one name are one part. Group 0 is the background. */
function read(logits: Float32Array, grid: Grid, names: (string | null)[]) {
  const groupNames = [...new Set(names.filter((name) => name !== null))];
  const groupOf = Uint8Array.from(names, (name) => (name === null ? 0 : groupNames.indexOf(name) + 1));
  const winners = winnersIn(logits, grid, groupOf);
  const certainty = certaintyOf(logits, grid, groupOf, winners);
  const { pieces, pieceOf } = piecesIn(winners.groups, grid, certainty);
  const named = pieces.map((piece, i) => ({ ...piece, number: i + 1, name: groupNames[piece.group - 1]! }));
  return { names, groupOf, winners, pieces: named, pieceOf };
}

/** A vehicle has one of each part, in one piece or several, but every piece of wheel is a wheel. */
function piecesOfParts<P extends Piece & { name: string }>(pieces: P[]): P[][] {
  const sure = pieces.filter((piece) => piece.certainty >= LEAST_CERTAINTY);
  return [...Map.groupBy(sure, (piece) => piece.name)].flatMap(([name, all]) => {
    const largest = Math.max(...all.map((piece) => piece.cells));
    const kept = all.filter(
      (piece) => piece.cells >= Math.max(LEAST_CELLS, LEAST_SHARE_OF_LARGEST * largest),
    );
    return name === 'wheel' ? kept.map((piece) => [piece]) : kept.length > 0 ? [kept] : [];
  });
}

/** Between two parts the line runs where their logits are equal. */
function outlineOf(
  logits: Float32Array,
  grid: Grid,
  reading: Reading,
  pieces: Reading['pieces'],
  fit: Letterbox,
) {
  const left = Math.max(0, Math.min(...pieces.map((piece) => piece.left)) - 1);
  const top = Math.max(0, Math.min(...pieces.map((piece) => piece.top)) - 1);
  const right = Math.min(grid.columns - 1, Math.max(...pieces.map((piece) => piece.right)) + 1);
  const bottom = Math.min(grid.rows - 1, Math.max(...pieces.map((piece) => piece.bottom)) + 1);
  const patch = leadOver(logits, grid, reading, pieces, {
    left,
    top,
    width: right - left + 1,
    height: bottom - top + 1,
  });
  const pixelsPerCell = pixelsPerCellOf(grid, fit);
  const xmin = left * pixelsPerCell;
  const ymin = top * pixelsPerCell;
  const width = Math.min(fit.width, (right + 1) * pixelsPerCell) - xmin;
  const height = Math.min(fit.height, (bottom + 1) * pixelsPerCell) - ymin;
  return outlineIn(patch, { xmin, ymin, width, height }, pixelsPerCell, PART_SPECKS);
}

let reused = new Float32Array(0);

/** By how much the part's logit is ahead of all others' in each cell, below zero where it is behind. */
function leadOver(
  logits: Float32Array,
  { cells }: Grid,
  { winners, groupOf, pieceOf }: Reading,
  pieces: Reading['pieces'],
  area: Omit<Patch, 'values'>,
): Patch {
  const { groups, best, second } = winners;
  const group = pieces[0]!.group;
  const planes = [...groupOf.keys()].filter((c) => groupOf[c] === group).map((c) => c * cells * cells);
  const numbers = new Set(pieces.map((piece) => piece.number));
  if (reused.length < area.width * area.height) reused = new Float32Array(area.width * area.height);
  const values = reused;
  for (let y = 0, to = 0; y < area.height; y++) {
    let at = (area.top + y) * cells + area.left;
    for (const end = at + area.width; at < end; at++, to++) {
      let lead = -1;
      if (groups[at] !== group) {
        let logit = -Infinity;
        for (const plane of planes) logit = Math.max(logit, logits[plane + at]!);
        lead = logit - best[at]!;
      } else if (numbers.has(pieceOf[at]!)) {
        lead = best[at]! - second[at]!;
      }
      values[to] = Number.isFinite(lead) ? lead : -1;
    }
  }
  return { values, ...area };
}
