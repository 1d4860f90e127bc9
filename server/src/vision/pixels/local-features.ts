/**
 * Spots of a photo and how it looks around each, so that the same spot is found on another photo, nearer or farther: the
 * scale-invariant features of Lowe (2004). Of the description only what lies above its median is kept, a bit each.
 */
import { openPicture } from '../../decoding/affordable.ts';
import { type LocalFeature, type LocalFeatures, packed } from '../../inspections/matching/local-features.ts';
import { type KeyPoint, keyPointsOf, topOf } from './key-points.ts';
import { FEATURES_SIDE } from './tuning.ts';

/** Raise it whenever the same photo has other features. */
export const LOCAL_FEATURES_POST_PROCESSING = 1;

const TURN = 2 * Math.PI;
/** Directions of one spot, and how much weaker than the main one a second may be. */
const DIRECTIONS = 36;
const SECOND_DIRECTION = 0.8;
/** Around a spot 4 by 4 tiles, each with 8 directions. */
const TILES = 4;
const BINS = 8;
const TILE_PER_BLUR = 3;

type Visit = (dx: number, dy: number, slope: number, angle: number) => void;

/**
 * The pixels around a point, with how steeply and in which direction it gets brighter there. Where the picture is more
 * blurred, fewer of them tell as much.
 */
const around = ({ x, y, blur, level: { width, height, values } }: KeyPoint, reach: number, visit: Visit) => {
  const step = Math.max(1, Math.floor(blur / 1.2));
  const radius = step * Math.round(reach / step);
  const [left, top] = [Math.round(x), Math.round(y)];
  for (let row = top - radius; row <= top + radius; row += step)
    for (let column = left - radius; column <= left + radius; column += step) {
      const isOutside = row < 1 || column < 1 || row > height - 2 || column > width - 2;
      if (isOutside || (row - y) ** 2 + (column - x) ** 2 > reach ** 2) continue;
      const at = row * width + column;
      const right = values[at + 1]! - values[at - 1]!;
      const down = values[at + width]! - values[at - width]!;
      visit(column - x, row - y, Math.sqrt(right * right + down * down), Math.atan2(down, right));
    }
};

const smoothed = (bins: Float32Array) =>
  bins.map((value, at) => (bins.at(at - 1)! + 2 * value + bins[(at + 1) % bins.length]!) / 4);

/** The main directions around a point, in radians. */
const directionsOf = (point: KeyPoint): number[] => {
  const reach = 1.5 * point.blur;
  let bins = new Float32Array(DIRECTIONS);
  around(point, 3 * reach, (dx, dy, slope, angle) => {
    const bin = Math.round((DIRECTIONS * (angle + TURN)) / TURN) % DIRECTIONS;
    bins[bin]! += slope * Math.exp(-(dx * dx + dy * dy) / (2 * reach * reach));
  });
  for (let round = 0; round < 3; round++) bins = smoothed(bins);
  const most = Math.max(...bins);
  return [...bins.entries()].flatMap(([at, value]) => {
    const [before, after] = [bins.at(at - 1)!, bins[(at + 1) % DIRECTIONS]!];
    if (value < SECOND_DIRECTION * most || value <= before || value < after) return [];
    return (TURN * (at + topOf(before, value, after))) / DIRECTIONS;
  });
};

const descriptionOf = (point: KeyPoint, direction: number): Float32Array => {
  const bins = new Float32Array(TILES * TILES * BINS);
  const tile = TILE_PER_BLUR * point.blur;
  const [cos, sin] = [Math.cos(direction) / tile, Math.sin(direction) / tile];
  around(point, (tile * Math.SQRT2 * (TILES + 1)) / 2, (dx, dy, slope, angle) => {
    const [u, v] = [cos * dx + sin * dy, cos * dy - sin * dx];
    const [column, row] = [u + TILES / 2 - 0.5, v + TILES / 2 - 0.5];
    if (column <= -1 || row <= -1 || column >= TILES || row >= TILES) return;
    const bin = (BINS * (angle - direction + 2 * TURN)) / TURN;
    const weight = slope * Math.exp((-2 * (u * u + v * v)) / TILES ** 2);
    // Shared among the tiles and directions that it lies between.
    for (let r = Math.max(0, Math.floor(row)); r <= Math.min(TILES - 1, Math.floor(row) + 1); r++)
      for (let c = Math.max(0, Math.floor(column)); c <= Math.min(TILES - 1, Math.floor(column) + 1); c++) {
        const part = weight * (1 - Math.abs(row - r)) * (1 - Math.abs(column - c));
        const first = Math.floor(bin);
        const at = (r * TILES + c) * BINS;
        bins[at + (first % BINS)]! += part * (1 - bin + first);
        bins[at + ((first + 1) % BINS)]! += part * (bin - first);
      }
  });
  return bins;
};

const bitsOf = (description: Float32Array): Uint8Array => {
  const median = description.toSorted()[description.length / 2]!;
  const bits = new Uint8Array(description.length / 8);
  for (const [at, value] of description.entries()) if (value > median) bits[at >> 3]! |= 1 << (at & 7);
  return bits;
};

const featuresOf = (point: KeyPoint, scale: number): LocalFeature[] =>
  directionsOf(point).map((angle) => ({
    x: point.x * point.shrink * scale,
    y: point.y * point.shrink * scale,
    size: point.blur * point.shrink * scale,
    angle,
    bits: bitsOf(descriptionOf(point, angle)),
  }));

export const localFeaturesOf = async (photo: Uint8Array): Promise<LocalFeatures> => {
  const { picture } = await openPicture(photo);
  const { data, info } = await picture
    .autoOrient()
    .flatten({ background: '#808080' })
    .greyscale()
    .resize({ width: FEATURES_SIDE, height: FEATURES_SIDE, fit: 'inside' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const plane = {
    width: info.width,
    height: info.height,
    values: new Float32Array(data).map((grey) => grey / 255),
  };
  const { width, height } = plane;
  // In shares of the longer side: photos are stored larger than they are analyzed.
  return packed(keyPointsOf(plane).flatMap((point) => featuresOf(point, 1 / Math.max(width, height))));
};
