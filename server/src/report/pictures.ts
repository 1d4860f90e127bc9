/**
 * The photos as they go into the report: small, each embedded once however often it is shown, and read a few ahead
 * of where the report is. None is ever decoded larger than the report can use: JPEG and WebP are shrunk while they
 * are decoded, other formats line by line.
 */
import sharp from 'sharp';
import { Problem } from '../inspections/problem.ts';
import type { BoundingBox, Image } from '../inspections/records.ts';

// Each picture is new: what the library would keep is only memory.
sharp.cache(false);

/** Long sides in pixels. */
const PHOTO = 800;
const CROP = 480;
const LARGEST = 1600;
const AHEAD = 2;
const JPEG = { quality: 78 };

export type Wanted = { image: Image; crops: { id: string; box: BoundingBox }[] };
type Prepared = { photo: PDFKit.OpenedImage; crops: Map<string, PDFKit.OpenedImage> };

export type Pictures = {
  photo(imageId: string): Promise<PDFKit.OpenedImage | null>;
  crop(imageId: string, id: string): Promise<PDFKit.OpenedImage | null>;
};

/** So large that the smallest of the crops is sharp, and no larger. */
const workingSize = ({ image, crops }: Wanted) => {
  const long = Math.max(image.width, image.height);
  const needed = crops.map(({ box }) => (CROP * long) / Math.max(box.width, box.height));
  return Math.min(LARGEST, Math.max(PHOTO, ...needed));
};

const fitting = (size: number) =>
  ({ width: Math.round(size), height: Math.round(size), fit: 'inside', withoutEnlargement: true }) as const;

const shrunk = (bytes: Uint8Array, size: number) =>
  sharp(bytes, { failOn: 'error' })
    .resize(fitting(size))
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');

const scaledInto = (
  box: BoundingBox,
  scale: number,
  { width, height }: { width: number; height: number },
) => {
  const left = Math.min(width - 1, Math.max(0, Math.round(box.xmin * scale)));
  const top = Math.min(height - 1, Math.max(0, Math.round(box.ymin * scale)));
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(box.width * scale))),
    height: Math.max(1, Math.min(height - top, Math.round(box.height * scale))),
  };
};

const prepare = async (wanted: Wanted, bytes: Uint8Array) => {
  if (wanted.crops.length === 0)
    return { photo: await shrunk(bytes, PHOTO).jpeg(JPEG).toBuffer(), crops: [] };
  const { data, info } = await shrunk(bytes, workingSize(wanted)).raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const photo = await sharp(data, { raw }).resize(fitting(PHOTO)).jpeg(JPEG).toBuffer();
  const scale = info.width / wanted.image.width;
  const crops: { id: string; picture: Buffer }[] = [];
  for (const { id, box } of wanted.crops) {
    const cut = sharp(data, { raw }).extract(scaledInto(box, scale, info));
    crops.push({ id, picture: await cut.resize(fitting(CROP)).jpeg(JPEG).toBuffer() });
  }
  return { photo, crops };
};

/** `wanted` in the order in which the report will ask; `show` opens the picture that may be shown of an image. */
export const createPictures = (
  doc: PDFKit.PDFDocument,
  wanted: readonly Wanted[],
  show: (image: Image) => Promise<Uint8Array>,
): Pictures => {
  const places = new Map(wanted.map(({ image }, index) => [image.id, index]));
  const begun: Promise<Prepared | null>[] = [];

  const embed = (picture: Buffer) => doc.openImage(picture);
  // Missing or damaged: the report says so in its place and goes on. When the store is away it is tried again.
  const make = async (one: Wanted): Promise<Prepared | null> => {
    try {
      const { photo, crops } = await prepare(one, await show(one.image));
      return { photo: embed(photo), crops: new Map(crops.map(({ id, picture }) => [id, embed(picture)])) };
    } catch (error) {
      if (error instanceof Problem && error.status === 503) throw error;
      return null;
    }
  };
  // One is made while the one before it is written; more at once would only take more memory.
  const next = async (one: Wanted) => {
    await begun.at(-1)?.catch(() => {});
    return make(one);
  };
  const get = async (imageId: string) => {
    const place = places.get(imageId);
    if (place === undefined) return null;
    for (let i = begun.length; i < wanted.length && i <= place + AHEAD; i++) {
      const making = next(wanted[i]!);
      // Told to whoever asks for it, and to nobody where the report ends before.
      making.catch(() => {});
      begun.push(making);
    }
    return begun[place]!;
  };
  return {
    photo: async (imageId) => (await get(imageId))?.photo ?? null,
    crop: async (imageId, id) => (await get(imageId))?.crops.get(id) ?? null,
  };
};
