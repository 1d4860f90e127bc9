/** Takes a logo off the wire and paints it anew, small: what else the file held is gone. */
import type { Readable } from 'node:stream';
import sharp from 'sharp';
import { invalidImage, malformedRequest, tooLarge } from '../inspections/problem.ts';
import { sniff } from './sniff.ts';

const MAX_BYTES = 2 * 2 ** 20;
const MAX_PIXELS = 40_000_000;
/** As large as the report and the page ever show it, on a fine screen. */
const SIZE = { width: 480, height: 240 };
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

export const readLogo = async (source: Readable): Promise<Uint8Array> => {
  const bytes = await bytesOf(source);
  const sniffed = sniff(bytes);
  const looksLike = sniffed.format ?? sniffed.looksLike;
  if (!FORMATS.includes(looksLike))
    throw invalidImage(`This file cannot be a logo: it looks like ${looksLike}. Send a PNG, JPEG or WebP.`);
  return sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ ...SIZE, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
    .catch(() => {
      throw invalidImage('This file cannot be shown as a picture. Save it anew as PNG and send that.');
    });
};
