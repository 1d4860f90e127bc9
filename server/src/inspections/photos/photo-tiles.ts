/** The tiles of a photo: models run on each tile to find what is small on the whole photo. */
import type { BoundingBox } from '../records/place.ts';
import { TILE_SHARE } from './tuning.ts';

/** Raise it whenever the tiles change: plates and faces are then searched for again. */
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
