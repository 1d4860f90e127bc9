/** From a spooled file to a photo that everyone sees the same way: upright, whole, without metadata. */
import { writeFile } from 'node:fs/promises';
import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { checkCost } from '../../decoding/affordable.ts';
import { isExif, readExif } from '../../decoding/exif.ts';
import { refuseIfTooHeavy } from '../../decoding/heavy-work.ts';
import { invalidImage } from '../../inspections/problems/photos.ts';
import type { PhotoFormat, Rotation } from '../../inspections/vocabulary.ts';
import type { SpooledPhoto } from '../blobs/spool.ts';
import { storageFailed } from '../storage-failed.ts';
import { hasHiddenParts } from './hidden-parts.ts';

type UprightPhoto = {
  /** What is to be kept is in the other file. */
  rewritten: boolean;
  mimetype: string;
  extension: string;
  width: number;
  height: number;
  binarySize: number;
  /** By the clock of the camera. */
  takenAt: string | null;
};

const DEGREES: Record<Rotation, number> = {
  NO_ROTATION: 0,
  CLOCKWISE_90: 90,
  CLOCKWISE_180: 180,
  CLOCKWISE_270: 270,
};

/** How to undo each EXIF orientation: mirror left to right first, then turn clockwise. */
const UNDO: Record<number, { mirror: boolean; degrees: number }> = {
  1: { mirror: false, degrees: 0 },
  2: { mirror: true, degrees: 0 },
  3: { mirror: false, degrees: 180 },
  4: { mirror: true, degrees: 180 },
  5: { mirror: true, degrees: 270 },
  6: { mirror: false, degrees: 90 },
  7: { mirror: true, degrees: 90 },
  8: { mirror: false, degrees: 270 },
};

type ToUpright = Pick<SpooledPhoto, 'path' | 'format' | 'size' | 'orientation' | 'takenAt'> & {
  rotation: Rotation;
  maxPixels: number;
  /** Where to write it if it cannot be kept as it is. */
  target: string;
};

export async function makeUpright(given: ToUpright): Promise<UprightPhoto> {
  const { path, format, size, orientation, rotation, maxPixels, target } = given;
  const heic = format === 'heic' ? await decodedHeic(path, maxPixels) : null;
  const input = heic?.tiff ?? path;
  // A JPEG's last bytes were seen already; slight damage in the middle still makes a useful picture.
  const options: SharpOptions = {
    limitInputPixels: false,
    failOn: format === 'jpeg' ? 'truncated' : 'error',
  };
  const metadata = await sharp(input, options).metadata().catch(damaged);
  const { width, height } = metadata;
  checkKind(format, metadata);
  const bytes = checkCost(metadata, maxPixels);
  // The metadata of a JPEG is gone from the file already.
  const takenAt = given.takenAt !== undefined ? given.takenAt : (heic?.takenAt ?? dateTaken(metadata));

  const { mirror, degrees } = UNDO[orientation ?? metadata.orientation ?? 1] ?? UNDO[1]!;
  const turn = (degrees + DEGREES[rotation]) % 360;
  const rewrite = mirror || turn !== 0 || (await mustBeRewritten(path, format, metadata));
  const extension = rewrite && format !== 'png' ? 'jpg' : EXTENSIONS[format];
  const mimetype = rewrite && format !== 'png' ? 'image/jpeg' : `image/${format}`;

  if (!rewrite && format === 'jpeg' && !metadata.isProgressive) {
    await decodeTop(path, options, metadata);
    return { rewritten: false, mimetype, extension, width, height, binarySize: size, takenAt };
  }
  refuseIfTooHeavy(bytes);
  if (!rewrite) {
    await (format === 'jpeg' ? decodeTop(path, options, metadata) : decodeOnce(path, options));
    return { rewritten: false, mimetype, extension, width, height, binarySize: size, takenAt };
  }
  const picture = sharp(input, options).flop(mirror).rotate(turn);
  // Optimised coding would save a few per cent of the file and triple the memory.
  const encoded =
    format === 'png'
      ? picture.png()
      : picture
          .flatten({ background: '#ffffff' })
          .jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false });
  const written = await encoded.toBuffer({ resolveWithObject: true }).catch(damaged);
  await writeFile(target, written.data).catch(fileFailed);
  const { info } = written;
  return {
    rewritten: true,
    mimetype,
    extension,
    width: info.width,
    height: info.height,
    binarySize: info.size,
    takenAt,
  };
}

const dateTaken = ({ exif }: Metadata) => (exif && isExif(exif) ? readExif(exif).taken_at : null);

/** Its decoder is loaded only for the first one. */
const decodedHeic = async (path: string, maxPixels: number) =>
  (await import('./heic.ts')).decodeHeic(path, maxPixels);

const EXTENSIONS: Record<PhotoFormat, string> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  tiff: 'jpg',
  heic: 'jpg',
};

function checkKind(format: PhotoFormat, metadata: Metadata) {
  const expected = { jpeg: 'jpeg', png: 'png', webp: 'webp', avif: 'heif', tiff: 'tiff', heic: 'tiff' }[
    format
  ];
  if (metadata.format !== expected) throw damaged();
  // Camera raw files are TIFFs whose first picture is a stamp-sized preview.
  if (metadata.subifds) throw invalidImage('This is a camera raw file. Export it as a JPEG and send that.');
}

async function mustBeRewritten(path: string, format: PhotoFormat, metadata: Metadata): Promise<boolean> {
  if (format === 'jpeg') return false;
  if (format === 'tiff' || format === 'heic') return true;
  if (metadata.exif || metadata.xmp || metadata.iptc || metadata.comments?.length) return true;
  return await hasHiddenParts(path, format);
}

const decodeOnce = (path: string, options: SharpOptions) =>
  sharp(path, options).resize(64, 64, { fit: 'inside' }).raw().toBuffer().catch(damaged);

/**
 * What makes a JPEG impossible to show, such as a missing table, comes out at its first lines. They cost next to
 * nothing, unless their colors are converted, or the picture comes in several scans: then all of it is decoded.
 */
const decodeTop = async (path: string, options: SharpOptions, metadata: Metadata) => {
  const { width, height, space } = metadata;
  const top = sharp(path, { ...options, ignoreIcc: true })
    .pipelineColourspace(space)
    .toColourspace(space)
    .extract({ left: 0, top: 0, width: Math.min(width, 64), height: Math.min(height, 16) })
    .raw();
  await top.toBuffer().catch(damaged);
};

const fileFailed = (error: unknown): never => {
  throw storageFailed(error);
};

function damaged(): never {
  throw invalidImage('The photo is damaged or incomplete and cannot be decoded. Send it again.');
}
