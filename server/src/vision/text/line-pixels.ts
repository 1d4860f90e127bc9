/** A line of text cut out of a photo along its own direction, as the numbers that the networks take. */
import type { Pixels } from '../pixels/pixels.ts';
import type { TextBox } from './text-box.ts';

/** The height of a line in every network that looks at lines. */
export const LINE_HEIGHT = 48;
/** Where a line must shrink, so many samples each way are averaged at most. */
const MOST_SAMPLES = 4;

/** Planes of blue, green and red from −1 to 1, written at `offset`; what is right of `width` stays as it is. */
export function sampleLine(
  { data, width: columns, height: rows, channels }: Pixels,
  { x, y, ux, uy, width: along, height: across }: TextBox,
  target: Float32Array,
  offset: number,
  stride: number,
  width: number,
) {
  const [stepX, stepY] = [along / width, across / LINE_HEIGHT];
  const samples = Math.min(MOST_SAMPLES, Math.max(1, Math.round(Math.min(stepX, stepY))));
  const plane = stride * LINE_HEIGHT;
  const [green, blue] = channels >= 3 ? [1, 2] : [0, 0];
  const factor = 2 / (255 * samples * samples);
  for (let row = 0, at = offset; row < LINE_HEIGHT; row++, at += stride) {
    for (let column = 0; column < width; column++) {
      let r = 0;
      let g = 0;
      let b = 0;
      for (let i = 0; i < samples * samples; i++) {
        const a = (column + ((i % samples) + 0.5) / samples) * stepX - along / 2;
        const d = (row + (Math.floor(i / samples) + 0.5) / samples) * stepY - across / 2;
        const px = Math.min(columns - 1, Math.max(0, x + a * ux - d * uy - 0.5));
        const py = Math.min(rows - 1, Math.max(0, y + a * uy + d * ux - 0.5));
        const left = Math.floor(px);
        const top = Math.floor(py);
        const ne = (px - left) * (1 - (py - top));
        const se = (px - left) * (py - top);
        const sw = py - top - se;
        const nw = 1 - ne - se - sw;
        const first = (top * columns + left) * channels;
        const second = left + 1 < columns ? first + channels : first;
        const down = top + 1 < rows ? columns * channels : 0;
        r += nw * data[first]! + ne * data[second]! + sw * data[first + down]! + se * data[second + down]!;
        const f = first + green;
        const s = second + green;
        g += nw * data[f]! + ne * data[s]! + sw * data[f + down]! + se * data[s + down]!;
        const h = first + blue;
        const t = second + blue;
        b += nw * data[h]! + ne * data[t]! + sw * data[h + down]! + se * data[t + down]!;
      }
      target[at + column] = b * factor - 1;
      target[at + column + plane] = g * factor - 1;
      target[at + column + 2 * plane] = r * factor - 1;
    }
  }
}

/** How wide a line is when it is as high as the networks want it. */
export const widthOf = ({ width, height }: TextBox) =>
  Math.max(1, Math.round((LINE_HEIGHT * width) / height));
