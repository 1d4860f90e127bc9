/** Findings cut out of a photo. */
import sharp from 'sharp';
import type { Cutting } from '../../inspections/ports/ports.ts';
import { uprightPixels } from '../pixels/upright-pixels.ts';

/** JPEGs. The photo is decoded once: it may have dozens of parts and damages to be cut out. */
export const cutOuts = async (photo: Uint8Array, cuttings: readonly Cutting[]): Promise<Uint8Array[]> => {
  const { data, raw } = await uprightPixels(photo);
  const pictures: Uint8Array[] = [];
  for (const { box, quality } of cuttings) {
    const left = Math.min(raw.width - 1, Math.max(0, Math.round(box.xmin)));
    const top = Math.min(raw.height - 1, Math.max(0, Math.round(box.ymin)));
    const width = Math.max(1, Math.min(raw.width - left, Math.round(box.width)));
    const height = Math.max(1, Math.min(raw.height - top, Math.round(box.height)));
    const cut = sharp(data, { raw }).extract({ left, top, width, height });
    pictures.push(await cut.jpeg({ quality: Math.round(100 * quality) }).toBuffer());
  }
  return pictures;
};
