/** The two facts that are read from EXIF metadata before it is cut out: how the camera was held, and when. */

export type Exif = {
  /** 1 to 8; 1 when it says none. */
  orientation: number;
  /** The clock of the camera, as 2026-11-16T09:30:00, with its offset from UTC where the camera knew it. */
  taken_at: string | null;
};

const ORIENTATION = 0x0112;
const EXIF_DIRECTORY = 0x8769;
const TAKEN_AT = 0x9003;
const TAKEN_OFFSET = 0x9011;

export const EXIF_MARK = 'Exif\0\0';
/** Before the first digital cameras: the clock was never set. */
const FIRST_YEAR = 1995;

/** The entries of a directory: by their tag, where their value or its address stands. Nothing outside of the bytes is read. */
function directoryIn(tiff: Buffer, at: number, little: boolean): Map<number, number> {
  const entries = new Map<number, number>();
  if (at + 2 > tiff.length) return entries;
  const count = little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  for (let entry = 0; entry < count; entry++) {
    const from = at + 2 + entry * 12;
    if (from + 12 > tiff.length) break;
    const tag = little ? tiff.readUInt16LE(from) : tiff.readUInt16BE(from);
    if (!entries.has(tag)) entries.set(tag, from + 8);
  }
  return entries;
}

function dateOf(date: string, offset: string): string | null {
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(date) ?? [];
  if (year === undefined || Number(year) < FIRST_YEAR) return null;
  const taken = `${year}-${month}-${day}T${time}`;
  // A day that no month has, such as 31 June, comes back as another one.
  const read = new Date(`${taken}Z`);
  if (Number.isNaN(read.getTime()) || !read.toISOString().startsWith(taken)) return null;
  return taken + (/^[+-](0\d|1[0-4]):[0-5]\d$/.test(offset) ? offset : '');
}

/** Reads a payload that starts with "Exif\0\0". */
export function readExif(payload: Buffer): Exif {
  const tiff = payload.subarray(EXIF_MARK.length);
  if (tiff.length < 14) return { orientation: 1, taken_at: null };
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const uint16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const uint32 = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const main = directoryIn(tiff, uint32(4), little);
  const turned = main.has(ORIENTATION) ? uint16(main.get(ORIENTATION)!) : 1;
  const inner = main.has(EXIF_DIRECTORY)
    ? directoryIn(tiff, uint32(main.get(EXIF_DIRECTORY)!), little)
    : new Map<number, number>();
  const text = (tag: number, length: number) => {
    if (!inner.has(tag)) return '';
    const from = uint32(inner.get(tag)!);
    return tiff.toString('latin1', from, from + length);
  };
  return {
    orientation: turned >= 1 && turned <= 8 ? turned : 1,
    taken_at: dateOf(text(TAKEN_AT, 19), text(TAKEN_OFFSET, 6)),
  };
}

export const isExif = (payload: Buffer) => payload.toString('latin1', 0, EXIF_MARK.length) === EXIF_MARK;
