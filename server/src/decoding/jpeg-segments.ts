/**
 * Walks through a JPEG while its bytes pass, in chunks of any size, and lets only the picture through:
 * every segment that may hold personal data (Exif, XMP, IPTC, comments, maker's notes) and everything
 * after the end of the picture (phones append videos and second pictures there) is left out. The
 * compressed pixels pass byte for byte and are never decoded.
 */
import { type Exif, isExif, readExif } from './exif.ts';

/** So many bytes stand there in what was received, and there in what was kept. */
export type Copy = { received: number; kept: number; length: number };

type JpegWalk = {
  /** Takes the next bytes, returns those to keep. */
  push(chunk: Buffer): Buffer[];
  /** Whether the end of the picture came, after as many bytes as its pixels take at least. */
  isComplete(): boolean;
  /** EXIF orientation, 1 to 8. */
  orientation(): number;
  takenAt(): string | null;
  /** Whether it is coded in one of the three ways that every decoder knows. */
  isCommon(): boolean;
  /** Which of the received bytes were kept as they are, in their order. */
  copies(): Copy[];
  /** Why it is no honest photo: it would cost far too much to decode, or hides something. Known as soon as it is so. */
  excess(): string | undefined;
};

/** Encoders write 10, for four colors 18. Each makes a decoder go through the whole picture once more. */
const MOST_SCANS = 32;
/** A photo has a few dozen, with a long color profile and its edits a few hundred. */
const MOST_SEGMENTS = 5000;
/** Of tables, which are a few hundred bytes a scan. */
const MOST_TABLE_BYTES = 128 * 1024;
/** Profiles of printing presses have half a megabyte, those of cameras a few kilobytes. */
const MOST_PROFILE_SEGMENTS = 16;
/** Twice what the finest coding of noise takes. */
const MOST_BYTES_PER_PIXEL = 8;

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const TEM = 0x01;
const PROGRESSIVE = 0xc2;
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7;
const isFrame = (code: number) =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
const isApp = (code: number) => code >= 0xe0 && code <= 0xef;
const isTable = (code: number) => code === 0xc4 || code === 0xcc || code === 0xdb || code === 0xdd;
/** What a decoder needs: frames, Huffman and arithmetic tables, quantisation, restarts, scans. */
const isPicture = (code: number) => isFrame(code) || isTable(code) || code === SOS;

type State = 'between' | 'code' | 'length' | 'segment' | 'skip' | 'scan' | 'scan-ff' | 'end' | 'broken';

const FF = Buffer.from([0xff]);

