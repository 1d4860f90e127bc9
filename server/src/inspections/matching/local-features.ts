/** Spots of a photo, each described by how it looks around it, in few bytes: a photo has about a thousand. */
import type { Point } from '../geometry/boxes.ts';

/** `features`: in base64. */
export type LocalFeatures = { features: string };

/** Place and size in shares of the photo's longer side; `angle` in radians; `bits` are few where the surroundings are alike. */
export type LocalFeature = Point & { size: number; angle: number; bits: Uint8Array };

const BITS = 16;
const BYTES = 6 + BITS;
const MOST = 0xffff;
const TURN = 2 * Math.PI;
/** Sizes are kept as powers of two, in steps of a twentieth. */
const SIZE_STEPS = 20;
const SMALLEST = -12;

export const WORDS = BITS / 4;

export const packed = (features: readonly LocalFeature[]): LocalFeatures => {
  const bytes = Buffer.alloc(features.length * BYTES);
  for (const [index, { x, y, size, angle, bits }] of features.entries()) {
    const at = index * BYTES;
    bytes.writeUInt16LE(Math.min(MOST, Math.max(0, Math.round(x * MOST))), at);
    bytes.writeUInt16LE(Math.min(MOST, Math.max(0, Math.round(y * MOST))), at + 2);
    bytes.writeUInt8(
      Math.min(255, Math.max(0, Math.round((Math.log2(size) - SMALLEST) * SIZE_STEPS))),
      at + 4,
    );
    bytes.writeUInt8(Math.round((256 * (angle + TURN)) / TURN) % 256, at + 5);
    bytes.set(bits, at + 6);
  }
  return { features: bytes.toString('base64') };
};

export const unpacked = ({ features }: LocalFeatures): LocalFeature[] => {
  const bytes = Buffer.from(features, 'base64');
  return Array.from({ length: bytes.length / BYTES }, (_, index) => {
    const at = index * BYTES;
    return {
      x: bytes.readUInt16LE(at) / MOST,
      y: bytes.readUInt16LE(at + 2) / MOST,
      size: 2 ** (bytes.readUInt8(at + 4) / SIZE_STEPS + SMALLEST),
      angle: (TURN * bytes.readUInt8(at + 5)) / 256,
      bits: bytes.subarray(at + 6, at + BYTES),
    };
  });
};
