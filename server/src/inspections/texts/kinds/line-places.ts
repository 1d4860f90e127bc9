/** Where lines lie to one another, as someone who reads them sees it. */
import type { Point, TextLine } from '../text-line.ts';
import { MOST_OVERLAP, SAME_ROW } from '../tuning.ts';

const distance = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1]);

export const heightOf = ({ polygon: [a, , , d] }: TextLine) => distance(a, d);
const lengthOf = ({ polygon: [a, b] }: TextLine) => distance(a, b);

export const middleOf = ({ polygon }: TextLine): Point => [
  polygon.reduce((sum, [x]) => sum + x, 0) / 4,
  polygon.reduce((sum, [, y]) => sum + y, 0) / 4,
];

/**
 * How far the start of `other` is from the end of `line` along it, and how far its middle is below, in heights of `line`.
 * The longer of them says which way they run: of a single letter that cannot be told.
 */
export function placeAfter(line: TextLine, other: TextLine): { along: number; below: number } {
  const [start, end] = (lengthOf(line) > lengthOf(other) ? line : other).polygon;
  const reach = distance(start, end) || 1;
  const [ux, uy] = [(end[0] - start[0]) / reach, (end[1] - start[1]) / reach];
  const [mx, my] = middleOf(line);
  const [ox, oy] = middleOf(other);
  const height = heightOf(line) || 1;
  const between = (ox - mx) * ux + (oy - my) * uy - (lengthOf(line) + lengthOf(other)) / 2;
  return { along: between / height, below: ((oy - my) * ux - (ox - mx) * uy) / height };
}

/** The lines that follow on the same row, the nearest first. */
export const onRowAfter = (line: TextLine, lines: readonly TextLine[]): TextLine[] =>
  lines
    .filter((other) => other !== line)
    .map((other) => ({ other, ...placeAfter(line, other) }))
    .filter(({ along, below }) => along > -MOST_OVERLAP && Math.abs(below) < SAME_ROW.after)
    .sort((a, b) => a.along - b.along)
    .map(({ other }) => other);

/** The lines that start below it, at most so many heights away, the nearest first. */
export const below = (line: TextLine, lines: readonly TextLine[], most: number): TextLine[] =>
  lines
    .filter((other) => other !== line)
    .map((other) => ({ other, ...placeAfter(line, other) }))
    .filter(({ other, along, below: down }) => {
      const overlaps = along < 0 && along > -(lengthOf(line) + lengthOf(other)) / heightOf(line);
      return overlaps && down >= SAME_ROW.after && down <= most;
    })
    .sort((a, b) => a.below - b.below)
    .map(({ other }) => other);
