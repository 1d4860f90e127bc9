/**
 * Decodes HEIC, which sharp's build cannot, in a thread of its own: the decoder is synchronous and slow,
 * and a hostile file can hang it. Answers with an uncompressed TIFF that sharp reads like any other photo,
 * because only a file can carry the colour profile along (phones use wide-gamut ones).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { tiffFromRgba } from './rgba-tiff.ts';

export type HeicRequest = { path: string; maxPixels: number };
export type HeicAnswer =
  | { tiff: Uint8Array<ArrayBuffer> }
  | { width: number; height: number }
  | { damaged: true };

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

parentPort?.on('message', (request: HeicRequest) => {
  decode(request).then(
    (answer) => parentPort?.postMessage(answer, 'tiff' in answer ? [answer.tiff.buffer] : []),
    () => parentPort?.postMessage({ damaged: true } satisfies HeicAnswer),
  );
});

async function decode({ path, maxPixels }: HeicRequest): Promise<HeicAnswer> {
  const decoder = new libheif.HeifDecoder();
  const images = decoder.decode(readFileSync(path));
  try {
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
    if (!image) return { damaged: true };
    // Both sizes are those after the rotation that the file asks for; the decoder applies it.
    const width = image.get_width();
    const height = image.get_height();
    if (width * height > maxPixels) return { width, height };
    const target = tiffFromRgba(width, height, colourProfile(image));
    const result = await new Promise((resolve) =>
      image.display({ data: target.pixels, width, height }, resolve),
    );
    return result ? { tiff: target.tiff } : { damaged: true };
  } finally {
    for (const image of images) image.free();
    if (decoder.decoder) libheif.heif_context_free(decoder.decoder);
  }
}

/** The C interface: the JavaScript one has no way to the profile. */
function colourProfile(image: HeifImage): Uint8Array {
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
