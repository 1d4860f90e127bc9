/** Spots of a picture that stand out from what is around them, at any size: corners, ends of lines, chips in the paint. */
import { FIRST_BLUR, type Octave, octavesOf, type Plane, STEPS } from './scale-space.ts';
import { CELLS, LEAST_CONTRAST, MOST_EDGE, MOST_IN_CELL } from './tuning.ts';

/** In pixels of `level`, which is `shrink` times smaller than the picture. */
export type KeyPoint = { x: number; y: number; blur: number; level: Plane; shrink: number; strength: number };

/** Neighbors in three pictures must lie on the same side of it. */
const standsOut = (differences: readonly Plane[], step: number, at: number, width: number) => {
  const value = differences[step]!.values[at]!;
  for (let near = step - 1; near <= step + 1; near++) {
    const { values } = differences[near]!;
    for (let row = at - width; row <= at + width; row += width)
      for (let beside = row - 1; beside <= row + 1; beside++)
        if (value > 0 ? values[beside]! > value : values[beside]! < value) return false;
  }
  return true;
};

/** Along a line its place is not known. */
const isOnLine = ({ values, width }: Plane, at: number) => {
  const value = 2 * values[at]!;
  const dxx = values[at + 1]! + values[at - 1]! - value;
  const dyy = values[at + width]! + values[at - width]! - value;
  const dxy =
    (values[at + width + 1]! - values[at + width - 1]! - values[at - width + 1]! + values[at - width - 1]!) /
    4;
  const determinant = dxx * dyy - dxy ** 2;
  return determinant <= 0 || (dxx + dyy) ** 2 * MOST_EDGE >= (MOST_EDGE + 1) ** 2 * determinant;
};

/** How far the top of the curve through three values lies from the one in the middle. */
export const topOf = (before: number, middle: number, after: number) => {
  const bend = before - 2 * middle + after;
  return bend === 0 ? 0 : Math.min(0.5, Math.max(-0.5, (before - after) / (2 * bend)));
};

const pointsOf = ({ levels, differences }: Octave, shrink: number): KeyPoint[] => {
  const points: KeyPoint[] = [];
  const { width, height } = levels[0]!;
  for (let step = 1; step <= STEPS; step++) {
    const [below, own, above] = differences.slice(step - 1, step + 2) as [Plane, Plane, Plane];
    const { values } = own;
    for (let y = 1; y < height - 1; y++)
      for (let x = 1; x < width - 1; x++) {
        const at = y * width + x;
        const strength = Math.abs(values[at]!);
        if (strength < LEAST_CONTRAST / STEPS || !standsOut(differences, step, at, width)) continue;
        if (isOnLine(own, at)) continue;
        const between = topOf(below.values[at]!, values[at]!, above.values[at]!);
        points.push({
          x: x + topOf(values[at - 1]!, values[at]!, values[at + 1]!),
          y: y + topOf(values[at - width]!, values[at]!, values[at + width]!),
          blur: FIRST_BLUR * 2 ** ((step + between) / STEPS),
          level: levels[step]!,
          shrink,
          strength,
        });
      }
  }
  return points;
};

/** The strongest, from all over the picture: the trees behind a vehicle must not take the place of its paint. */
export const keyPointsOf = (picture: Plane): KeyPoint[] => {
  const all = octavesOf(picture).flatMap((octave, index) => pointsOf(octave, 2 ** index));
  const taken = new Map<number, number>();
  return all
    .toSorted((a, b) => b.strength - a.strength)
    .filter(({ x, y, shrink }) => {
      const column = Math.floor((CELLS * x * shrink) / picture.width);
      const cell = Math.floor((CELLS * y * shrink) / picture.height) * CELLS + column;
      const count = (taken.get(cell) ?? 0) + 1;
      taken.set(cell, count);
      return count <= MOST_IN_CELL;
    });
};
