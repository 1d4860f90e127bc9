/**
 * Decodes HEIC, which sharp's build cannot; in a decoder's process, because it is synchronous, slow, and a hostile file
 * can hang it. Answers with an uncompressed TIFF that sharp reads like any other photo, because only a file can carry
 * the color profile along (phones use wide-gamut ones).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { checkCost } from '../../decoding/affordable.ts';
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
  _malloc(size: number): number;
  _free(address: number): void;
  HEAPU8: Uint8Array;
};

/** Two numbers and a pointer, with room to spare. */
const ERROR_BYTES = 16;

const libheif = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Libheif;

const damaged = () =>
  invalidImage('The photo is damaged or incomplete: the HEIC cannot be decoded. Send it again.');

/** Four samples, as they are coded and as they come out. */
const HELD_TWICE = { channels: 4, depth: 'uchar', format: 'tiff', isProgressive: true } as const;
/** Than the codecs of sharp, by this factor. */
const SLOWER = 2;

export async function decodeHeic(path: string, maxPixels: number): Promise<Uint8Array> {
  try {
    return await decode(path, maxPixels);
  } catch (error) {
    if (error instanceof Problem || isTooHeavy(error)) throw error;
    // The decoder's memory may be in any state.
    retire();
    throw damaged();
  }
}

async function decode(path: string, maxPixels: number): Promise<Uint8Array> {
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
    return target.tiff;
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
  const error = libheif._malloc(ERROR_BYTES);
  const target = libheif._malloc(size);
  libheif._heif_image_handle_get_raw_color_profile(error, handle, target);
  const profile = libheif.HEAPU8.slice(target, target + size);
  libheif._free(target);
  libheif._free(error);
  return profile;
}
