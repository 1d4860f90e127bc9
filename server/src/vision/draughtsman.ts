/** Pictures for people: photos with findings drawn in, and findings cut out. The pixels are worked on in native threads. */
import sharp from 'sharp';
import type { Draughtsman } from '../inspections/ports.ts';
import { blurred } from './blurring.ts';
import { drawSeen } from './drawing.ts';

export const createDraughtsman = (): Draughtsman => ({
  draw: drawSeen,
  blur: blurred,

  async cut(photo, cuttings) {
    // Decoded once: a photo may have dozens of parts and damages to be cut out.
    const { data, info } = await sharp(photo, { failOn: 'none' })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const pictures: Uint8Array[] = [];
    for (const { box, quality } of cuttings) {
      const left = Math.min(info.width - 1, Math.max(0, Math.round(box.xmin)));
      const top = Math.min(info.height - 1, Math.max(0, Math.round(box.ymin)));
      const width = Math.max(1, Math.min(info.width - left, Math.round(box.width)));
      const height = Math.max(1, Math.min(info.height - top, Math.round(box.height)));
      const cut = sharp(data, { raw }).extract({ left, top, width, height });
      pictures.push(await cut.jpeg({ quality: Math.round(100 * quality) }).toBuffer());
    }
    return pictures;
  },
});
