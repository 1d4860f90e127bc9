/** Cuts a picture into tiles and sums up the gradients of each, once nearly as it is and once smoothed. */
import { lumaOf, type Pixels, smoothed, softened } from './pixels.ts';
import { SHARPNESS_SPREAD, SMOOTHING_RADIUS, TILE } from './tuning.ts';

/** The gradient products are means per pixel, so that their projection on a direction is its energy. */
export type Tile = {
  weight: number;
  mean: number;
  fine: { xx: number; xy: number; yy: number };
  coarse: { xx: number; xy: number; yy: number };
};

type Planes = { luma: Uint8Array; fine: Float32Array; coarse: Float32Array; width: number };
type Area = { left: number; right: number; top: number; bottom: number };

export function gradientTiles(pixels: Pixels): Tile[] {
  const { width, height } = pixels;
  const luma = lumaOf(pixels);
  const fine = softened(luma, width, height);
  const coarse = smoothed(luma, width, height, SMOOTHING_RADIUS);
  const columns = Math.max(1, Math.round(width / TILE));
  const rows = Math.max(1, Math.round(height / TILE));
  const tiles: Tile[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      // The outermost pixels have no neighbors on one side.
      const area = {
        left: Math.max(1, Math.round((column * width) / columns)),
        right: Math.min(width - 1, Math.round(((column + 1) * width) / columns)),
        top: Math.max(1, Math.round((row * height) / rows)),
        bottom: Math.min(height - 1, Math.round(((row + 1) * height) / rows)),
      };
      if (area.right <= area.left || area.bottom <= area.top) continue;
      const x = (column + 0.5) / columns - 0.5;
      const y = (row + 0.5) / rows - 0.5;
      const weight = Math.exp(-(x * x + y * y) / (2 * SHARPNESS_SPREAD * SHARPNESS_SPREAD));
      tiles.push({ weight, ...sumUp({ luma, fine, coarse, width }, area) });
    }
  }
  return tiles;
}

function sumUp({ luma, fine, coarse, width }: Planes, { left, right, top, bottom }: Area) {
  let fineXX = 0;
  let fineXY = 0;
  let fineYY = 0;
  let coarseXX = 0;
  let coarseXY = 0;
  let coarseYY = 0;
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left, at = y * width + left; x < right; x++, at++) {
      const above = at - width;
      const below = at + width;
      const fineX = fine[at + 1]! - fine[at - 1]!;
      const fineY = fine[below]! - fine[above]!;
      const coarseX = coarse[at + 1]! - coarse[at - 1]!;
      const coarseY = coarse[below]! - coarse[above]!;
      fineXX += fineX * fineX;
      fineXY += fineX * fineY;
      fineYY += fineY * fineY;
      coarseXX += coarseX * coarseX;
      coarseXY += coarseX * coarseY;
      coarseYY += coarseY * coarseY;
      sum += luma[at]!;
    }
  }
  const size = (right - left) * (bottom - top);
  return {
    mean: sum / size,
    fine: { xx: fineXX / size, xy: fineXY / size, yy: fineYY / size },
    coarse: { xx: coarseXX / size, xy: coarseXY / size, yy: coarseYY / size },
  };
}
