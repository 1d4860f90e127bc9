/** A whole photo as pixels, to be shown again: upright, sRGB, white behind what is transparent. */
import type { Raw } from 'sharp';
import { openPicture } from '../../decoding/affordable.ts';

export const uprightPixels = async (photo: Uint8Array): Promise<{ data: Buffer; raw: Raw }> => {
  const { picture } = await openPicture(photo);
  const { data, info } = await picture
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
};
