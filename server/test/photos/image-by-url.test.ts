import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Body, Client } from '@walkaround/harness/clients/client.ts';
import { eventTypesUntilDeleted, imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo, quarters, quartersOf } from '@walkaround/harness/pictures/pictures.ts';
import { ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: Awaited<ReturnType<typeof ownService>>;
let api: Client;
let web: Server;
let origin: string;
let file: Buffer;
let endless: { sent: number; closed: boolean };
let served: string[] = [];

const pages: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/front.jpg': (_request, response) => response.setHeader('content-type', 'image/jpeg').end(file),
  '/says-text': (_request, response) => response.setHeader('content-type', 'text/plain').end(file),
  '/moved': (_request, response) => response.writeHead(302, { location: '/moved/further' }).end(),
  '/moved/further': (_request, response) =>
    response.writeHead(301, { location: `${origin}/front.jpg` }).end(),
  '/round': (_request, response) => response.writeHead(302, { location: '/round' }).end(),
  '/to-a-file': (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/error': (_request, response) => response.writeHead(500).end(file),
  '/page': (_request, response) =>
    response.setHeader('content-type', 'image/jpeg').end('<html><body>no</body></html>'),
  '/cut-off': (_request, response) => {
    response.writeHead(200, { 'content-length': file.length });
    response.write(file.subarray(0, file.length / 2), () => response.destroy());
  },
  '/slow': (_request, response) => void response.write(file.subarray(0, 1000)),
  '/silent': () => {},
  '/endless': (_request, response) => {
    endless = { sent: 0, closed: false };
    const chunk = Buffer.alloc(65_536, 1);
    response.write(file);
    const more = () => {
      if (response.destroyed) return;
      endless.sent += chunk.length;
      if (response.write(chunk)) setImmediate(more);
      else response.once('drain', more);
    };
    response.once('close', () => {
      endless.closed = true;
    });
    more();
  },
};

beforeAll(async () => {
  file = await quarters(320, 240).jpeg({ quality: 95 }).toBuffer();
  web = createServer((request, response) => {
    served.push(request.url!);
    const page = pages[request.url!];
    if (page) page(request, response);
    else response.writeHead(404).end('not here');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  service = await ownService({
    ALLOW_PRIVATE_ADDRESSES: 'true',
    DOWNLOAD_TIMEOUT_SECONDS: '2',
    MAX_IMAGE_BYTES: '1000000',
    MODELS_DIR: '/nowhere',
  });
  api = await service.client();
});
afterAll(async () => {
  await service.stop();
  web.closeAllConnections();
  web.close();
});

const linked = (path: string, rest = {}) => ({
  acquisition: { strategy: 'download_from_url', url: path.startsWith('http') ? path : origin + path },
  ...rest,
});

test('an image is fetched from its address and kept like one that was uploaded', async () => {
  const id = await newInspection(api);
  const added = await api.post(
    `/inspections/${id}/images`,
    linked('/front.jpg', {
      name: 'front',
      tasks: ['damage_detection'],
      rotate_image_before_upload: 'CLOCKWISE_180',
      detailed_viewpoint: { centers_on: 'hood' },
      additional_data: { from: 'the web' },
    }),
  );
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({
    name: 'front',
    mimetype: 'image/jpeg',
    image_width: 320,
    image_height: 240,
    rotate_image_before_upload: 'CLOCKWISE_180',
    detailed_viewpoint: { centers_on: ['hood'] },
    additional_data: { from: 'the web' },
    tasks: [{ name: 'damage_detection', image_details: {} }],
  });
  expect(await quartersOf((await api.get(added.body.path)).body)).toEqual(['white', 'blue', 'green', 'red']);
});

test('redirects are followed and the declared type does not matter', async () => {
  const id = await newInspection(api);
  const moved = await api.post(`/inspections/${id}/images`, linked('/moved', { name: 'moved' }));
  expect(moved.status).toBe(201);
  const text = await api.post(`/inspections/${id}/images`, linked('/says-text', { image_type: 'close_up' }));
  expect(text.status).toBe(201);
  expect(text.body.mimetype).toBe('image/jpeg');
});

test('the same photo from another address is the photo that is there', async () => {
  const id = await newInspection(api);
  const first = await api.post(`/inspections/${id}/images`, linked('/front.jpg'));
  const again = await api.post(`/inspections/${id}/images`, linked('/moved'));
  expect(again.body.id).toBe(first.body.id);
  const uploaded = await api.upload(`/inspections/${id}/images`, {}, file);
  expect(uploaded.body.id).toBe(first.body.id);
});

const refusals: [name: string, path: string, status: number, code: string, why: RegExp][] = [
  ['an address with nothing behind it', '/nothing', 422, 'image_unreachable', /answered with status 404/],
  ['an address that fails', '/error', 422, 'image_unreachable', /answered with status 500/],
  ['an address that redirects for ever', '/round', 422, 'image_unreachable', /redirects more than 3 times/],
  ['a redirect to a file of the machine', '/to-a-file', 422, 'forbidden_address', /begin with file:/],
  ['a web page', '/page', 422, 'invalid_image', /looks like a web page/],
  ['a body that breaks off', '/cut-off', 422, 'image_unreachable', /breaks off/],
  ['a body that stands still', '/slow', 422, 'image_unreachable', /within 2 s/],
  ['a server that never answers', '/silent', 422, 'image_unreachable', /within 2 s/],
  ['a body without end', '/endless', 413, 'too_large', /larger than 1 MB/],
  ['a host without a server', 'http://127.0.0.1:1/a.jpg', 422, 'image_unreachable', /does not answer/],
];

test.each(refusals)('%s is refused and nothing stays', async (_name, path, status, code, why) => {
  const id = await newInspection(api);
  const before = await photoFilesOf(service);
  const body = linked(path);
  const answers = await Promise.all([
    api.post(`/inspections/${id}/images`, body),
    api.post(`/inspections/${id}/views`, { new_image: body }),
  ]);
  for (const [index, answer] of answers.entries()) {
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code, message: expect.stringMatching(why) });
    const field = ['acquisition.url', 'new_image.acquisition.url'][index];
    expect(answer.body.errors).toEqual([{ path: field, message: answer.body.message }]);
  }
  expect(await imagesOf(api, id)).toEqual([]);
  expect(await photoFilesOf(service)).toEqual(before);
  expect(await eventTypesUntilDeleted(api, id)).toEqual(['inspection.created', 'inspection.deleted']);
});

test('of a body without end little more than the limit is read', async () => {
  const id = await newInspection(api);
  await api.post(`/inspections/${id}/images`, linked('/endless'));
  await expect.poll(() => endless.closed).toBe(true);
  expect(endless.sent).toBeLessThan(10_000_000);
});

test.each<[string, object, string]>([
  ['no strategy', { acquisition: { url: 'https://example.com/a.jpg' } }, 'acquisition.strategy'],
  ['no acquisition', {}, 'acquisition'],
  ['no address', { acquisition: { strategy: 'download_from_url' } }, 'acquisition.url'],
  [
    'an upload without a file',
    { acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' } },
    'acquisition.strategy',
  ],
  [
    'an ftp address',
    { acquisition: { strategy: 'download_from_url', url: 'ftp://example.com/a.jpg' } },
    'acquisition.url',
  ],
  [
    'a file address',
    { acquisition: { strategy: 'download_from_url', url: 'file:///etc/passwd' } },
    'acquisition.url',
  ],
  [
    'no address at all',
    { acquisition: { strategy: 'download_from_url', url: 'front.jpg' } },
    'acquisition.url',
  ],
])('an image by JSON with %s is refused by its field', async (_name, body, path) => {
  const id = await newInspection(api);
  const refused = await api.post(`/inspections/${id}/images`, body);
  expect(refused.status).toBe(422);
  expect(refused.body.errors.map((error: Body) => error.path)).toContain(path);
});

test('an unknown task is refused before anything is fetched', async () => {
  const id = await newInspection(api);
  served = [];
  const image = await api.post(`/inspections/${id}/images`, linked('/front.jpg', { tasks: ['images_ocr'] }));
  expect([image.status, image.body.errors[0].path]).toEqual([422, 'tasks.0']);
  const view = await api.post(`/inspections/${id}/views`, {
    new_image: linked('/front.jpg', { tasks: ['damage_detection', 'images_ocr'] }),
  });
  expect([view.status, view.body.errors[0].path]).toEqual([422, 'new_image.tasks.1']);
  expect(served).toEqual([]);
});

test('a view may bring its image along by address', async () => {
  const id = await newInspection(api);
  const created = await api.post(`/inspections/${id}/views`, {
    new_image: linked('/front.jpg', { name: 'by address' }),
    bounding_box: { xmin: 0, ymin: 0, width: 320, height: 240 },
  });
  expect(created.status).toBe(201);
  expect(await imagesOf(api, id)).toMatchObject([
    { id: created.body.image_id, name: 'by address', views: [{ id: created.body.id }] },
  ]);
});

test('an inspection can be created with its images, in their order', async () => {
  const created = await api.post('/inspections', {
    tasks: { damage_detection: {}, wheel_analysis: { status: 'TODO' } },
    damage_areas: [{ id: 'left', relevant_elements: ['hood'] }],
    images: ['first', 'second', 'third'].map((name) =>
      linked('/front.jpg', { name, damage_area: 'left', tasks: ['damage_detection', 'wheel_analysis'] }),
    ),
  });
  expect(created.status).toBe(201);
  expect(created.body.images).toMatchObject([
    { name: 'first', damage_area: { id: 'left' } },
    { name: 'second', damage_area: { id: 'left' } },
    { name: 'third', damage_area: { id: 'left' } },
  ]);
  expect(created.body.tasks[0].images).toHaveLength(3);
});

test('one image that cannot be had, and the inspection is not created at all', async () => {
  const good = linked('/front.jpg');
  const attempts: [object[], string][] = [
    [[good, linked('/nothing'), good], 'images.1.acquisition.url'],
    [[good, good, good, good, good, linked('/page')], 'images.5.acquisition.url'],
    [[good, linked('/front.jpg', { tasks: ['damage_detection', 'images_ocr'] })], 'images.1.tasks.1'],
    [[good, linked('/front.jpg', { damage_area: 'nowhere' })], 'images.1.damage_area'],
  ];
  for (const [images, path] of attempts) {
    const somebody = await service.client();
    const before = await photoFilesOf(service);
    const refused = await somebody.post('/inspections', { tasks: { damage_detection: {} }, images });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.map((error: Body) => error.path)).toEqual([path]);
    expect((await somebody.get('/inspections')).body.data).toEqual([]);
    expect(await photoFilesOf(service)).toEqual(before);
  }
});

test('an upload that names another file is still the file that was sent', async () => {
  const id = await newInspection(api);
  served = [];
  const added = await api.upload(`/inspections/${id}/images`, linked('/front.jpg'), await photo(160, 120));
  expect(added.status).toBe(201);
  expect(added.body.image_width).toBe(160);
  expect(served).toEqual([]);
});
