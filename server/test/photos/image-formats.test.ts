import { readFile } from 'node:fs/promises';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { quarters, quartersOf, withSecrets } from '@walkaround/harness/pictures/pictures.ts';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';

const UPRIGHT = ['red', 'green', 'blue', 'white'];

let api: Client;
let id: string;
beforeAll(async () => {
  api = await client();
  id = await newInspection(api);
});

const add = async (
  file: Buffer,
  json: Record<string, unknown> = {},
): Promise<{ image: Body; served: Buffer }> => {
  const added = await api.upload(`/inspections/${id}/images`, json, file);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const served = await api.get(added.body.path);
  expect(served.status).toBe(200);
  expect(served.headers.get('content-type')).toBe(added.body.mimetype);
  expect(served.body.length).toBe(added.body.binary_size);
  return { image: added.body, served: served.body };
};

const heic = (name: string) =>
  readFile(new URL(`../../src/files/photos/test-pictures/${name}.heic`, import.meta.url));

const expectNoSecrets = async (served: Buffer) => {
  expect(served.includes('Secret')).toBe(false);
  const { exif, xmp, iptc, orientation } = await sharp(served).metadata();
  expect({ exif, xmp, iptc, orientation }).toEqual({});
};

test.each<[string, () => Promise<Buffer>, string]>([
  ['JPEG', () => quarters().jpeg().toBuffer(), 'image/jpeg'],
  ['PNG', () => quarters().png().toBuffer(), 'image/png'],
  ['WebP', () => quarters().webp().toBuffer(), 'image/webp'],
  ['AVIF', () => quarters().avif().toBuffer(), 'image/avif'],
  ['TIFF', () => quarters().tiff().toBuffer(), 'image/jpeg'],
  ['HEIC', () => heic('upright'), 'image/jpeg'],
])('a %s is taken and served as something that browsers show', async (_name, make, mimetype) => {
  const file = await make();
  const { image, served } = await add(file);
  expect(image).toMatchObject({ mimetype, image_width: 128, image_height: 96 });
  expect(await quartersOf(served)).toEqual(UPRIGHT);
  if (mimetype !== 'image/jpeg') expect(served.equals(file)).toBe(true);
  await expectNoSecrets(served);
});

test.each<[string, (picture: Sharp) => Promise<Buffer>]>([
  ['JPEG', (picture) => picture.jpeg().toBuffer()],
  ['PNG', (picture) => picture.png().toBuffer()],
  ['WebP', (picture) => picture.webp().toBuffer()],
  ['AVIF', (picture) => picture.avif().toBuffer()],
  ['TIFF', (picture) => picture.tiff().toBuffer()],
])('where, when and by whom a %s was taken is not in what is served', async (_name, write) => {
  const file = await write(withSecrets(quarters()));
  expect((await sharp(file).metadata()).xmp).toBeDefined();
  const { served } = await add(file);
  await expectNoSecrets(served);
  expect(await quartersOf(served)).toEqual(UPRIGHT);
});

test.each([2, 3, 4, 5, 6, 7, 8])(
  'a photo with EXIF orientation %d is measured and served upright',
  async (orientation) => {
    // sharp turns the picture as the tag says; what it shows is what everybody must see.
    const tagged = await quarters().jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
    const wanted = await sharp(tagged).autoOrient().toBuffer();
    const { width, height } = await sharp(wanted).metadata();
    const { image, served } = await add(tagged);
    expect(image).toMatchObject({ image_width: width, image_height: height });
    expect(await sharp(served).metadata()).toMatchObject({ width, height });
    expect(await quartersOf(served)).toEqual(await quartersOf(wanted));
    expect(await quartersOf(served)).not.toEqual(UPRIGHT);
    await expectNoSecrets(served);
  },
);

test('a HEIC that a phone stored on its side is served upright', async () => {
  const { image, served } = await add(await heic('turned'));
  expect(image).toMatchObject({ image_width: 128, image_height: 96, mimetype: 'image/jpeg' });
  expect(await quartersOf(served)).toEqual(UPRIGHT);
  await expectNoSecrets(served);
});

test.each([
  ['NO_ROTATION', 128, 96, ['red', 'green', 'blue', 'white']],
  ['CLOCKWISE_90', 96, 128, ['blue', 'red', 'white', 'green']],
  ['CLOCKWISE_180', 128, 96, ['white', 'blue', 'green', 'red']],
  ['CLOCKWISE_270', 96, 128, ['green', 'white', 'red', 'blue']],
])('rotate_image_before_upload %s turns the picture', async (rotation, width, height, colors) => {
  const file = await quarters().jpeg({ quality: 95 }).toBuffer();
  const { image, served } = await add(file, { rotate_image_before_upload: rotation });
  expect(image).toMatchObject({
    rotate_image_before_upload: rotation,
    image_width: width,
    image_height: height,
  });
  expect(await quartersOf(served)).toEqual(colors);
});

test('the rotation asked for comes on top of the one in the EXIF data', async () => {
  const file = await quarters().jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer();
  const { image, served } = await add(file, { rotate_image_before_upload: 'CLOCKWISE_270' });
  expect(image).toMatchObject({ image_width: 128, image_height: 96 });
  expect(await quartersOf(served)).toEqual(UPRIGHT);
});

test('a rotation that does not exist is refused with those that do', async () => {
  const refused = await api.upload(
    `/inspections/${id}/images`,
    { rotate_image_before_upload: 'CLOCKWISE_45' },
    await quarters().jpeg().toBuffer(),
  );
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual([
    {
      path: 'rotate_image_before_upload',
      message: 'Use one of: NO_ROTATION, CLOCKWISE_90, CLOCKWISE_180, CLOCKWISE_270.',
    },
  ]);
});
