/** Photos taken with the camera on its side: text tells which way is up. */
import sharp from 'sharp';
import type { Pixels } from '../pixels/pixels.ts';
import { standOnHead } from './direction.ts';
import type { TextBox } from './text-box.ts';
import type { Network } from './text-sessions.ts';
import { MOST_OF_TEXT } from './tuning.ts';

/** How many quarters clockwise the photo must be turned to be upright. */
type QuarterTurns = 0 | 1 | 2 | 3;

export const isFlat = ({ ux, uy }: TextBox) => Math.abs(ux) >= Math.abs(uy);

/** By the direction that most of the text runs in. */
export async function uprightTurn(
  direction: Network,
  pixels: Pixels,
  boxes: readonly TextBox[],
): Promise<QuarterTurns> {
  if (boxes.length === 0) return 0;
  const length = (some: readonly TextBox[]) => some.reduce((sum, { width }) => sum + width, 0);
  const steep = boxes.filter((box) => !isFlat(box));
  const lies = length(steep) > MOST_OF_TEXT * length(boxes);
  const flipped = await standOnHead(direction, pixels, lies ? steep : boxes.filter(isFlat));
  // Text that is read down the photo is upright after three quarters clockwise.
  if (lies) return flipped ? 1 : 3;
  return flipped ? 2 : 0;
}

export async function turnedPixels(pixels: Pixels, turns: QuarterTurns): Promise<Pixels> {
  if (turns === 0) return pixels;
  const { data, info } = await sharp(pixels.data, {
    raw: { width: pixels.width, height: pixels.height, channels: pixels.channels as 1 | 3 },
  })
    .rotate(90 * turns)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** A box on the turned picture, where it lies on the picture as it was. */
export function turnedBack(box: TextBox, turns: QuarterTurns, { width, height }: Pixels): TextBox {
  const { x, y, ux, uy } = box;
  if (turns === 1) return { ...box, x: y, y: height - x, ux: uy, uy: -ux };
  if (turns === 2) return { ...box, x: width - x, y: height - y, ux: -ux, uy: -uy };
  if (turns === 3) return { ...box, x: width - y, y: x, ux: -uy, uy: ux };
  return box;
}
