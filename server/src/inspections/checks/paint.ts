/** Whether two photos show vehicles of clearly different color, as the paint model names them. Where it is not sure, nothing is said. */
import { forCellsInside } from '../geometry/cells-inside.ts';
import { factsOf } from '../parts/part-facts.ts';
import { familyOf, type PartFamily } from '../parts/part-families.ts';
import { isPart } from '../parts/parts.ts';
import type { Polygon } from '../records/place.ts';
import { type PhotoColors, THUMBPRINT } from './thumbprint.ts';
import { LEAST_BODY_COLOR, LEAST_PAINT_CELLS, ONE_COLOR } from './tuning.ts';

/** How likely each color is. */
export type Paint = Record<string, number>;

type PartPlace = { part_type: string; polygons: readonly Polygon[] };

/** One paint can be called either, in another light or by another eye. */
const NEIGHBORS: readonly (readonly [string, string])[] = [
  ['white', 'silver'],
  ['silver', 'gray'],
  ['gray', 'black'],
  ['white', 'brown'],
  ['silver', 'brown'],
  ['gray', 'brown'],
  ['red', 'orange'],
  ['orange', 'brown'],
  ['orange', 'yellow'],
  ['yellow', 'brown'],
  ['yellow', 'green'],
  ['green', 'blue'],
  ['blue', 'purple'],
  ['purple', 'red'],
  ['purple', 'black'],
];

/** Bumpers, sills, pillars and roofs are black on many a white vehicle. */
const IN_BODY_COLOR: readonly PartFamily[] = [
  'door_back',
  'door_front',
  'fender_back',
  'fender_front',
  'hood',
  'trunk',
];

const isInBodyColor = ({ part_type }: PartPlace) =>
  isPart(part_type) && IN_BODY_COLOR.includes(familyOf(part_type));

/** Cells of a thumbprint. */
const cellsOn = (
  { width, height }: Pick<PhotoColors, 'width' | 'height'>,
  parts: readonly PartPlace[],
): number => {
  const [across, down] = [THUMBPRINT.width / width, THUMBPRINT.height / height];
  const inside = new Set<number>();
  for (const { polygons } of parts) {
    const scaled = polygons.map((polygon) =>
      polygon.map(([x, y]): [number, number] => [x * across, y * down]),
    );
    forCellsInside(scaled, THUMBPRINT.width, 1, (at) => inside.add(at));
  }
  return inside.size;
};

/** On a mirror or a strip along an edge too little paint is in sight to name its color. */
export const showsPaint = (
  photo: Pick<PhotoColors, 'width' | 'height'>,
  parts: readonly PartPlace[],
): boolean => {
  const painted = parts.filter(({ part_type }) => factsOf(part_type).surface !== 'unpainted');
  const cells = cellsOn(photo, painted);
  return (
    cells >= LEAST_PAINT_CELLS && cellsOn(photo, painted.filter(isInBodyColor)) >= LEAST_BODY_COLOR * cells
  );
};

/** The probability that both are of one color, or of two that one paint can be called. */
const likelyOneColor = (one: Paint, other: Paint) => {
  const both = (a: string, b: string) => (one[a] ?? 0) * (other[b] ?? 0);
  return (
    Object.keys(one).reduce((sum, color) => sum + both(color, color), 0) +
    NEIGHBORS.reduce((sum, [a, b]) => sum + both(a, b) + both(b, a), 0)
  );
};

export const isOtherPaint = (one: Paint, other: Paint): boolean => likelyOneColor(one, other) < ONE_COLOR;
