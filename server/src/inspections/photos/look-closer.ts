/** Small things are seen better from close by: the parts of a photo that are looked at one by one. */
import type { BoundingBox } from '../records/records.ts';

/** Raise it whenever other parts of a photo are looked at: plates and faces are then looked for anew from close by. */
export const TILES_POST_PROCESSING = 1;

/** Of each side, so that what one tile cuts is whole on the next. */
const SHARE = 0.6;

export const tilesOf = ({ width, height }: { width: number; height: number }): BoundingBox[] => {
  const tile = { width: Math.round(SHARE * width), height: Math.round(SHARE * height) };
  const [right, bottom] = [width - tile.width, height - tile.height];
  return [0, right].flatMap((xmin) => [0, bottom].map((ymin) => ({ xmin, ymin, ...tile })));
};

/** A box on a tile, on the photo. */
export const onPhoto = (box: BoundingBox, tile: BoundingBox): BoundingBox => ({
  ...box,
  xmin: box.xmin + tile.xmin,
  ymin: box.ymin + tile.ymin,
});
