/** One decode of a photo for all that look at it: the models' picture, and the measures of its quality. */
import sharp from 'sharp';
import { openPicture } from '../../decoding/affordable.ts';
import type { QualityMeasures } from '../../inspections/photos/compliance.ts';
import { PADDING } from './letterbox.ts';
import { asPicture, decodePhoto, type Picture, refuseOthers, unreadable } from './picture.ts';
import { measured, measureQuality, QUALITY_SIDE } from './quality.ts';

/** `longestSide` is null where no model looks. */
export type DecodeRequest = { longestSide: number | null; maxPixels: number; quality: boolean };
export type Decoded = { picture: Picture | null; quality: QualityMeasures | null };

export async function decodeOnce(
  photo: Uint8Array | string,
  { longestSide, maxPixels, quality }: DecodeRequest,
): Promise<Decoded> {
  if (longestSide === null)
    return { picture: null, quality: quality ? await measureQuality(photo).catch(unreadable) : null };
  if (!quality) return { picture: await decodePhoto(photo, { longestSide, maxPixels }), quality: null };
  return await decodeForBoth(photo, longestSide, maxPixels);
}

/**
 * The JPEG codec halves the sides while it decodes, and both sizes are made from what it gives out: of most photos
 * they have the very pixels that they would have from a decode of their own.
 */
async function decodeForBoth(
  photo: Uint8Array | string,
  longestSide: number,
  maxPixels: number,
): Promise<Decoded> {
  const { picture, metadata } = await openPicture(photo, { maxPixels }).catch(unreadable);
  refuseOthers(metadata.format);
  const { width, height } = metadata.autoOrient;
  const needed = Math.max(longestSide, QUALITY_SIDE);
  const part = [8, 4, 2].find((halved) => Math.floor(Math.max(width, height) / halved) >= needed) ?? 1;
  const [across, down] = [width, height].map((side) => Math.max(1, Math.floor(side / part)));
  const { data, info } = await picture
    .autoOrient()
    .resize(across, down, { fit: 'fill', kernel: 'linear' })
    .flatten({ background: { r: PADDING, g: PADDING, b: PADDING } })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const size = { width, height };
  return {
    picture: await asPicture(sharp(data, { raw }), longestSide, size),
    quality: await measured(sharp(data, { raw }), size),
  };
}
