/** Marching squares: the rings around what is above zero in a field of samples, between the samples where it crosses zero. */

/**
 * Samples row by row at the places `xs` × `ys`, which need not be evenly spaced. The outermost samples must not be
 * above zero: then every ring closes.
 */
export type Field = { values: Float32Array; xs: Float64Array; ys: Float64Array };
/** x, y, x, y, … */
export type Ring = number[];

/** The sides of a square: its top and left belong to it, its bottom and right to its neighbors. */
const TOP = 0;
const RIGHT = 1;
const BOTTOM = 2;
const LEFT = 3;
/** From side to side for each set of corners above zero (1 top left, 2 top right, 4 bottom right, 8 bottom left), keeping them at the right hand. */
const STEPS: readonly (readonly number[])[] = [
  [],
  [TOP, LEFT],
  [RIGHT, TOP],
  [RIGHT, LEFT],
  [BOTTOM, RIGHT],
  [],
  [BOTTOM, TOP],
  [BOTTOM, LEFT],
  [LEFT, BOTTOM],
  [TOP, BOTTOM],
  [],
  [RIGHT, BOTTOM],
  [LEFT, RIGHT],
  [TOP, RIGHT],
  [LEFT, TOP],
  [],
];
/** Opposite corners above zero: joined in the middle when the middle is above zero, else apart. */
const DIAGONAL_JOINED: Record<number, readonly number[]> = {
  5: [TOP, RIGHT, BOTTOM, LEFT],
  10: [LEFT, TOP, RIGHT, BOTTOM],
};
const DIAGONAL_APART: Record<number, readonly number[]> = {
  5: [TOP, LEFT, BOTTOM, RIGHT],
  10: [RIGHT, TOP, LEFT, BOTTOM],
};

let following = new Int32Array(0);

/** Outer rings only: holes are not part of an outline. */
export function ringsAround(field: Field): Ring[] {
  const width = field.xs.length;
  const samples = width * field.ys.length;
  // Edge e < samples runs right from sample e; edge samples + s runs down from sample s.
  if (following.length < 2 * samples) following = new Int32Array(2 * samples);
  following.fill(-1, 0, 2 * samples);
  linkEdges(field, samples);
  const rings: Ring[] = [];
  for (let first = 0; first < 2 * samples; first++) {
    if (following[first]! < 0) continue;
    const ring: Ring = [];
    for (let edge = first; following[edge]! >= 0; ) {
      pushCrossing(ring, field, edge, samples);
      const next = following[edge]!;
      following[edge] = -1;
      edge = next;
    }
    if (signedArea(ring) > 0) rings.push(ring);
  }
  return rings;
}

function linkEdges({ values, xs, ys }: Field, samples: number) {
  const width = xs.length;
  for (let y = 0; y + 1 < ys.length; y++) {
    for (let x = 0, at = y * width; x + 1 < width; x++, at++) {
      const a = values[at]!;
      const b = values[at + 1]!;
      const c = values[at + width + 1]!;
      const d = values[at + width]!;
      const corners = (a > 0 ? 1 : 0) | (b > 0 ? 2 : 0) | (c > 0 ? 4 : 0) | (d > 0 ? 8 : 0);
      if (corners === 0 || corners === 15) continue;
      const diagonal = a + b + c + d > 0 ? DIAGONAL_JOINED : DIAGONAL_APART;
      const steps = diagonal[corners] ?? STEPS[corners]!;
      for (let i = 0; i < steps.length; i += 2) {
        following[edgeAt(steps[i]!, at, width, samples)] = edgeAt(steps[i + 1]!, at, width, samples);
      }
    }
  }
}

function edgeAt(side: number, at: number, width: number, samples: number): number {
  if (side === TOP) return at;
  if (side === BOTTOM) return at + width;
  return samples + (side === LEFT ? at : at + 1);
}

function pushCrossing(ring: Ring, { values, xs, ys }: Field, edge: number, samples: number) {
  const down = edge >= samples;
  const from = down ? edge - samples : edge;
  const to = from + (down ? xs.length : 1);
  const way = values[from]! / (values[from]! - values[to]!);
  const x = from % xs.length;
  const y = Math.floor(from / xs.length);
  if (down) ring.push(xs[x]!, ys[y]! + way * (ys[y + 1]! - ys[y]!));
  else ring.push(xs[x]! + way * (xs[x + 1]! - xs[x]!), ys[y]!);
}

/** Above zero for outer rings, below for holes. */
export function signedArea(ring: readonly number[]): number {
  let twice = 0;
  let [px, py] = [ring.at(-2)!, ring.at(-1)!];
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i]!, ring[i + 1]!];
    twice += px * y - x * py;
    px = x;
    py = y;
  }
  return twice / 2;
}
