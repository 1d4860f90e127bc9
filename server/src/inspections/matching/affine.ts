/** Moves, turns, stretches and slants a plane: how one photo of a flat panel lies on another one. */
import type { Point } from '../geometry/boxes.ts';

/** x' = a x + b y + c, y' = d x + e y + f. */
export type Affine = { a: number; b: number; c: number; d: number; e: number; f: number };

export type Pair = { from: Point; to: Point };

export const moved = ({ a, b, c, d, e, f }: Affine, { x, y }: Point): Point => ({
  x: a * x + b * y + c,
  y: d * x + e * y + f,
});

export const areaGrowth = ({ a, b, d, e }: Affine) => a * e - b * d;

/** The one that turns and stretches alike in all directions, and takes one point to another. */
export const similarity = ({ from, to }: Pair, scale: number, turn: number): Affine => {
  const [cos, sin] = [scale * Math.cos(turn), scale * Math.sin(turn)];
  return {
    a: cos,
    b: -sin,
    c: to.x - cos * from.x + sin * from.y,
    d: sin,
    e: cos,
    f: to.y - sin * from.x - cos * from.y,
  };
};

/** How much more it stretches in one direction than in another. */
export const stretch = ({ a, b, d, e }: Affine) => {
  const [sum, product] = [a * a + b * b + d * d + e * e, Math.abs(a * e - b * d)];
  const root = Math.sqrt(Math.max(0, sum * sum - 4 * product * product));
  return Math.sqrt((sum + root) / Math.max(1e-12, sum - root));
};

/** The least squares; null where all points lie on a line. */
export const fittedTo = (pairs: readonly Pair[]): Affine | null => {
  const n = pairs.length;
  const mean = (of: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / n;
  const [mx, my] = [mean(({ from }) => from.x), mean(({ from }) => from.y)];
  const [tx, ty] = [mean(({ to }) => to.x), mean(({ to }) => to.y)];
  const [xx, xy, yy] = [
    mean(({ from }) => (from.x - mx) ** 2),
    mean(({ from }) => (from.x - mx) * (from.y - my)),
    mean(({ from }) => (from.y - my) ** 2),
  ];
  const determinant = xx * yy - xy * xy;
  if (determinant < 1e-6 * (xx + yy) ** 2 || !(determinant > 0)) return null;
  const row = (of: (pair: Pair) => number): [number, number] => {
    const [x, y] = [
      mean((pair) => (pair.from.x - mx) * of(pair)),
      mean((pair) => (pair.from.y - my) * of(pair)),
    ];
    return [(yy * x - xy * y) / determinant, (xx * y - xy * x) / determinant];
  };
  const [a, b] = row(({ to }) => to.x - tx);
  const [d, e] = row(({ to }) => to.y - ty);
  return { a, b, c: tx - a * mx - b * my, d, e, f: ty - d * mx - e * my };
};
