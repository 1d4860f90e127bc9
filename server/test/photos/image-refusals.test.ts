import { crc32, deflateSync } from 'node:zlib';
import type { Answer, Client } from '@walkaround/harness/clients/client.ts';
import { eventTypesUntilDeleted, imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { multipart, type Part } from '@walkaround/harness/clients/multipart.ts';
import { drawing, photo, quarters } from '@walkaround/harness/pictures/pictures.ts';
import { ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: Awaited<ReturnType<typeof ownService>>;
let api: Client;
beforeAll(async () => {
  service = await ownService({
    MAX_IMAGE_BYTES: '200000',
    MAX_IMAGES_PER_INSPECTION: '3',
    MODELS_DIR: '/nowhere',
  });
  api = await service.client();
});
afterAll(() => service.stop());

/** Sends something that must be refused, and looks whether anything of it stayed. */
const refused = async (send: (path: string) => Promise<Answer>): Promise<Answer> => {
  const id = await newInspection(api, { damage_detection: {} });
  const before = await photoFilesOf(service);
  const answer = await send(`/inspections/${id}/images`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(await imagesOf(api, id)).toEqual([]);
  expect(await photoFilesOf(service)).toEqual(before);
  expect(await eventTypesUntilDeleted(api, id)).toEqual(['inspection.created', 'inspection.deleted']);
  return answer;
};

const refusedFile = (file: Buffer, name = 'photo.jpg') =>
  refused((path) => api.upload(path, { tasks: ['damage_detection'] }, file, { name }));

const refusedParts = (parts: Part[]) => refused((path) => api.send('POST', path, multipart(parts)));

const json = { name: 'json', content: '{"tasks": ["damage_detection"]}' };
const imagePart = async (): Promise<Part> => ({
  name: 'image',
  filename: 'photo.jpeg',
  type: 'jpeg',
  content: await photo(160, 120),
});

const half = (file: Buffer) => file.subarray(0, file.length / 2);

const pngChunk = (type: string, data: Buffer) => {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
};

/** A square of one color: next to nothing to send, gigabytes to decode. */
const bomb = (side: number) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
  ['a JPEG cut off in the middle', async () => half(await photo()), /incomplete/],
  [
    'a PNG cut off in the middle',
    async () => half(await drawing().png().toBuffer()),
    /damaged or incomplete/,
  ],
  [
    'a WebP cut off in the middle',
    async () => half(await drawing().webp().toBuffer()),
    /damaged or incomplete/,
  ],
  ['a text', () => Buffer.from('I am not a photo, whatever my name says.\n'.repeat(50)), /looks like text/],
  [
    'an SVG',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    /looks like an SVG/,
  ],
  ['a GIF', () => quarters().gif().toBuffer(), /looks like a GIF/],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), /looks like a PDF/],
  ['a web page', () => Buffer.from('<!doctype html><html><body>403</body></html>'), /looks like a web page/],
  ['an empty file', () => Buffer.alloc(0), /empty/],
  ['three bytes that begin like a JPEG', () => Buffer.from([0xff, 0xd8, 0xff]), /incomplete/],
  ['noise', () => Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 197 + 3) % 251)), /unknown kind/],
])('%s named photo.jpg is refused and nothing stays', async (_name, make, why) => {
  const answer = await refusedFile(await make());
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ code: 'invalid_image', message: expect.stringMatching(why) });
});

test('a small file that would unfold to 400 megapixels is refused', async () => {
  const file = bomb(20_000);
  expect(file.length).toBeLessThan(100_000);
  const answer = await refusedFile(file, 'photo.png');
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ code: 'invalid_image', message: expect.stringContaining('20000') });
});

test('a file over the limit is refused with the limit in the message', async () => {
  const answer = await refusedFile(Buffer.concat([await photo(), Buffer.alloc(200_000)]));
  expect(answer.status).toBe(413);
  expect(answer.body).toMatchObject({ code: 'too_large', message: expect.stringContaining('0.2 MB') });
});

test('a file far over the limit is refused with an answer that arrives', async () => {
  const answer = await refusedFile(Buffer.concat([await photo(), Buffer.alloc(20_000_000)]));
  expect(answer.status).toBe(413);
});

test('an upload without its json part is refused', async () => {
  const answer = await refusedParts([await imagePart()]);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([
    { path: 'json', message: 'Send a part json that describes the file in valid JSON, before the file.' },
  ]);
});

test('an upload with its json part after the file is refused', async () => {
  const answer = await refusedParts([await imagePart(), json]);
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0]).toEqual({
    path: 'json',
    message: expect.stringContaining('before the file'),
  });
});

test('an upload without a file is refused', async () => {
  const answer = await refusedParts([json]);
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0]).toEqual({
    path: 'image',
    message: expect.stringContaining('The file is missing'),
  });
});

