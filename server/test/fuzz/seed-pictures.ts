import { readFile } from 'node:fs/promises';
import { withSecrets } from '@walkaround/harness/pictures/pictures.ts';
import sharp, { type Sharp } from 'sharp';

/** Small right files of every kind and of every feature that has code of its own; all that tells of people says Secret. */

const WIDTH = 24;
const HEIGHT = 16;

const drawn = (channels: 3 | 4 = 3): Sharp => {
  const pixels = Buffer.from(
    Array.from({ length: WIDTH * HEIGHT * channels }, (_, index) => (index * 37) ^ (index >> 3)),
  );
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels } });
};

const segment = (code: number, payload: Buffer | string) => {
  const bytes = Buffer.from(payload as string, 'latin1');
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
};

const exif = (orientation: number, order: 'II' | 'MM') => {
  const tiff = Buffer.alloc(26);
  const put = (at: number, value: number, size: 2 | 4) =>
    order === 'II' ? tiff.writeUIntLE(value, at, size) : tiff.writeUIntBE(value, at, size);
  tiff.write(order, 'latin1');
  put(2, 42, 2);
  put(4, 8, 4);
  put(8, 1, 2);
  put(10, 0x0112, 2);
  put(12, 3, 2);
  put(14, 1, 4);
  put(18, orientation, 2);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
};

const afterStart = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

const jpegs = async () => {
  const plain = await drawn().jpeg().toBuffer();
  return [
    plain,
    await drawn().jpeg({ progressive: true }).toBuffer(),
    await drawn().greyscale().jpeg({ optimiseCoding: false }).toBuffer(),
    await drawn().jpeg({ chromaSubsampling: '4:4:4', trellisQuantisation: true }).toBuffer(),
    await drawn().toColourspace('cmyk').jpeg().toBuffer(),
    await withSecrets(drawn()).withIccProfile('p3').jpeg().toBuffer(),
    // As phones write them: a preview inside, a second picture behind, and somebody's remarks.
    Buffer.concat([
      afterStart(
        plain,
        segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0Secret', 'latin1'), plain])),
        segment(0xe2, 'MPF\0SecretSecondPicture'),
        segment(0xed, 'Photoshop 3.0\0SecretIptc'),
        segment(0xfe, 'SecretComment'),
      ),
      plain,
      Buffer.from('SecretVideo'),
    ]),
    ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation) => [
      afterStart(plain, exif(orientation, 'II')),
      afterStart(plain, exif(orientation, 'MM')),
    ]),
  ];
};

const others = async () => [
  await drawn().png().toBuffer(),
  await drawn().png({ palette: true }).toBuffer(),
  await drawn(4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  await withSecrets(drawn()).withIccProfile('p3').png().toBuffer(),
  await drawn().webp().toBuffer(),
  await drawn(4).webp({ lossless: true }).toBuffer(),
  await drawn(4).webp({ alphaQuality: 50 }).toBuffer(),
  await withSecrets(drawn()).withIccProfile('p3').webp().toBuffer(),
  await sharp([await drawn().png().toBuffer(), await drawn().negate().png().toBuffer()], {
    join: { animated: true },
  })
    .webp({ loop: 0, delay: 100 })
    .toBuffer(),
  await drawn().avif({ effort: 0 }).toBuffer(),
  await withSecrets(drawn()).avif({ effort: 0 }).toBuffer(),
  await drawn().gif().toBuffer(),
  await drawn().tiff({ compression: 'none' }).toBuffer(),
  await withSecrets(drawn()).tiff({ compression: 'lzw' }).toBuffer(),
  await drawn().tiff({ compression: 'jpeg', tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer(),
  await drawn().tiff({ compression: 'deflate', bigtiff: true }).toBuffer(),
];

export const seedPictures = async (): Promise<Buffer[]> => [...(await jpegs()), ...(await others())];

/** Apart, because decoding one takes as long as a hundred others. */
export const seedHeics = (): Promise<Buffer[]> =>
  Promise.all(
    ['upright', 'turned', 'wide-gamut'].map((name) =>
      readFile(new URL(`../../src/files/photos/test-pictures/${name}.heic`, import.meta.url)),
    ),
  );

export const SEED_PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
