import { openPicture } from '../../decoding/affordable.ts';
import { THUMBPRINT, type Thumbprint } from '../../inspections/checks/thumbprint.ts';

/** Raise it whenever the same photo has another thumbprint. */
export const THUMBPRINT_POST_PROCESSING = 1;

export const thumbprintOf = async (photo: Uint8Array): Promise<Thumbprint> => {
  const { picture } = await openPicture(photo);
  const colors = await picture
    .autoOrient()
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .resize({ ...THUMBPRINT, fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer();
  return { colors: colors.toString('base64') };
};
