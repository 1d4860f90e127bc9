/** Opens a picture for decoding, unless its header tells that it would cost more than a photo may. */
import { readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { invalidImage } from '../inspections/problems/photos.ts';
import { refuseIfTooHeavy } from './heavy-work.ts';
import { walkJpeg } from './jpeg-segments.ts';
import { needsTooMuchMemory, tooLongSide, tooManyPixels } from './limits.ts';

// Each picture is seen once: what the library would keep is only memory, and a hold on temporary files.
sharp.cache(false);

/** What the library itself takes, for pictures whose pixels were counted when they came in. */
const MOST_PIXELS = 0x3fff ** 2;
/** The largest side that a JPEG, and so every preview, can have. */
const LONGEST_SIDE = 65_535;
/** Three samples of eight bits, held twice: a progressive photo of as many pixels as are allowed. */
const BYTES_PER_PIXEL = 6;
/** However few pixels are allowed. */
const ALWAYS_ALLOWED_BYTES = 100e6;
export type Picture = Uint8Array | string;
type Header = Pick<Metadata, 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'format'>;

const SAMPLE_BYTES: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 };

/** How often codecs hold the picture, as measured; interlaced and progressive ones twice, others never as a whole. */
const HELD: Record<string, number> = { heif: 6, webp: 3 };

const decodedBytes = ({ width, height, channels, depth, isProgressive, format }: Header) =>
  width * height * channels * (SAMPLE_BYTES[depth] ?? 8) * (HELD[format] ?? (isProgressive ? 2 : 1));

/** Answers how many bytes the decoded picture takes. */
export const checkCost = (header: Header, maxPixels = MOST_PIXELS): number => {
  const { width, height } = header;
  if (width * height > maxPixels) throw tooManyPixels(width, height, maxPixels);
  if (Math.max(width, height) > LONGEST_SIDE) throw tooLongSide(width, height, LONGEST_SIDE);
  const bytes = decodedBytes(header);
  const mostBytes = Math.max(BYTES_PER_PIXEL * maxPixels, ALWAYS_ALLOWED_BYTES);
  if (bytes > mostBytes) throw needsTooMuchMemory(bytes, mostBytes);
  return bytes;
};

const checkScans = async (jpeg: Picture) => {
  const walk = walkJpeg();
  walk.push(
    typeof jpeg === 'string'
      ? await readFile(jpeg)
      : Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength),
  );
  const excess = walk.excess();
  if (excess) throw invalidImage(excess);
};

type Limits = { maxPixels?: number; failOn?: SharpOptions['failOn'] };

/** Throws what the library says of a file that it cannot open. */
export const openPicture = async (
  source: Picture,
  { maxPixels, failOn = 'none' }: Limits = {},
): Promise<{ picture: Sharp; metadata: Metadata }> => {
  // The pixels are counted here, with a sentence that names them.
  const picture = sharp(source, { limitInputPixels: false, failOn });
  const metadata = await picture.metadata();
  refuseIfTooHeavy(checkCost(metadata, maxPixels));
  if (metadata.format === 'jpeg') await checkScans(source);
  return { picture, metadata };
};
