/** From the close-up net's logits to what is kept of them. */
import { deflateRawSync } from 'node:zlib';
import { LOGIT_STEPS } from '../../inspections/parts/close-up-map.ts';
import type { CloseUpFinds } from '../../inspections/photos/finds.ts';
import type { Model } from '../engine/manifest.ts';
import type { Letterbox } from '../pixels/letterbox.ts';

/** Raise it whenever the same outputs are kept in another way: the stored finds are then void. */
export const CLOSE_UP_POST_PROCESSING = 1;

export function closeUpFinds(
  logits: Float32Array,
  { scale }: Pick<Letterbox, 'scale'>,
  { classes, size }: Pick<Model, 'classes' | 'size'>,
): CloseUpFinds {
  const cells = Math.round(Math.sqrt(logits.length / classes.length));
  const steps = Int8Array.from(logits, (logit) =>
    Math.max(-128, Math.min(127, Math.round(logit * LOGIT_STEPS) || 0)),
  );
  return {
    parts: classes,
    logits: deflateRawSync(steps).toString('base64'),
    pixels_per_cell: size / cells / scale,
  };
}
