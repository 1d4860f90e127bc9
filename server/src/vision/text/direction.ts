/** Whether lines are upside down. The network may be wrong on one line, rarely on all lines of a photo together. */
import type { Pixels } from '../pixels/pixels.ts';
import { LINE_HEIGHT, sampleLine, widthOf } from './line-pixels.ts';
import type { TextBox } from './text-box.ts';
import type { Network } from './text-sessions.ts';

const WIDTH = 192;
/** The widest lines know best. */
const ASKED = 12;

export async function standOnHead(
  direction: Network,
  pixels: Pixels,
  boxes: readonly TextBox[],
): Promise<boolean> {
  const asked = boxes.toSorted((a, b) => b.width - a.width).slice(0, ASKED);
  if (asked.length === 0) return false;
  const size = 3 * LINE_HEIGHT * WIDTH;
  const numbers = new Float32Array(asked.length * size);
  for (const [i, box] of asked.entries())
    sampleLine(pixels, box, numbers, i * size, WIDTH, Math.min(WIDTH, widthOf(box)));
  const { data } = await direction(numbers, [asked.length, 3, LINE_HEIGHT, WIDTH]);
  let lead = 0;
  for (const [i, { width }] of asked.entries()) lead += width * (data[2 * i + 1]! - 0.5);
  return lead > 0;
}
