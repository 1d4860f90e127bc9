/**
 * Tells whether a picture file holds anything besides the picture: text, EXIF, XMP, private chunks, a
 * second picture, bytes after the end. Such a file is rewritten instead of being kept as it is. The
 * decoder reports only the kinds of metadata that it knows, therefore the containers are read here.
 */
import { type FileHandle, open } from 'node:fs/promises';

const PNG_PARTS = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs hIST'.split(' '),
);
/** It is compressed: one that is larger could unfold to a hundred megabytes in the program that shows the photo. */
const MOST_PROFILE_BYTES = 64 * 1024;
const WEBP_PARTS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);
const AVIF_PARTS = new Set(['ftyp', 'meta', 'mdat']);

/** More parts than any honest encoder writes: reading on would only cost time. */
const MOST_PARTS = 10_000;

type Part = { type: string; end: number };
type ReadPart = (file: FileHandle, at: number, size: number) => Promise<Part>;

export async function hasHiddenParts(path: string, format: 'png' | 'webp' | 'avif'): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (format === 'png') return await anyOther(file, 8, size, PNG_PARTS, readPngPart);
    if (format === 'webp') return await anyOther(file, 12, size, WEBP_PARTS, readWebpPart);
    return await anyOther(file, 0, size, AVIF_PARTS, readAvifPart);
  } finally {
    await file.close();
  }
}

async function anyOther(file: FileHandle, start: number, size: number, known: Set<string>, read: ReadPart) {
  let at = start;
  for (let parts = 0; at < size; parts++) {
    const part = await read(file, at, size);
    if (!known.has(part.type) || part.end <= at || parts > MOST_PARTS) return true;
    at = part.end;
    if (part.type === 'IEND') return at !== size;
  }
  return at !== size;
}

const readPngPart: ReadPart = async (file, at) => {
  const head = await bytes(file, at, 8);
  const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)];
  const isBomb = type === 'iCCP' && length > MOST_PROFILE_BYTES;
  return { type: isBomb ? 'too much profile' : type, end: at + 12 + length };
};

const readWebpPart: ReadPart = async (file, at) => {
  const head = await bytes(file, at, 8);
  const length = head.readUInt32LE(4);
  return { type: head.toString('latin1', 0, 4), end: at + 8 + length + (length % 2) };
};

const readAvifPart: ReadPart = async (file, at, size) => {
  const head = await bytes(file, at, 16);
  const short = head.readUInt32BE(0);
  const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
  return { type: head.toString('latin1', 4, 8), end: at + length };
};

async function bytes(file: FileHandle, at: number, count: number): Promise<Buffer> {
  const { buffer } = await file.read(Buffer.alloc(count), 0, count, at);
  return buffer;
}
