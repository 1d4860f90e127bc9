/** How a picture lies on the input of a model: scaled to fit into its square, at the top left, the rest gray. */

type Sides = { width: number; height: number };

/**
 * `scale` is input pixels per pixel of the picture; `width` and `height` are the upright picture's own. `input` is the
 * model's whole square, or what is left of it without the gray margin.
 */
export type Letterbox = Sides & { size: number; scale: number; input: Sides };

/** The color around the pictures when the models were trained. */
export const PADDING = 114;

/** A model that takes sides of any multiple sees the gray margin up to the next multiple only: it would take time and tell nothing. */
export function letterbox(size: number, width: number, height: number, multiple = size): Letterbox {
  const scale = size / Math.max(width, height);
  const fitted = fittedSize({ size, scale, width, height });
  const side = (pixels: number) => Math.min(size, Math.ceil(pixels / multiple) * multiple);
  return { size, scale, width, height, input: { width: side(fitted.width), height: side(fitted.height) } };
}

/** The picture's size on the square, in whole pixels; a strip keeps at least one row. */
export const fittedSize = ({ size, scale, width, height }: Omit<Letterbox, 'input'>): Sides => ({
  width: Math.min(size, Math.max(1, Math.round(width * scale))),
  height: Math.min(size, Math.max(1, Math.round(height * scale))),
});

/** RGB pixels → planes of numbers from 0 to 255, in place; gray goes into all three planes. */
export function fillPlanes(
  target: Float32Array,
  input: Sides,
  pixels: Sides & { data: Uint8Array; channels: number },
) {
  const { data, width, height, channels } = pixels;
  const plane = input.width * input.height;
  const [green, blue] = channels >= 3 ? [1, 2] : [0, 0];
  for (let y = 0, from = 0; y < height; y++) {
    const row = y * input.width;
    for (let at = row; at < row + width; at++, from += channels) {
      target[at] = data[from]!;
      target[at + plane] = data[from + green]!;
      target[at + 2 * plane] = data[from + blue]!;
    }
    for (let channel = 0; channel < 3; channel++)
      target.fill(PADDING, channel * plane + row + width, channel * plane + row + input.width);
  }
  for (let channel = 0; channel < 3; channel++)
    target.fill(PADDING, channel * plane + height * input.width, (channel + 1) * plane);
}
