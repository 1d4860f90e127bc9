/** A photo decoded once for all models: upright, sRGB, no larger than they need, without transparency. */
import sharp from 'sharp';
import { openPicture } from '../../decoding/affordable.ts';
import { isTooHeavy } from '../../decoding/heavy-work.ts';
import { invalidImage } from '../../inspections/problems/photos.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import type { BoundingBox } from '../../inspections/records/place.ts';
import { enlarged } from './enlarging.ts';
import { fittedSize, type Letterbox, PADDING } from './letterbox.ts';
import type { Pixels } from './pixels.ts';

/** `width` and `height` are the upright photo's own; `pixels` may be smaller. */
export type Picture = { width: number; height: number; pixels: Pixels };

export type Area = { left: number; top: number; width: number; height: number };

// SVG, PDF and others that the decoder could open are documents, not photos.
const PHOTO_FORMATS = new Set(['jpeg', 'png', 'webp', 'heif', 'tiff']);

const unreadable = (cause: unknown): never => {
  if (cause instanceof Problem || isTooHeavy(cause)) throw cause;
  throw Object.assign(invalidImage('The photo cannot be decoded: the file is damaged. Send the original.'), {
    cause,
  });
};

export async function decodePhoto(
  photo: Uint8Array | string,
  { longestSide, maxPixels }: { longestSide: number; maxPixels: number },
): Promise<Picture> {
  // Whatever the intake accepted is analyzed: a damaged tail is no reason to refuse.
  const { picture, metadata } = await openPicture(photo, { maxPixels }).catch(unreadable);
  const { format, autoOrient } = metadata;
  if (!PHOTO_FORMATS.has(format))
    throw invalidImage(`This is ${format.toUpperCase()}, not a photo. Send a JPEG, PNG, WebP, AVIF or TIFF.`);
  const { data, info } = await picture
    .autoOrient()
    // The kernel is the one that the models were trained with.
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    .flatten({ background: { r: PADDING, g: PADDING, b: PADDING } })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  const pixels = { data, width: info.width, height: info.height, channels: info.channels };
  return { width: autoOrient.width, height: autoOrient.height, pixels };
}

/** The pixels of the picture, or of an area of it, in the size that the letterbox asks for. */
export async function fitted({ pixels }: Picture, fit: Letterbox, area?: Area): Promise<Pixels> {
  const { width, height } = fittedSize(fit);
  const wanted = area ? cutOut(pixels, area) : pixels;
  if (wanted.width === width && wanted.height === height) return wanted;
  if (wanted.width <= width && wanted.height <= height) return enlarged(wanted, width, height);
  const { data, info } = await sharp(wanted.data, {
    raw: { width: wanted.width, height: wanted.height, channels: wanted.channels as 1 | 3 },
  })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

export function cutOut({ data, width, channels }: Pixels, area: Area): Pixels {
  const row = area.width * channels;
  const cut = new Uint8Array(row * area.height);
  for (let y = 0; y < area.height; y++) {
    const from = ((area.top + y) * width + area.left) * channels;
    cut.set(data.subarray(from, from + row), y * row);
  }
  return { data: cut, width: area.width, height: area.height, channels };
}

/** The decoded pixels around a box of the photo. */
export function areaAround({ width, height, pixels }: Picture, box: BoundingBox, margin: number): Area {
  const around = margin * Math.max(box.width, box.height);
  const [across, down] = [pixels.width / width, pixels.height / height];
  const left = Math.max(0, Math.floor((box.xmin - around) * across));
  const top = Math.max(0, Math.floor((box.ymin - around) * down));
  const right = Math.min(pixels.width, Math.ceil((box.xmin + box.width + around) * across));
  const bottom = Math.min(pixels.height, Math.ceil((box.ymin + box.height + around) * down));
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
