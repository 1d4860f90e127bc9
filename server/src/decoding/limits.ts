/** Refusals of pictures that would cost more than a photo may. */
import { invalidImage } from '../inspections/problems/photos.ts';

const millions = (count: number) => Number((count / 1_000_000).toPrecision(3));

export const tooManyPixels = (width: number, height: number, maxPixels: number) =>
  invalidImage(
    `The photo has ${width} × ${height} pixels, which is ${millions(width * height)} megapixels; the limit is ${millions(maxPixels)}. Send a smaller one.`,
  );

export const tooLongSide = (width: number, height: number, longest: number) =>
  invalidImage(
    `The photo has ${width} × ${height} pixels; no side may have more than ${longest}. Send a smaller one.`,
  );

export const needsTooMuchMemory = (bytes: number, limit: number) =>
  invalidImage(
    `Decoding the photo would take ${millions(bytes)} MB of memory; the limit is ${millions(limit)} MB. Send it smaller, or as an ordinary JPEG.`,
  );