test('an upload with two files is refused', async () => {
  const answer = await refusedParts([json, await imagePart(), { ...(await imagePart()), name: 'image2' }]);
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0]).toEqual({ path: 'image2', message: expect.stringContaining('one file') });
});

test('an upload with two descriptions is refused', async () => {
  for (const parts of [
    [json, json, await imagePart()],
    [json, await imagePart(), json],
  ]) {
    const answer = await refusedParts(parts);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]).toEqual({
      path: 'json',
      message: expect.stringContaining('one part json'),
    });
  }
});

test('an upload whose json part is not JSON is refused', async () => {
  for (const part of [
    { name: 'json', content: '{"tasks": [damage_detection]}' },
    { name: 'json', content: '' },
    { name: 'json', content: '', filename: 'description.json', type: 'application/json' },
  ]) {
    const answer = await refusedParts([part, await imagePart()]);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'malformed_request',
      message: 'The part json is not valid JSON.',
    });
  }
  const declared = { name: 'json', content: '{"tasks": [damage_detection]}', type: 'application/json' };
  const answer = await refusedParts([declared, await imagePart()]);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([{ path: 'json', message: expect.stringContaining('in valid JSON') }]);
  expect((await refusedParts([declared])).status).toBe(400);
});

test('an upload whose json part is no object, or too large, is refused', async () => {
  for (const content of ['[]', '"damage_detection"', 'null', '7']) {
    const answer = await refusedParts([{ name: 'json', content }, await imagePart()]);
    expect(answer.status).toBe(422);
  }
  const content = JSON.stringify({ additional_data: { text: 'x'.repeat(1_100_000) } });
  for (const part of [
    { name: 'json', content },
    { name: 'json', filename: 'a.json', content },
  ]) {
    const answer = await refusedParts([part, await imagePart()]);
    expect(answer.status).toBe(413);
    expect(answer.body.code).toBe('too_large');
  }
});

test('a multipart body that breaks off is refused', async () => {
  const { body, headers } = multipart([json, await imagePart()]);
  const answer = await refused((path) =>
    api.send('POST', path, { body: body.subarray(0, body.length - 1000), headers }),
  );
  expect(answer.status).toBe(400);
  expect(answer.body.code).toBe('malformed_request');
  const unbounded = await refused((path) =>
    api.send('POST', path, { body, headers: { 'content-type': 'multipart/form-data' } }),
  );
  expect(unbounded.status).toBe(400);
});

test('a body of another media type is refused', async () => {
  const file = new Uint8Array(await photo(160, 120));
  const answer = await refused((path) =>
    api.send('POST', path, { body: file, headers: { 'content-type': 'image/jpeg' } }),
  );
  expect(answer.status).toBe(415);
  expect(answer.body).toMatchObject({
    code: 'unsupported_media_type',
    message: expect.stringContaining('multipart/form-data'),
  });
});

test('a wrong description is refused with the path of each wrong field', async () => {
  const content = JSON.stringify({
    image_type: 'portrait',
    image_subtype: 7,
    tasks: [{ name: 'damage_detection', wait_for_result: 'yes' }],
    additional_data: [],
  });
  const answer = await refusedParts([{ name: 'json', content }, await imagePart()]);
  expect(answer.status).toBe(422);
  expect(answer.body.errors.map((error: { path: string }) => error.path).toSorted()).toEqual([
    'additional_data',
    'image_subtype',
    'image_type',
    'tasks.0.wait_for_result',
  ]);
});

test('text that no database can keep is refused, not a failure', async () => {
  for (const text of ['a\u0000b', 'a\ud800b'])
    for (const json of [{ name: text }, { additional_data: { text } }, { additional_data: { [text]: 1 } }]) {
      const answer = await refused((path) => photo(160, 120).then((file) => api.upload(path, json, file)));
      expect(answer.status).toBe(422);
      expect(answer.body.code).toBe('invalid_input');
    }
});

test('an inspection takes no more images than the limit says', async () => {
  const id = await newInspection(api);
  const path = `/inspections/${id}/images`;
  const first = await photo(160, 120);
  const added = await Promise.all(
    [first, ...(await Promise.all([1, 2, 3, 4].map(() => photo(160, 120))))].map((file) =>
      api.upload(path, {}, file),
    ),
  );
  expect(added.map((answer) => answer.status).toSorted()).toEqual([201, 201, 201, 422, 422]);
  expect(added.find((answer) => answer.status === 422)!.body).toMatchObject({
    code: 'limit_reached',
    message: 'An inspection holds at most 3 images. Create another inspection for more.',
  });
  expect(await imagesOf(api, id)).toHaveLength(3);
  expect(await photoFilesOf(service)).toHaveLength(3);
});
