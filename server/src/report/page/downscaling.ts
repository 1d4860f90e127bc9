/**
 * Pictures made as small as the report needs them, in a decoder. None is decoded larger than the report can use: JPEG
 * and WebP are shrunk while they are decoded, other formats line by line.
 */
import sharp from 'sharp';
import { openPicture } from '../../decoding/affordable.ts';
import { pixelsOf } from '../../inspections/geometry/boxes.ts';
import type { BoundingBox } from '../../inspections/records/place.ts';

/** Long sides in pixels. */
const PHOTO = 800;
const CROP = 480;
const LARGEST = 1600;
const LOGO = { width: 480, height: 240 };
const JPEG = { quality: 78 };

type Size = { width: number; height: number };
type Crop = { id: string; box: BoundingBox };

/** So large that the smallest of the crops is sharp, and no larger. */
const workingSize = ({ width, height }: Size, crops: readonly Crop[]) => {
  const long = Math.max(width, height);
  const needed = crops.map(({ box }) => (CROP * long) / Math.max(box.width, box.height));
  return Math.min(LARGEST, Math.max(PHOTO, ...needed));
};

const fitting = (size: number) =>
  ({ width: Math.round(size), height: Math.round(size), fit: 'inside', withoutEnlargement: true }) as const;

const shrunk = async (picture: Uint8Array, size: number) =>
  (await openPicture(picture, { failOn: 'error' })).picture
    .resize(fitting(size))
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');

/** JPEGs of the photo and of what is to be cut out of it. */
export const downscalePhoto = async (size: Size, wanted: readonly Crop[], bytes: Uint8Array) => {
  if (wanted.length === 0)
    return { photo: await (await shrunk(bytes, PHOTO)).jpeg(JPEG).toBuffer(), crops: [] };
  const working = await shrunk(bytes, workingSize(size, wanted));
  const { data, info } = await working.raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const photo = await sharp(data, { raw }).resize(fitting(PHOTO)).jpeg(JPEG).toBuffer();
  const scale = info.width / size.width;
  const crops: { id: string; picture: Uint8Array }[] = [];
  for (const { id, box } of wanted) {
    const cut = sharp(data, { raw }).extract(pixelsOf(box, info, scale));
    crops.push({ id, picture: await cut.resize(fitting(CROP)).jpeg(JPEG).toBuffer() });
  }
  return { photo, crops };
};

export const downscaleLogo = async (path: string): Promise<Uint8Array> => {
  const { picture } = await openPicture(path, { failOn: 'warning' });
  return await picture
    .resize({ ...LOGO, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
};
