/** Findings cut out of a photo. */
import sharp from 'sharp';
import { pixelsOf } from '../../inspections/geometry/boxes.ts';
import type { Cutting } from '../../inspections/ports/ports.ts';
import { uprightPixels } from '../pixels/upright-pixels.ts';

/** JPEGs. The photo is decoded once: it may have dozens of parts and damages to be cut out. */
export const cutOuts = async (photo: Uint8Array, cuttings: readonly Cutting[]): Promise<Uint8Array[]> => {
  const { data, raw } = await uprightPixels(photo);
  const pictures: Uint8Array[] = [];
  for (const { box, quality } of cuttings) {
    const cut = sharp(data, { raw }).extract(pixelsOf(box, raw));
    pictures.push(await cut.jpeg({ quality: Math.round(100 * quality) }).toBuffer());
  }
  return pictures;
};
