/**
 * Tells whether a picture file holds anything besides the picture: text, EXIF, XMP, private chunks, a
 * second picture, bytes after the end. Such a file is rewritten instead of being kept as it is. The
 * decoder reports only the kinds of metadata that it knows, therefore the containers are read here.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { bytesReferredTo } from './avif-extents.ts';

/** The parts that a picture needs, each with its most bytes; what is longer, or there twice, may hold anything. */
type Known = Record<string, number>;
/** An ICC profile of a camera or a screen; in PNG it is compressed, and a large one could unfold to a bomb. */
const PROFILE_BYTES = 8 * 1024;
const PNG_PARTS: Known = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Infinity,
  IEND: 0,
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  iCCP: PROFILE_BYTES,
  cICP: 4,
  mDCV: 24,
  cLLI: 8,
  sBIT: 4,
  pHYs: 9,
};
const WEBP_PARTS: Known = {
  'VP8 ': Infinity,
  VP8L: Infinity,
  VP8X: 10,
  ALPH: Infinity,
  ICCP: PROFILE_BYTES,
};
/** A picture of tiles has a line for each in its `meta`. */
const AVIF_PARTS: Known = { ftyp: 256, meta: 64 * 1024, mdat: Infinity };
/** Encoders cut the pixels of a PNG into many of these. */
const MAY_REPEAT = 'IDAT';

/** More parts than any honest encoder writes: reading on would only cost time. */
const MOST_PARTS = 10_000;

type Part = { type: string; start: number; length: number; end: number };
type ReadPart = (file: FileHandle, at: number, size: number) => Promise<Part>;

export async function hasHiddenParts(path: string, format: 'png' | 'webp' | 'avif'): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (format === 'png') return (await knownParts(file, 8, size, PNG_PARTS, readPngPart)) === null;
    if (format === 'webp') return (await knownParts(file, 12, size, WEBP_PARTS, readWebpPart)) === null;
    const parts = await knownParts(file, 0, size, AVIF_PARTS, readAvifPart);
    return parts === null || (await hidesInData(file, parts));
  } finally {
    await file.close();
  }
}

/** The parts of the file by their types; null where there is anything else in it. */
async function knownParts(file: FileHandle, start: number, size: number, known: Known, read: ReadPart) {
  const parts = new Map<string, Part>();
  let at = start;
  for (let count = 0; at < size; count++) {
    const part = await read(file, at, size);
    const { type, length, end } = part;
    if (length > (known[type] ?? -1) || end <= at || count > MOST_PARTS) return null;
    if (parts.has(type) && type !== MAY_REPEAT) return null;
    parts.set(type, part);
    at = end;
    if (type === 'IEND') break;
  }
  return at === size ? parts : null;
}

/** Bytes among the pixels that no picture of the file refers to. */
async function hidesInData(file: FileHandle, parts: Map<string, Part>) {
  const [meta, data] = [parts.get('meta'), parts.get('mdat')];
  if (!meta || !data) return true;
  const used = bytesReferredTo(await bytes(file, meta.start, meta.length));
  return data.length > used;
}

const readPngPart: ReadPart = async (file, at) => {
  const head = await bytes(file, at, 8);
  const length = head.readUInt32BE(0);
  return { type: head.toString('latin1', 4, 8), start: at + 8, length, end: at + 12 + length };
};

const readWebpPart: ReadPart = async (file, at) => {
  const head = await bytes(file, at, 8);
  const length = head.readUInt32LE(4);
  const type = head.toString('latin1', 0, 4);
  return { type, start: at + 8, length, end: at + 8 + length + (length % 2) };
};

const readAvifPart: ReadPart = async (file, at, size) => {
  const head = await bytes(file, at, 16);
  const short = head.readUInt32BE(0);
  const whole = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
  const start = at + (short === 1 ? 16 : 8);
  return { type: head.toString('latin1', 4, 8), start, length: at + whole - start, end: at + whole };
};

async function bytes(file: FileHandle, at: number, count: number): Promise<Buffer> {
  const { buffer } = await file.read(Buffer.alloc(count), 0, count, at);
  return buffer;
}
