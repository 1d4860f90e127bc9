/** What is cut out of a photo around a finding. */
import type { Json } from '../records/json.ts';
import type { BoundingBox } from '../records/place.ts';

/** `margin`: around the finding, as a share of its sides. `ratio`: width to height of the cutting. */
export type CuttingOptions = { generate_tight: boolean; margin: number; ratio: number; quality: number };

/** What the interface of the specification names as its defaults. */
export const CUTTING_DEFAULTS: CuttingOptions = {
  generate_tight: false,
  margin: 0,
  ratio: 4 / 3,
  quality: 0.9,
};

export const cuttingOptions = (given: unknown): CuttingOptions | null =>
  given === undefined || given === null ? null : { ...CUTTING_DEFAULTS, ...(given as Json) };

/** A span of this length around the middle, moved rather than cut where the photo ends. */
const span = (middle: number, length: number, limit: number): [number, number] => {
  const fitting = Math.min(length, limit);
  return [Math.min(limit - fitting, Math.max(0, middle - fitting / 2)), fitting];
};

/** Tight is the finding and its margin alone; else as much more as the ratio asks for. */
export const cuttingAround = (
  { xmin, ymin, width, height }: BoundingBox,
  { generate_tight, margin, ratio }: CuttingOptions,
  photo: { width: number; height: number },
): BoundingBox => {
  let [across, down] = [width * (1 + 2 * margin), height * (1 + 2 * margin)];
  if (!generate_tight) [across, down] = [Math.max(across, down * ratio), Math.max(down, across / ratio)];
  const [left, wide] = span(xmin + width / 2, across, photo.width);
  const [top, high] = span(ymin + height / 2, down, photo.height);
  return { xmin: left, ymin: top, width: wide, height: high };
};
