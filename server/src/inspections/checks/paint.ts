/**
 * Whether two photos show paint of clearly different colors. Of white, gray and black only the extremes are told apart: light
 * and shade change them too much. Where it cannot be told, nothing is said.
 */
import { forCellsInside } from '../geometry/cells-inside.ts';
import { factsOf } from '../parts/part-facts.ts';
import { familyOf, type PartFamily } from '../parts/part-families.ts';
import { isPart } from '../parts/parts.ts';
import type { Polygon } from '../records/place.ts';
import { CHANNELS, type PhotoColors, THUMBPRINT } from './thumbprint.ts';
import {
  BLUE_REACHES,
  BRIGHT,
  DARK,
  HAS_COLOR,
  LACKS_COLOR,
  LEAST_CHROMA,
  LEAST_CHROMA_OF_BLUE,
  LEAST_LIGHT,
  LEAST_PAINT_CELLS,
  LEAST_SURROUNDINGS,
  SAME_HUE,
  SIMILAR_HUE,
  STANDS_OUT,
} from './tuning.ts';

export type PartPlace = { part_type: string; polygons: readonly Polygon[] };

type Cell = { hue: number; chroma: number; lightness: number };
export type Paint = {
  /** By degrees of hue, the share of the paint that has at least a trace of this color. */
  traces: Float64Array;
  /** Of a vehicle that clearly has a color. */
  hue: number | null;
  /** Of doors, fenders and lids that are nearly black in a photo that is not dark, or nearly white. */
  tone: 'dark' | 'bright' | null;
};

const BLUE = 270;
/** Bumpers, sills, pillars and roofs are black on many a white vehicle. */
const IN_BODY_COLOR: readonly PartFamily[] = [
  'door_back',
  'door_front',
  'fender_back',
  'fender_front',
  'hood',
  'trunk',
];

const linear = (value: number) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const root = (share: number) => (share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116);

/** CIELAB, white D65. */
const cellOf = (red: number, green: number, blue: number): Cell => {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  const [reddish, yellowish] = [500 * (x - y), 200 * (y - z)];
  return {
    hue: (Math.atan2(yellowish, reddish) * 180) / Math.PI,
    chroma: Math.hypot(reddish, yellowish),
    lightness: 116 * y - 16,
  };
};

const degreesApart = (one: number, other: number) => {
  const apart = Math.abs(one - other) % 360;
  return Math.min(apart, 360 - apart);
};

/** Places of the thumbprint. */
const placesOn = (photo: PhotoColors, parts: readonly PartPlace[]): Set<number> => {
  const [across, down] = [THUMBPRINT.width / photo.width, THUMBPRINT.height / photo.height];
  const inside = new Set<number>();
  for (const { polygons } of parts) {
    const scaled = polygons.map((polygon) =>
      polygon.map(([x, y]): [number, number] => [x * across, y * down]),
    );
    forCellsInside(scaled, THUMBPRINT.width, 1, (at) => inside.add(at));
  }
  return inside;
};

const cellAt = ({ colors }: PhotoColors, at: number) => {
  const [red, green, blue] = colors.subarray(at * CHANNELS, (at + 1) * CHANNELS);
  return cellOf(red!, green!, blue!);
};

/** Null where too little paint is in sight. */
export const paintOn = (photo: PhotoColors, parts: readonly PartPlace[]): Paint | null => {
  const painted = parts.filter(({ part_type }) => factsOf(part_type).surface !== 'unpainted');
  const places = placesOn(photo, painted);
  if (places.size < LEAST_PAINT_CELLS) return null;
  const whole = Array.from({ length: THUMBPRINT.width * THUMBPRINT.height }, (_, at) => cellAt(photo, at));
  const cells = whole.filter((_, at) => places.has(at));
  const panels = painted.filter(
    ({ part_type }) => isPart(part_type) && IN_BODY_COLOR.includes(familyOf(part_type)),
  );
  const onPanels = placesOn(photo, panels);
  return {
    traces: tracesOf(cells),
    hue: hueOf(
      cells,
      whole.filter((_, at) => !places.has(at)),
    ),
    tone: toneOf(
      whole.filter((_, at) => onPanels.has(at)),
      whole,
    ),
  };
};

const toneOf = (cells: readonly Cell[], whole: readonly Cell[]): Paint['tone'] => {
  if (cells.length < LEAST_PAINT_CELLS) return null;
  const share = (is: (lightness: number) => boolean) => shareOf(cells, ({ lightness }) => is(lightness));
  if (share((lightness) => lightness >= BRIGHT.half) >= 0.5 && share((one) => one >= BRIGHT.most) >= 0.75)
    return 'bright';
  if (share((lightness) => lightness <= DARK) < 0.75) return null;
  return shareOf(whole, ({ lightness }) => lightness >= LEAST_LIGHT) >= 0.5 ? 'dark' : null;
};

const isBlue = (hue: number) => degreesApart(hue, BLUE) < BLUE_REACHES;

const hasColor = ({ hue, chroma }: Cell) => chroma >= (isBlue(hue) ? LEAST_CHROMA_OF_BLUE : LEAST_CHROMA);

const shareOf = (cells: readonly Cell[], is: (cell: Cell) => boolean) =>
  cells.filter(is).length / cells.length;

const hueOf = (cells: readonly Cell[], surroundings: readonly Cell[]): number | null => {
  const colored = cells.filter(hasColor);
  const sum = (of: (radians: number) => number) =>
    colored.reduce((total, { hue }) => total + of((hue * Math.PI) / 180), 0);
  const hue = (Math.atan2(sum(Math.sin), sum(Math.cos)) * 180) / Math.PI;
  const share = shareOf(cells, (cell) => hasColor(cell) && degreesApart(cell.hue, hue) < SAME_HUE);
  return share >= HAS_COLOR && (isBlue(hue) || standsOut(cells, surroundings, hue)) ? hue : null;
};

/** A street lamp colors a white vehicle and the street alike. Where little else is in sight, nothing speaks against the color. */
const standsOut = (cells: readonly Cell[], surroundings: readonly Cell[], hue: number) => {
  if (surroundings.length < LEAST_SURROUNDINGS) return true;
  const strengthOf = (some: readonly Cell[]) =>
    medianOf(some.map((cell) => cell.chroma * Math.cos(((cell.hue - hue) * Math.PI) / 180)));
  return strengthOf(cells) - strengthOf(surroundings) >= STANDS_OUT;
};

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Half of the chroma is enough to doubt: dirt, dust and glare take the color off paint. */
const tracesOf = (cells: readonly Cell[]): Float64Array => {
  const traces = new Float64Array(360);
  for (const { hue, chroma } of cells)
    if (chroma >= LEAST_CHROMA / 2) traces[(Math.floor(hue) + 360) % 360]! += 1 / cells.length;
  return traces;
};

const lacks = ({ traces }: Paint, hue: number) => {
  let share = 0;
  for (let shift = -SIMILAR_HUE; shift < SIMILAR_HUE; shift++)
    share += traces[(Math.floor(hue) + shift + 720) % 360]!;
  return share < LACKS_COLOR;
};

const isOtherTone = (one: Paint, other: Paint) =>
  one.tone !== null && other.tone !== null && one.tone !== other.tone;

export const isOtherPaint = (one: Paint, other: Paint): boolean =>
  isOtherTone(one, other) ||
  (one.hue !== null && lacks(other, one.hue)) ||
  (other.hue !== null && lacks(one, other.hue));
