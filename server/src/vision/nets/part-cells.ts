/** Which part each cell of the parts model's grid shows, how surely, and in which connected pieces. */
import type { Letterbox } from '../pixels/letterbox.ts';

/** The picture's share of the square grid; the rest is padding. */
export type Grid = { cells: number; columns: number; rows: number };

export function gridOn(cells: number, { size, scale, width, height }: Letterbox): Grid {
  const used = (side: number) =>
    Math.min(cells, Math.max(1, Math.ceil((side * scale * cells) / size - 1e-6)));
  return { cells, columns: used(width), rows: used(height) };
}

/** Per cell: the group with the largest logit (0 is the background), that logit, and the largest of all other groups. */
type Winners = { groups: Uint8Array; best: Float32Array; second: Float32Array };

let best = new Float32Array(0);
let second = new Float32Array(0);
let total = new Float32Array(0);
let own = new Float32Array(0);

/** `groupOf` has one entry per class: classes of one group count as one. The floats are valid until the next call. */
export function winnersIn(
  logits: Float32Array,
  { cells, columns, rows }: Grid,
  groupOf: Uint8Array,
): Winners {
  const plane = cells * cells;
  if (best.length < plane) {
    best = new Float32Array(plane);
    second = new Float32Array(plane);
  }
  const groups = new Uint8Array(plane);
  best.fill(-Infinity);
  second.fill(-Infinity);
  for (let c = 0; c < groupOf.length; c++) {
    const group = groupOf[c]!;
    for (let y = 0; y < rows; y++) {
      for (let at = y * cells, end = at + columns; at < end; at++) {
        const value = logits[c * plane + at]!;
        if (value > best[at]!) {
          if (groups[at] !== group) second[at] = best[at]!;
          best[at] = value;
          groups[at] = group;
        } else if (value > second[at]! && groups[at] !== group) {
          second[at] = value;
        }
      }
    }
  }
  return { groups, best, second };
}

/** The probability of each cell's group where that is a part; valid until the next call. */
export function certaintyOf(
  logits: Float32Array,
  { cells, columns, rows }: Grid,
  groupOf: Uint8Array,
  { groups, best }: Winners,
): Float32Array {
  const plane = cells * cells;
  if (total.length < plane) {
    total = new Float32Array(plane);
    own = new Float32Array(plane);
  }
  total.fill(0);
  own.fill(0);
  for (let c = 0; c < groupOf.length; c++) {
    const group = groupOf[c]!;
    for (let y = 0; y < rows; y++) {
      for (let at = y * cells, end = at + columns; at < end; at++) {
        const behind = logits[c * plane + at]! - best[at]!;
        // Less than a thousandth, and the exponential is what costs.
        if (groups[at] === 0 || !(behind > -7)) continue;
        const weight = Math.exp(behind);
        total[at]! += weight;
        if (groups[at] === group) own[at]! += weight;
      }
    }
  }
  for (let at = 0; at < plane; at++) if (total[at]! > 0) own[at]! /= total[at]!;
  return own;
}

/** Connected cells of one group. The corners are cells, the last ones inside. */
export type Piece = {
  group: number;
  cells: number;
  certainty: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
};

/** Pieces in the order of their first cell; `pieceOf` has a piece's number plus one for each cell, 0 for none. */
export function piecesIn(
  groups: Uint8Array,
  { cells, columns, rows }: Grid,
  certainty: Float32Array,
): { pieces: Piece[]; pieceOf: Uint16Array } {
  const pieceOf = new Uint16Array(groups.length);
  const open: number[] = [];
  const pieces: Piece[] = [];
  const visit = (at: number, group: number, number: number) => {
    if (groups[at] !== group || pieceOf[at] !== 0) return;
    pieceOf[at] = number;
    open.push(at);
  };
  for (let first = 0; first < rows * cells; first++) {
    const group = groups[first]!;
    if (group === 0 || pieceOf[first] !== 0) continue;
    const piece = { group, cells: 0, certainty: 0, left: cells, top: cells, right: 0, bottom: 0 };
    pieces.push(piece);
    visit(first, group, pieces.length);
    while (open.length > 0) {
      const at = open.pop()!;
      const x = at % cells;
      const y = (at - x) / cells;
      piece.cells++;
      piece.certainty += certainty[at]!;
      if (x < piece.left) piece.left = x;
      if (x > piece.right) piece.right = x;
      if (y < piece.top) piece.top = y;
      if (y > piece.bottom) piece.bottom = y;
      if (x > 0) visit(at - 1, group, pieces.length);
      if (x + 1 < columns) visit(at + 1, group, pieces.length);
      if (y > 0) visit(at - cells, group, pieces.length);
      if (y + 1 < rows) visit(at + cells, group, pieces.length);
    }
    piece.certainty /= piece.cells;
  }
  return { pieces, pieceOf };
}
