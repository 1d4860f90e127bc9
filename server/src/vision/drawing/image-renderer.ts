/** Pictures for people: photos with findings drawn in or places blurred, and findings cut out. All of it in decoders. */
import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import type { ImageRenderer } from '../../inspections/ports/ports.ts';

const BLURRING: WorkModule<typeof import('./blurring.ts')> = new URL('./blurring.ts', import.meta.url);
const CUTTING: WorkModule<typeof import('./cutting.ts')> = new URL('./cutting.ts', import.meta.url);
const DRAWING: WorkModule<typeof import('./drawing.ts')> = new URL('./drawing.ts', import.meta.url);

export const createImageRenderer = (): ImageRenderer => ({
  draw: (photo, detections) => inDecoder(DRAWING, 'drawDetections', [photo, detections]),
  blur: (photo, boxes) => inDecoder(BLURRING, 'blurred', [photo, boxes]),
  cut: (photo, cuttings) => inDecoder(CUTTING, 'cutOuts', [photo, cuttings]),
});
