/** How a picture lies on the square that a model sees: scaled to fit, at the top left, the rest gray. */

/** `scale` is input pixels per pixel of the picture; `width` and `height` are the upright picture's own. */
export type Letterbox = { size: number; scale: number; width: number; height: number };

/** The color around the pictures when the models were trained. */
export const PADDING = 114;

export const letterbox = (size: number, width: number, height: number): Letterbox => ({
  size,
  scale: size / Math.max(width, height),
  width,
  height,
});

/** The picture's size on the square, in whole pixels; a strip keeps at least one row. */
export const fittedSize = ({ size, scale, width, height }: Letterbox) => ({
  width: Math.min(size, Math.max(1, Math.round(width * scale))),
  height: Math.min(size, Math.max(1, Math.round(height * scale))),
});

/** RGB pixels → planes of numbers from 0 to 255, in place; gray goes into all three planes. */
export function fillPlanes(
  target: Float32Array,
  size: number,
  pixels: { data: Uint8Array; width: number; height: number; channels: number },
) {
  const { data, width, height, channels } = pixels;
  const plane = size * size;
  const [green, blue] = channels >= 3 ? [1, 2] : [0, 0];
  for (let y = 0, from = 0; y < height; y++) {
    const row = y * size;
    for (let at = row; at < row + width; at++, from += channels) {
      target[at] = data[from]!;
      target[at + plane] = data[from + green]!;
      target[at + 2 * plane] = data[from + blue]!;
    }
    for (let channel = 0; channel < 3; channel++)
      target.fill(PADDING, channel * plane + row + width, channel * plane + row + size);
  }
  for (let channel = 0; channel < 3; channel++)
    target.fill(PADDING, channel * plane + height * size, (channel + 1) * plane);
}
