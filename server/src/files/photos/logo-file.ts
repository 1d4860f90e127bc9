/** Receives a logo and re-encodes it as a small picture. */
import type { Readable } from 'node:stream';
import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import { invalidImage } from '../../inspections/problems/photos.ts';
import { malformedRequest, tooLarge } from '../../inspections/problems/requests.ts';
import { sniff } from './sniff.ts';

const MAX_BYTES = 2 * 2 ** 20;
const SMALL_PICTURES: WorkModule<typeof import('./small-pictures.ts')> = new URL(
  './small-pictures.ts',
  import.meta.url,
);
const FORMATS = ['png', 'jpeg', 'webp'];

const bytesOf = async (source: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw malformedRequest(
      `The logo stopped before it was complete: ${(error as Error).message}. Send it again.`,
    );
  }
  if (size > MAX_BYTES) throw tooLarge('The logo is larger than 2 MB, the limit. Send a smaller one.');
  return Buffer.concat(chunks);
};

export const readLogo = async (source: Readable, signal?: AbortSignal): Promise<Uint8Array> => {
  const bytes = await bytesOf(source);
  const sniffed = sniff(bytes);
  const looksLike = sniffed.format ?? sniffed.looksLike;
  if (!FORMATS.includes(looksLike))
    throw invalidImage(`This file cannot be a logo: it looks like ${looksLike}. Send a PNG, JPEG or WebP.`);
  return await inDecoder(SMALL_PICTURES, 'paintLogo', [bytes], signal);
};
