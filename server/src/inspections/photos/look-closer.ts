/** Small things are seen better from close by: the parts of a photo that are looked at one by one. */
import type { BoundingBox } from '../records/place.ts';
import { TILE_SHARE } from './tuning.ts';
/** Raise it whenever other parts of a photo are looked at: plates and faces are then looked for anew from close by. */
export const TILES_POST_PROCESSING = 1;

export const tilesOf = ({ width, height }: { width: number; height: number }): BoundingBox[] => {
  const tile = { width: Math.round(TILE_SHARE * width), height: Math.round(TILE_SHARE * height) };
  const [right, bottom] = [width - tile.width, height - tile.height];
  return [0, right].flatMap((xmin) => [0, bottom].map((ymin) => ({ xmin, ymin, ...tile })));
};

/** A box on a tile, on the photo. */
export const onPhoto = (box: BoundingBox, tile: BoundingBox): BoundingBox => ({
  ...box,
  xmin: box.xmin + tile.xmin,
  ymin: box.ymin + tile.ymin,
});
