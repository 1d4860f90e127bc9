/** Pictures whose quarters are red, green, blue and white, so that a test sees which way up they are. */
import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

export const RED = [255, 0, 0];
export const GREEN = [0, 255, 0];
export const BLUE = [0, 0, 255];
export const WHITE = [255, 255, 255];

export function drawCorners(width = 128, height = 96): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const left = x < width / 2;
      const color = y < height / 2 ? (left ? RED : GREEN) : left ? BLUE : WHITE;
      pixels.set(color, (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Noise does not compress: for photos of a real size. */
export const drawNoise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

/** The colors in the middle of the four quarters: upper left, upper right, lower left, lower right. */
export async function cornersOf(file: string | Buffer) {
  const { data, info } = await sharp(file)
    .flatten()
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return [...data.subarray(from, from + 3)].map((value) => (value > 127 ? 255 : 0));
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}
