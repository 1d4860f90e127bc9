import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { type Field, structureOf } from './structure-of.ts';

/** One change: what is done, and three numbers that say where and how. */
type Change = { act: (typeof ACTS)[number]; numbers: number[] };

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length]!;

/** Lengths, sizes and offsets at which careless code fails. */
const NUMBERS = [0, 1, 2, 3, 7, 8, 255, 256, 32767, 32768, 65535, 65536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];

const put = (file: Buffer, { at, bytes, little }: Field, value: bigint) => {
  const parts = Buffer.alloc(8);
  if (little) parts.writeBigUInt64LE(BigInt.asUintN(64, value));
  else parts.writeBigUInt64BE(BigInt.asUintN(64, value));
  (little ? parts.subarray(0, bytes) : parts.subarray(8 - bytes)).copy(file, at);
};

const get = (file: Buffer, { at, bytes, little }: Field) => {
  const part = Buffer.from(file.subarray(at, at + bytes));
  return BigInt(`0x${(little ? part.reverse() : part).toString('hex')}`);
};

/** The pieces between two neighboring cuts. */
const piecesOf = (file: Buffer) => {
  const cuts = [...new Set([0, ...structureOf(file).cuts, file.length])].sort((a, b) => a - b);
  return cuts.length === 1 ? [file] : cuts.slice(1).map((end, index) => file.subarray(cuts[index], end));
};

const changed = (file: Buffer, change: (copy: Buffer) => void) => {
  const copy = Buffer.from(file);
  change(copy);
  return copy;
};

const byStructure = {
  setField: (file: Buffer, [where, how]: number[]) => {
    const { fields } = structureOf(file);
    if (fields.length === 0) return file;
    const field = pick(fields, where!);
    return changed(file, (copy) => put(copy, field, BigInt(pick([...NUMBERS, file.length], how!))));
  },
  nudgeField: (file: Buffer, [where, how]: number[]) => {
    const { fields } = structureOf(file);
    if (fields.length === 0) return file;
    const field = pick(fields, where!);
    return changed(file, (copy) =>
      put(copy, field, get(file, field) + BigInt(pick([1, -1, 2, -2, 12], how!))),
    );
  },
  drop: (file: Buffer, [where]: number[]) => {
    const pieces = piecesOf(file);
    return Buffer.concat(pieces.toSpliced(where! % pieces.length, 1));
  },
  double: (file: Buffer, [where, to]: number[]) => {
    const pieces = piecesOf(file);
    return Buffer.concat(pieces.toSpliced(to! % pieces.length, 0, pick(pieces, where!)));
  },
  swap: (file: Buffer, [one, other]: number[]) => {
    const pieces = piecesOf(file);
    return Buffer.concat(
      pieces
        .with(one! % pieces.length, pick(pieces, other!))
        .with(other! % pieces.length, pick(pieces, one!)),
    );
  },
  /** A part of it inside another part, whose length does not know. */
  nest: (file: Buffer, [where, to, how]: number[]) => {
    const piece = pick(piecesOf(file), where!);
    const at = pick(structureOf(file).cuts, to!) + (how! % 16);
    return Buffer.concat([file.subarray(0, at), piece, file.subarray(at)]);
  },
  cut: (file: Buffer, [where, how]: number[]) => {
    const at = pick([...structureOf(file).cuts, file.length], where!) + (how! % 5) - 2;
    return file.subarray(0, Math.max(at, 0));
  },
  /** A piece of another file of any kind. */
  borrow: (file: Buffer, [where, to]: number[], other: Buffer) => {
    const pieces = piecesOf(file);
    return Buffer.concat(pieces.toSpliced(to! % pieces.length, 0, pick(piecesOf(other), where!)));
  },
  rightSums: (file: Buffer) => (file.toString('latin1', 1, 4) === 'PNG' ? withRightSums(file) : file),
};

const blindly = {
  flip: (file: Buffer, [where, bit]: number[]) =>
    changed(file, (copy) => {
      if (copy.length > 0) copy[where! % copy.length]! ^= 1 << (bit! % 8);
    }),
  overwrite: (file: Buffer, [where, how, length]: number[]) =>
    changed(file, (copy) => {
      const at = where! % (copy.length + 1);
      copy.fill(how! % 256, at, Math.min(at + (length! % 9), copy.length));
    }),
  splice: (file: Buffer, [where, from]: number[], other: Buffer) =>
    Buffer.concat([file.subarray(0, where! % (file.length + 1)), other.subarray(from! % (other.length + 1))]),
  truncate: (file: Buffer, [where]: number[]) => file.subarray(0, where! % (file.length + 1)),
  append: (file: Buffer, _: number[], other: Buffer) => Buffer.concat([file, other]),
};

/** A decoder looks at the contents of a PNG only where the sums are right. */
const withRightSums = (file: Buffer) =>
  changed(file, (copy) => {
    for (let at = 8; at + 12 <= copy.length; at += 12 + copy.readUInt32BE(at)) {
      const end = at + 8 + copy.readUInt32BE(at);
      if (end + 4 > copy.length) return;
      copy.writeUInt32BE(crc32(copy.subarray(at + 4, end)), end);
    }
  });

const CHANGES: Record<string, (file: Buffer, numbers: number[], other: Buffer) => Buffer> = {
  ...byStructure,
  ...blindly,
};
const ACTS = Object.keys(CHANGES);

const MOST_BYTES = 200_000;

/** A right file, changed one to four times, each time by its structure or blindly. */
export const mutatedFile = (seeds: readonly Buffer[]): fc.Arbitrary<Buffer> => {
  const index = fc.nat(seeds.length - 1);
  const change: fc.Arbitrary<Change> = fc.record({
    act: fc.constantFrom(...ACTS),
    numbers: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
  });
  return fc
    .tuple(index, index, fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([one, other, changes]) =>
      changes
        .reduce((file, { act, numbers }) => CHANGES[act]!(file, numbers, seeds[other]!), seeds[one]!)
        .subarray(0, MOST_BYTES),
    );
};
