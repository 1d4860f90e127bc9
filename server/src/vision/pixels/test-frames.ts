/** For tests: what a camera sees a moment later, made from the bundled pictures of a damaged car. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

export const picture = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../../../demo/pictures/${name}.jpg`, import.meta.url));

/** Moved by shares of its sides, nearer by a factor, and darker or brighter. */
export type Step = { across?: number; down?: number; nearer?: number; light?: number };

/** A frame with some room around it in the picture, so that the camera can move. */
export const frameOf = async (
  name: string,
  { across = 0, down = 0, nearer = 1, light = 1 }: Step = {},
): Promise<Buffer> => {
  const whole = await picture(name);
  const { width, height } = await sharp(whole).metadata();
  const [w, h] = [width, height].map((side) => Math.round((0.9 * side) / nearer)) as [number, number];
  return sharp(whole)
    .extract({
      left: Math.round((width - w) / 2 + across * width),
      top: Math.round((height - h) / 2 + down * height),
      width: w,
      height: h,
    })
    .resize(width, height)
    .modulate({ brightness: light })
    .jpeg({ quality: 60 })
    .toBuffer();
};
