/** A square of the photo at another size, with what is not meant dimmed. What lies outside of the photo is gray. */
import { PADDING } from '../pixels/letterbox.ts';
import type { Pixels } from '../pixels/pixels.ts';

/** In pixels of the photo. */
export type Square = { left: number; top: number; side: number };

/** Where the samples of a row or column of the crop lie among `count` others: the one before, the one after, and how near each is. */
export function samplesAlong(from: number, step: number, size: number, count: number) {
  const [before, after] = [new Int32Array(size), new Int32Array(size)];
  const [ofBefore, ofAfter] = [new Float32Array(size), new Float32Array(size)];
  for (let i = 0; i < size; i++) {
    const place = from + (i + 0.5) * step - 0.5;
    const cell = Math.floor(place);
    // What lies outside weighs nothing.
    if (cell >= 0 && cell < count) {
      before[i] = cell;
      ofBefore[i] = cell + 1 - place;
    }
    if (cell + 1 >= 0 && cell + 1 < count) {
      after[i] = cell + 1;
      ofAfter[i] = place - cell;
    }
  }
  return { before, after, ofBefore, ofAfter };
}

/** Drawn on `to` from the column `at` on, `size` pixels wide and high. `kept`: how much of the pixel is not turned to gray. */
export function drawSquare(
  photo: Pixels,
  { left, top, side }: Square,
  to: Pixels,
  { at = 0, size }: { at?: number; size: number },
  kept: (x: number, y: number) => number,
): void {
  const across = samplesAlong(left, side / size, size, photo.width);
  const down = samplesAlong(top, side / size, size, photo.height);
  const { data: from, channels, width } = photo;
  const color = channels >= 3 ? 1 : 0;
  for (let y = 0; y < size; y++) {
    const [upper, lower] = [down.before[y]! * width, down.after[y]! * width];
    const [ofUpper, ofLower] = [down.ofBefore[y]!, down.ofAfter[y]!];
    for (let x = 0, pixel = (y * to.width + at) * 3; x < size; x++, pixel += 3) {
      const share = kept(x, y);
      const upperLeft = share * ofUpper * across.ofBefore[x]!;
      const upperRight = share * ofUpper * across.ofAfter[x]!;
      const lowerLeft = share * ofLower * across.ofBefore[x]!;
      const lowerRight = share * ofLower * across.ofAfter[x]!;
      const gray = PADDING * (1 - upperLeft - upperRight - lowerLeft - lowerRight) + 0.5;
      const one = (upper + across.before[x]!) * channels;
      const two = (upper + across.after[x]!) * channels;
      const three = (lower + across.before[x]!) * channels;
      const four = (lower + across.after[x]!) * channels;
      for (let channel = 0; channel < 3; channel++) {
        const of = channel * color;
        to.data[pixel + channel] =
          gray +
          upperLeft * from[one + of]! +
          upperRight * from[two + of]! +
          lowerLeft * from[three + of]! +
          lowerRight * from[four + of]!;
      }
    }
  }
}
