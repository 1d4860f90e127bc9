/** Small files that are expensive to decode. They are written byte by byte, because no encoder produces them. */
import { crc32, deflateSync } from 'node:zlib';

const segment = (code: number, payload: number[]) =>
  Buffer.from([0xff, code, (payload.length + 2) >> 8, (payload.length + 2) & 0xff, ...payload]);
const uint16 = (value: number) => [value >> 8, value & 0xff];
/** A Huffman table whose only code is a single 0. */
const oneCode = (tableClass: number, symbol: number) =>
  segment(0xc4, [tableClass << 4, 1, ...Array(15).fill(0), symbol]);

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
const TABLE = segment(0xdb, [0, ...Array(64).fill(1)]);
const frame = (code: number, width: number, height: number) =>
  segment(code, [8, ...uint16(height), ...uint16(width), 1, 1, 0x11, 0]);
const blocksOf = (width: number, height: number) => Math.ceil(width / 8) * Math.ceil(height / 8);

/** Gray all over, in so many scans: each makes a decoder go through all of the picture again. */
export const progressiveJpeg = (width: number, height: number, scans: number) => {
  const blocks = blocksOf(width, height);
  const means = [segment(0xda, [1, 1, 0, 0, 0, 0]), Buffer.alloc(Math.ceil(blocks / 8))];
  // "The next 16,384 blocks have nothing": fifteen bits, all of them 0.
  const nothing = Buffer.alloc(Math.ceil((Math.ceil(blocks / 16_384) * 15) / 8));
  const details = [segment(0xda, [1, 1, 0, 1, 63, 0]), nothing];
  const all = Array.from({ length: scans - 1 }, () => details).flat();
  const tables = [TABLE, oneCode(0, 0), oneCode(1, 0xe0)];
  return Buffer.concat([START, ...tables, frame(0xc2, width, height), ...means, ...all, END]);
};

/** The head of a picture and its end, with next to nothing between them. */
export const hollowJpeg = (width: number, height: number) => {
  const tables = [TABLE, oneCode(0, 0), oneCode(1, 0)];
  const scan = [segment(0xda, [1, 1, 0, 0, 63, 0]), Buffer.alloc(8)];
  return Buffer.concat([START, ...tables, frame(0xc0, width, height), ...scan, END]);
};

/** A right JPEG with so many segments of four bytes before its picture. */
export const segmentedJpeg = (jpeg: Buffer, segments: number) =>
  Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(4 * segments, segment(0xe1, [])), jpeg.subarray(2)]);

export const pngChunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** Of 16 bits and interlaced, without its pixels: those must not be asked for. */
export const deepPng = (width: number, height: number) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([16, 2, 0, 0, 1], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Black, of one bit a pixel. */
export const oneBitPng = (width: number, height: number) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};
