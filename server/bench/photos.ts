import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';

export const MEGABYTE = 1_000_000;

/** Noise is what a JPEG compresses least: with it, the quality sets the size of the file. */
const noise = (width: number, height: number) => {
  const pixels = randomFillSync(Buffer.alloc(width * height));
  for (let at = 0; at < pixels.length; at++) pixels[at] = 64 + (pixels[at]! >> 1);
  return sharp(pixels, { raw: { width, height, channels: 1 } });
};

/** The smallest JPEG of these pixels that has so many bytes or more. */
export const photoOf = async (bytes: number, width: number, height: number): Promise<Buffer> => {
  const picture = noise(width, height).toColourspace('srgb');
  let [tooLow, enough] = [0, 100];
  let best = await picture.clone().jpeg({ quality: enough }).toBuffer();
  while (enough - tooLow > 1) {
    const quality = (tooLow + enough) >> 1;
    const photo = await picture.clone().jpeg({ quality }).toBuffer();
    if (photo.length < bytes) tooLow = quality;
    else [enough, best] = [quality, photo];
  }
  return best;
};

export const smallPhoto = () => noise(640, 480).jpeg().toBuffer();
