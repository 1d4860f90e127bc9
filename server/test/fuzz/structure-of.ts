/** Where a picture file can be cut, and where it keeps its numbers: what mutations that go deep need to know. */
export type Field = { at: number; bytes: 1 | 2 | 4 | 8; little?: boolean };
type Structure = { cuts: number[]; fields: Field[] };

const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xcc;

const jpeg = (file: Buffer): Structure => {
  const cuts: number[] = [0];
  const fields: Field[] = [];
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff) {
    const code = file[at + 1]!;
    cuts.push(at);
    fields.push({ at: at + 1, bytes: 1 }, { at: at + 2, bytes: 2 });
    // Precision, height, width, and how many colors there are.
    if (isFrame(code))
      fields.push(
        { at: at + 4, bytes: 1 },
        { at: at + 5, bytes: 2 },
        { at: at + 7, bytes: 2 },
        { at: at + 9, bytes: 1 },
        { at: at + 11, bytes: 1 },
      );
    // The class of a table, and how many codes there are of each length.
    if (code === 0xc4)
      for (let byte = 4; byte < 21; byte++) fields.push({ at: at + byte, bytes: 1 } as const);
    if (code === 0xe1) fields.push(...tiff(file.subarray(at + 10), at + 10).fields);
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (code === 0xda) {
      fields.push({ at: at + 4, bytes: 1 }, { at: at + 5, bytes: 1 }, { at: at + 6, bytes: 1 });
      cuts.push(end, Math.floor((end + file.length) / 2), file.length - 2);
      const next = nextMarker(file, end);
      if (next === undefined) break;
      at = next;
    } else {
      at = end;
    }
  }
  return { cuts, fields };
};

const nextMarker = (file: Buffer, from: number): number | undefined => {
  for (let at = from; at + 1 < file.length; at++)
    if (file[at] === 0xff && file[at + 1] !== 0 && file[at + 1]! >= 0xc0) return at;
  return undefined;
};

const png = (file: Buffer): Structure => {
  const cuts = [8];
  const fields: Field[] = [16, 20].map((at) => ({ at, bytes: 4 }));
  for (let byte = 24; byte < 29; byte++) fields.push({ at: byte, bytes: 1 });
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    cuts.push(at);
    fields.push({ at, bytes: 4 }, { at: at + 4, bytes: 1 });
  }
  return { cuts, fields };
};

const webp = (file: Buffer): Structure => {
  const cuts = [12];
  const fields: Field[] = [{ at: 4, bytes: 4, little: true }];
  for (let at = 12; at + 8 <= file.length; ) {
    const length = file.readUInt32LE(at + 4);
    cuts.push(at);
    fields.push({ at: at + 4, bytes: 4, little: true });
    for (let byte = 8; byte < 18; byte += 2) fields.push({ at: at + byte, bytes: 2, little: true });
    at += 8 + length + (length % 2);
  }
  return { cuts, fields };
};

const CONTAINERS = new Set(['meta', 'iprp', 'ipco', 'moov', 'trak', 'iinf', 'iref', 'dinf']);

const boxes = (file: Buffer, from = 0, end = file.length): Structure => {
  const found: Structure = { cuts: [], fields: [] };
  for (let at = from; at + 8 <= end; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    found.cuts.push(at);
    found.fields.push({ at, bytes: 4 }, { at, bytes: 8 }, { at: at + 4, bytes: 1 });
    for (let byte = 8; byte + 4 <= Math.min(length, 40); byte += 2)
      found.fields.push({ at: at + byte, bytes: byte % 4 === 0 ? 4 : 2 });
    if (CONTAINERS.has(type)) {
      const skip = type === 'meta' || type === 'iref' ? 4 : type === 'iinf' ? 6 : 0;
      const inner = boxes(file, at + 8 + skip, Math.min(at + length, end));
      found.cuts.push(...inner.cuts);
      found.fields.push(...inner.fields);
    }
    if (length < 8) break;
    at += length;
  }
  return found;
};

/** Classic ones; of a big one only what it shares with those. */
const tiff = (file: Buffer, offset = 0): Structure => {
  const found: Structure = { cuts: [offset], fields: [] };
  if (file.length < 16) return found;
  const little = file.toString('latin1', 0, 2) === 'II';
  const directory = little ? file.readUInt32LE(4) : file.readUInt32BE(4);
  found.fields.push({ at: offset + 2, bytes: 2, little }, { at: offset + 4, bytes: 4, little });
  if (directory + 2 > file.length) return found;
  const entries = little ? file.readUInt16LE(directory) : file.readUInt16BE(directory);
  found.fields.push({ at: offset + directory, bytes: 2, little });
  for (let at = directory + 2; at < directory + 2 + entries * 12 && at + 12 <= file.length; at += 12) {
    found.cuts.push(offset + at);
    found.fields.push(
      { at: offset + at, bytes: 2, little },
      { at: offset + at + 2, bytes: 2, little },
      { at: offset + at + 4, bytes: 4, little },
      { at: offset + at + 8, bytes: 4, little },
    );
  }
  // Where the next directory is: it can be made this one.
  found.fields.push({ at: offset + directory + 2 + entries * 12, bytes: 4, little });
  return found;
};

export const structureOf = (file: Buffer): Structure => {
  const start = file.toString('latin1', 0, 12);
  const { cuts, fields } = start.startsWith('\xff\xd8')
    ? jpeg(file)
    : start.startsWith('\x89PNG')
      ? png(file)
      : start.startsWith('RIFF')
        ? webp(file)
        : start.slice(4, 8) === 'ftyp'
          ? boxes(file)
          : tiff(file);
  return { cuts, fields: fields.filter(({ at, bytes }) => at + bytes <= file.length) };
};
