/**
 * Decodes HEIC, which sharp's build cannot; in a decoder's process, because it is synchronous, slow, and a hostile file
 * can hang it. Answers with an uncompressed TIFF that sharp reads like any other photo, because only a file can carry
 * the color profile along (phones use wide-gamut ones).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { checkCost } from '../../decoding/affordable.ts';
import { EXIF_MARK, readExif } from '../../decoding/exif.ts';
import { isTooHeavy, refuseIfTooHeavy, retire } from '../../decoding/heavy-work.ts';
import { invalidImage } from '../../inspections/problems/photos.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import { tiffFromRgba } from './rgba-tiff.ts';

type HeifImage = {
  handle: { $$: { ptr: number } };
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  display(target: { data: Uint8Array; width: number; height: number }, done: (result: unknown) => void): void;
  free(): void;
};
type Libheif = {
  HeifDecoder: new () => { decoder: number | null; decode(file: Buffer): HeifImage[] };
  heif_context_free(context: number): void;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, target: number): void;
  _heif_image_handle_get_list_of_metadata_block_IDs(
    handle: number,
    type: number,
    ids: number,
    most: number,
  ): number;
  _heif_image_handle_get_metadata_size(handle: number, id: number): number;
  _heif_image_handle_get_metadata(error: number, handle: number, id: number, target: number): void;
  _malloc(size: number): number;
  _free(address: number): void;
  HEAPU8: Uint8Array;
};

/** Two numbers and a pointer, with room to spare. */
const ERROR_BYTES = 16;

/** As much as a JPEG has room for. */
const MOST_EXIF_BYTES = 64 * 1024;

const libheif = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Libheif;

const damaged = () =>
  invalidImage('The photo is damaged or incomplete: the HEIC cannot be decoded. Send it again.');

/** Four samples, as they are coded and as they come out. */
const HELD_TWICE = { channels: 4, depth: 'uchar', format: 'tiff', isProgressive: true } as const;
/** Than the codecs of sharp, by this factor. */
const SLOWER = 2;

/** `takenAt`: by the clock of the camera, as in a JPEG. */
export type DecodedHeic = { tiff: Uint8Array; takenAt: string | null };

export async function decodeHeic(path: string, maxPixels: number): Promise<DecodedHeic> {
  try {
    return await decode(path, maxPixels);
  } catch (error) {
    if (error instanceof Problem || isTooHeavy(error)) throw error;
    // The decoder's memory may be in any state.
    retire();
    throw damaged();
  }
}

async function decode(path: string, maxPixels: number): Promise<DecodedHeic> {
  const decoder = new libheif.HeifDecoder();
  const images = decoder.decode(readFileSync(path));
  try {
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
    if (!image) throw damaged();
    // Both sizes are those after the rotation that the file asks for; the decoder applies it.
    const width = image.get_width();
    const height = image.get_height();
    const cost = { ...HELD_TWICE, width, height };
    refuseIfTooHeavy(SLOWER * checkCost(cost, maxPixels));
    const target = tiffFromRgba(width, height, colorProfile(image));
    const result = await new Promise((resolve) =>
      image.display({ data: target.pixels, width, height }, resolve),
    );
    if (!result) throw damaged();
    return { tiff: target.tiff, takenAt: dateTaken(image) };
  } finally {
    for (const image of images) image.free();
    if (decoder.decoder) libheif.heif_context_free(decoder.decoder);
  }
}

/** The C interface: the JavaScript one has no way to the profile. */
function colorProfile(image: HeifImage): Uint8Array {
  const handle = image.handle.$$.ptr;
  const size = libheif._heif_image_handle_get_raw_color_profile_size(handle);
  if (size === 0) return new Uint8Array();
  return copied(size, (error, target) =>
    libheif._heif_image_handle_get_raw_color_profile(error, handle, target),
  );
}

function dateTaken(image: HeifImage): string | null {
  const handle = image.handle.$$.ptr;
  const id = firstExif(handle);
  if (id === null) return null;
  const size = libheif._heif_image_handle_get_metadata_size(handle, id);
  if (size < 4 || size > MOST_EXIF_BYTES) return null;
  const block = Buffer.from(
    copied(size, (error, target) => libheif._heif_image_handle_get_metadata(error, handle, id, target)),
  );
  // It begins with the number of bytes between this number and the directories (ISO 23008-12, A.2.1).
  const start = 4 + block.readUInt32BE(0);
  return readExif(Buffer.concat([Buffer.from(EXIF_MARK, 'latin1'), block.subarray(start)])).taken_at;
}

function firstExif(handle: number): number | null {
  const type = Buffer.from('Exif\0', 'latin1');
  const at = libheif._malloc(8 + type.length);
  libheif.HEAPU8.set(type, at + 8);
  const found = libheif._heif_image_handle_get_list_of_metadata_block_IDs(handle, at + 8, at, 1);
  const id = Buffer.from(libheif.HEAPU8.slice(at, at + 4)).readUInt32LE(0);
  libheif._free(at);
  return found > 0 ? id : null;
}

/** What the C interface writes to an address of its own. */
function copied(size: number, write: (error: number, target: number) => void): Uint8Array {
  const error = libheif._malloc(ERROR_BYTES);
  const target = libheif._malloc(size);
  write(error, target);
  const bytes = libheif.HEAPU8.slice(target, target + size);
  libheif._free(target);
  libheif._free(error);
  return bytes;
}
