/** Photos taken with the camera on its side: the text on them runs up or down. */
import sharp from 'sharp';
import type { Pixels } from '../pixels/pixels.ts';
import type { TextBox } from './text-box.ts';
import { MOST_OF_TEXT } from './tuning.ts';

export const isFlat = ({ ux, uy }: TextBox) => Math.abs(ux) >= Math.abs(uy);

/** By the direction that most of the text runs in. Whether it stands on its head, reading it tells. */
export function liesOnSide(boxes: readonly TextBox[]): boolean {
  const length = (some: readonly TextBox[]) => some.reduce((sum, { width }) => sum + width, 0);
  return length(boxes.filter((box) => !isFlat(box))) > MOST_OF_TEXT * length(boxes);
}

/** Text that is read down the photo is upright after a quarter against the clock. */
export async function turnedPixels(pixels: Pixels): Promise<Pixels> {
  const { data, info } = await sharp(pixels.data, {
    raw: { width: pixels.width, height: pixels.height, channels: pixels.channels as 1 | 3 },
  })
    .rotate(270)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** A box on the turned picture, where it lies on the picture as it was. */
export const turnedBack = (box: TextBox, { width }: Pixels): TextBox => ({
  ...box,
  x: width - box.y,
  y: box.x,
  ux: -box.uy,
  uy: box.ux,
});
