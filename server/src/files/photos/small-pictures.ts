/** Pictures made smaller, in a decoder's process: previews of photos, and logos. */
import { writeFile } from 'node:fs/promises';
import { openPicture } from '../../decoding/affordable.ts';
import { isTooHeavy } from '../../decoding/heavy-work.ts';
import { invalidImage } from '../../inspections/problems/photos.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import { storageFailed } from '../storage-failed.ts';

/** As large as the report and the page ever show it, on a fine screen. */
const LOGO = { width: 480, height: 240 };
const MOST_LOGO_PIXELS = 40_000_000;

const refusing = (sentence: string) => (error: unknown) => {
  throw error instanceof Problem || isTooHeavy(error) ? error : invalidImage(sentence);
};

export const makePreview = async (path: string, target: string, width: number, maxPixels: number) => {
  const isNone = refusing('No preview can be made of this file.');
  const { picture } = await openPicture(path, { maxPixels, failOn: 'warning' }).catch(isNone);
  const small = await picture
    .resize(width, undefined, { withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(isNone);
  await writeFile(target, small).catch((error) => {
    throw storageFailed(error);
  });
};

/** Painted anew: what else the file held is gone. */
export const paintLogo = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const isNone = refusing('This file cannot be shown as a picture. Save it anew as PNG and send that.');
  const limits = { maxPixels: MOST_LOGO_PIXELS, failOn: 'warning' } as const;
  const { picture } = await openPicture(bytes, limits).catch(isNone);
  return await picture
    .autoOrient()
    .resize({ ...LOGO, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
    .catch(isNone);
};
