/**
 * Walks through a JPEG while its bytes pass, in chunks of any size, and lets only the picture through:
 * every segment that may hold personal data (Exif, XMP, IPTC, comments, maker's notes) and everything
 * after the end of the picture (phones append videos and second pictures there) is left out. The
 * compressed pixels pass byte for byte and are never decoded.
 */
import { exifOrientation } from './exif-orientation.ts';

export type JpegWalk = {
  /** Takes the next bytes, returns those to keep. */
  push(chunk: Buffer): Buffer[];
  /** Whether the end of the picture came, after at least one scan. */
  isComplete(): boolean;
  /** EXIF orientation, 1 to 8. */
  orientation(): number;
  /** Whether it is coded in one of the three ways that every decoder knows. */
  isCommon(): boolean;
};

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const TEM = 0x01;
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7;
const isFrame = (code: number) =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
const isApp = (code: number) => code >= 0xe0 && code <= 0xef;
/** What a decoder needs: frames, Huffman and arithmetic tables, scans, quantisation, line count, restarts. */
const isPicture = (code: number) =>
  isFrame(code) || code === 0xc4 || code === 0xcc || (code >= SOS && code <= 0xdd);

type State = 'between' | 'code' | 'length' | 'segment' | 'skip' | 'scan' | 'scan-ff' | 'end' | 'broken';

const FF = Buffer.from([0xff]);

export function walkJpeg(): JpegWalk {
  let state: State = 'between';
  let started = false;
  let code = 0;
  let lengthBytes: number[] = [];
  let remaining = 0;
  let collected: Buffer[] = [];
  let orientation: number | undefined;
  let frame: number | undefined;
  let scans = 0;

  const marker = (kept: Buffer[]) => {
    if (code === SOI || !started) {
      // A second start inside means that the first picture was cut off and another one follows.
      state = code === SOI && !started ? 'between' : 'broken';
      if (state === 'between') kept.push(Buffer.from([0xff, SOI]));
      started = true;
    } else if (code === EOI) {
      kept.push(Buffer.from([0xff, EOI]));
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
    if (code === SOS) scans++;
    if (isFrame(code)) frame ??= code;
    if (code === 0xe1 && orientation === undefined && payload.toString('latin1', 0, 6) === 'Exif\0\0') {
      orientation = exifOrientation(payload);
    }
    const keep = isApp(code) ? withoutExtras(code, payload) : payload;
    if (keep) kept.push(header(code, keep.length), keep);
  };

  const push = (chunk: Buffer): Buffer[] => {
    const kept: Buffer[] = [];
    let at = 0;
    while (at < chunk.length) {
      switch (state) {
        case 'between':
          if (chunk[at++] === 0xff) state = 'code';
          break;
        case 'code':
          code = chunk[at++]!;
          if (code !== 0xff) marker(kept);
          break;
        case 'length':
          lengthBytes.push(chunk[at++]!);
          if (lengthBytes.length < 2) break;
          remaining = lengthBytes[0]! * 256 + lengthBytes[1]! - 2;
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
          remaining -= part.length;
          if (remaining === 0) endSegmentOrSkip(kept);
          break;
        }
        case 'scan':
          at = scan(chunk, at, kept);
          break;
        case 'scan-ff':
          code = chunk[at]!;
          if (code === 0xff) {
            // Fill bytes may stand before a marker, any number of them; one is enough.
          } else if (code === 0 || isRestart(code)) {
            kept.push(FF, chunk.subarray(at, at + 1));
            state = 'scan';
          } else {
            marker(kept);
          }
          at++;
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

  /** Passes over compressed pixels up to the next marker or the end of the chunk: the hot loop. */
  const scan = (chunk: Buffer, from: number, kept: Buffer[]): number => {
    let at = from;
    for (;;) {
      at = chunk.indexOf(0xff, at);
      if (at === -1) {
        kept.push(chunk.subarray(from));
        return chunk.length;
      }
      const next = chunk[at + 1];
      if (next === 0 || (next !== undefined && isRestart(next))) {
        at += 2;
        continue;
      }
      if (at > from) kept.push(chunk.subarray(from, at));
      state = 'scan-ff';
      return at + 1;
    }
  };

  return {
    push,
    isComplete: () => state === 'end' && scans > 0,
    orientation: () => orientation ?? 1,
    isCommon: () => frame !== undefined && frame <= 0xc2,
  };
}

const header = (code: number, length: number) =>
  Buffer.from([0xff, code, (length + 2) >> 8, (length + 2) & 0xff]);

/** The three application segments that change how the picture looks; all others say who, where and with what. */
function withoutExtras(code: number, payload: Buffer): Buffer | undefined {
  const named = (name: string) => payload.toString('latin1', 0, name.length) === name;
  if (code === 0xe0 && named('JFIF\0') && payload.length >= 14) {
    const plain = Buffer.from(payload.subarray(0, 14));
    plain.fill(0, 12); // no preview picture inside
    return plain;
  }
  if (code === 0xe2 && named('ICC_PROFILE\0')) return payload;
  if (code === 0xee && named('Adobe') && payload.length >= 12) return payload.subarray(0, 12);
  return undefined;
}
