/** The same photo twice: also in another format, another size or coded again. */

import { CHANNELS, type PhotoColors, THUMBPRINT } from './thumbprint.ts';
import { COPY_DIFFERENCE, COPY_DIFFERENCE_IN_TILE, SAME_SHAPE } from './tuning.ts';

const TILE = 12;
const TILES_ACROSS = THUMBPRINT.width / TILE;
const TILES = (TILES_ACROSS * THUMBPRINT.height) / TILE;

const shapeOf = ({ width, height }: PhotoColors) => width / height;

/** The tile of each value of a thumbprint. */
const TILE_OF = Uint8Array.from({ length: THUMBPRINT.width * THUMBPRINT.height * CHANNELS }, (_, at) => {
  const pixel = Math.floor(at / CHANNELS);
  const [x, y] = [pixel % THUMBPRINT.width, Math.floor(pixel / THUMBPRINT.width)];
  return Math.floor(y / TILE) * TILES_ACROSS + Math.floor(x / TILE);
});

/** The mean over each tile of a value of the thumbprint. */
const tileMeans = (valueAt: (at: number) => number): Float64Array => {
  const sums = new Float64Array(TILES);
  for (let at = 0; at < TILE_OF.length; at++) sums[TILE_OF[at]!]! += valueAt(at);
  return sums.map((sum) => sum / (TILE * TILE * CHANNELS));
};

/** A photo as it is compared with others. */
export type Tiled = { photo: PhotoColors; tiles: Float64Array };

export const tiled = (photo: PhotoColors): Tiled => ({
  photo,
  tiles: tileMeans((at) => photo.colors[at]!),
});

const isCopy = (one: Tiled, other: Tiled): boolean => {
  if (Math.abs(shapeOf(one.photo) / shapeOf(other.photo) - 1) > SAME_SHAPE) return false;
  // Tells nearly all pairs apart without a look at their pixels.
  if (one.tiles.some((mean, tile) => Math.abs(mean - other.tiles[tile]!) > COPY_DIFFERENCE_IN_TILE))
    return false;
  const [first, second] = [one.photo.colors, other.photo.colors];
  const differences = tileMeans((at) => Math.abs(first[at]! - second[at]!));
  const mean = differences.reduce((sum, value) => sum + value, 0) / TILES;
  return mean <= COPY_DIFFERENCE && Math.max(...differences) <= COPY_DIFFERENCE_IN_TILE;
};

/** Each group is a photo and its copies, in the order of the photos. */
export const copiesAmong = (photos: readonly Tiled[]): string[][] => {
  const groups: { first: Tiled; ids: string[] }[] = [];
  for (const one of photos) {
    const group = groups.find(({ first }) => isCopy(first, one));
    if (group) group.ids.push(one.photo.id);
    else groups.push({ first: one, ids: [one.photo.id] });
  }
  return groups.map(({ ids }) => ids).filter(({ length }) => length > 1);
};