export function walkJpeg(): JpegWalk {
  let state: State = 'between';
  let started = false;
  let code = 0;
  let lengthBytes: number[] = [];
  let remaining = 0;
  let collected: Buffer[] = [];
  let exif: Exif | undefined;
  let frame: number | undefined;
  let scans = 0;
  let segments = 0;
  let tableBytes = 0;
  let scanBytes = 0;
  let size = { width: 0, height: 0 };
  const profile = new Set<number>();
  let excess: string | undefined;
  let filled = false;
  /** How many bytes were received up to and with the one that is looked at. */
  let position = 0;
  let keptBytes = 0;
  const copies: Copy[] = [];

  const keep = (kept: Buffer[], ...parts: Buffer[]): number => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    kept.push(...parts);
    keptBytes += length;
    return length;
  };

  /** Keeps what is byte for byte what was received up to `end`. */
  const keepAsReceived = (kept: Buffer[], end: number, ...parts: Buffer[]) => {
    const before = keptBytes;
    const length = keep(kept, ...parts);
    const copy = { received: end - length, kept: before, length };
    const last = copies.at(-1);
    if (last && last.received + last.length === copy.received && last.kept + last.length === before)
      last.length += length;
    else copies.push(copy);
  };

  const tooMany = (what: string) => {
    excess = `This JPEG is no ordinary photo: it has ${what}. Save it as an ordinary JPEG.`;
    state = 'broken';
  };

  const marker = (kept: Buffer[]) => {
    if (++segments > MOST_SEGMENTS) tooMany(`more than ${MOST_SEGMENTS} segments`);
    else if (code === SOI || !started) {
      // A second start inside means that the first picture was cut off and another one follows.
      state = code === SOI && !started ? 'between' : 'broken';
      if (state === 'between') keepAsReceived(kept, position, Buffer.from([0xff, SOI]));
      started = true;
    } else if (code === EOI) {
      keepAsReceived(kept, position, Buffer.from([0xff, EOI]));
      state = 'end';
    } else if (code === 0 || code === TEM || isRestart(code)) {
      state = 'between';
    } else {
      lengthBytes = [];
      state = 'length';
    }
  };

  const endSegment = (kept: Buffer[]) => {
    const payload = Buffer.concat(collected);
    collected = [];
    state = code === SOS ? 'scan' : 'between';
    if (isPicture(code)) tableBytes += payload.length;
    if (tableBytes > MOST_TABLE_BYTES) return tooMany('far more tables than it needs');
    if (code === SOS && ++scans > MOST_SCANS) return tooMany(`more than ${MOST_SCANS} scans`);
    if (isFrame(code) && frame === undefined && payload.length >= 5) {
      frame = code;
      size = { width: payload.readUInt16BE(3), height: payload.readUInt16BE(1) };
    }
    if (code === 0xe1 && exif === undefined && isExif(payload)) exif = readExif(payload);
    const wanted = isApp(code) ? withoutExtras(code, payload, profile) : payload;
    if (wanted?.equals(payload)) keepAsReceived(kept, position, header(code, payload.length), payload);
    else if (wanted) keep(kept, header(code, wanted.length), wanted);
  };

  let before = 0;
  const push = (chunk: Buffer): Buffer[] => {
    const kept: Buffer[] = [];
    const start = before;
    before += chunk.length;
    let at = 0;
    while (at < chunk.length) {
      switch (state) {
        case 'between':
          if (chunk[at++] === 0xff) state = 'code';
          break;
        case 'code':
          code = chunk[at++]!;
          position = start + at;
          if (code !== 0xff) marker(kept);
          break;
        case 'length':
          lengthBytes.push(chunk[at++]!);
          if (lengthBytes.length < 2) break;
          remaining = lengthBytes[0]! * 256 + lengthBytes[1]! - 2;
          position = start + at;
          if (remaining < 0) return fail(kept);
          state = isPicture(code) || isApp(code) ? 'segment' : 'skip';
          if (remaining === 0) endSegmentOrSkip(kept);
          break;
        case 'segment':
        case 'skip': {
          const part = chunk.subarray(at, at + remaining);
          // The chunk may be gone when the rest comes.
          if (state === 'segment') collected.push(part.length < remaining ? Buffer.from(part) : part);
          at += part.length;
          position = start + at;
          remaining -= part.length;
          if (remaining === 0) endSegmentOrSkip(kept);
          break;
        }
        case 'scan':
          at = scan(chunk, at, start, kept);
          break;
        case 'scan-ff':
          code = chunk[at++]!;
          position = start + at;
          if (code === 0xff) {
            // Fill bytes may stand before a marker, any number of them; one is enough.
            filled = true;
          } else if (code === 0 || isRestart(code)) {
            keepAsReceived(kept, position, FF, chunk.subarray(at - 1, at));
            scanBytes += 2;
            state = 'scan';
            // Inside of the pixels there is no reason for them.
            if (filled && ++segments > MOST_SEGMENTS) tooMany(`more than ${MOST_SEGMENTS} segments`);
            filled = false;
          } else {
            filled = false;
            marker(kept);
          }
          break;
        default:
          return kept;
      }
    }
    return kept;
  };

  const endSegmentOrSkip = (kept: Buffer[]) => {
    if (state === 'segment') endSegment(kept);
    else state = 'between';
  };

  const fail = (kept: Buffer[]) => {
    state = 'broken';
    return kept;
  };

  const keepPixels = (pixels: Buffer, end: number, kept: Buffer[]) => {
    keepAsReceived(kept, end, pixels);
    scanBytes += pixels.length;
    if (scanBytes > MOST_BYTES_PER_PIXEL * size.width * size.height + MOST_TABLE_BYTES)
      tooMany('more data than its pixels can need');
  };

  /** Passes over compressed pixels up to the next marker or the end of the chunk: the hot loop. */
  const scan = (chunk: Buffer, from: number, start: number, kept: Buffer[]): number => {
    let at = from;
    for (;;) {
      at = chunk.indexOf(0xff, at);
      if (at === -1) {
        keepPixels(chunk.subarray(from), start + chunk.length, kept);
        return chunk.length;
      }
      const next = chunk[at + 1];
      if (next === 0 || (next !== undefined && isRestart(next))) {
        at += 2;
        continue;
      }
      state = 'scan-ff';
      if (at > from) keepPixels(chunk.subarray(from, at), start + at, kept);
      return at + 1;
    }
  };

  /** Every block of 8 × 8 pixels takes a bit for its mean and, where it is coded at once, one for its end. */
  const leastBytes = () =>
    (Math.ceil(size.width / 8) * Math.ceil(size.height / 8) * (frame === PROGRESSIVE ? 1 : 2)) / 8;

  return {
    push,
    isComplete: () => state === 'end' && scans > 0 && scanBytes >= leastBytes(),
    orientation: () => exif?.orientation ?? 1,
    takenAt: () => exif?.taken_at ?? null,
    isCommon: () => frame !== undefined && frame <= PROGRESSIVE,
    copies: () => copies,
    excess: () => excess,
  };
}

const header = (code: number, length: number) =>
  Buffer.from([0xff, code, (length + 2) >> 8, (length + 2) & 0xff]);

/** The three application segments that change how the picture looks; all others say who, where and with what. */
function withoutExtras(code: number, payload: Buffer, profile: Set<number>): Buffer | undefined {
  const named = (name: string) => payload.toString('latin1', 0, name.length) === name;
  if (code === 0xe0 && named('JFIF\0') && payload.length >= 14) {
    const plain = Buffer.from(payload.subarray(0, 14));
    plain.fill(0, 12); // no preview picture inside
    return plain;
  }
  if (code === 0xe2 && named('ICC_PROFILE\0') && payload.length > 14) {
    const [number, total] = [payload[12]!, payload[13]!];
    if (total > MOST_PROFILE_SEGMENTS || number < 1 || number > total || profile.has(number))
      return undefined;
    profile.add(number);
    return payload;
  }
  if (code === 0xee && named('Adobe') && payload.length >= 12) return payload.subarray(0, 12);
  return undefined;
}
