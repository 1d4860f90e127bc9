import { invalidImage } from '../inspections/problem.ts';

const megapixels = (pixels: number) => Number((pixels / 1_000_000).toPrecision(3));

export const tooManyPixels = (width: number, height: number, maxPixels: number) =>
  invalidImage(
    `The photo has ${width} × ${height} pixels, which is ${megapixels(width * height)} megapixels; the limit is ${megapixels(maxPixels)}. Send a smaller one.`,
  );
