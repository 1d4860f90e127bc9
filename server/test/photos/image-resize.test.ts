import { type Body, type Client, client, clientOf } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import sharp from 'sharp';
import { beforeAll, expect, inject, test } from 'vitest';

let api: Client;
let image: Body;
beforeAll(async () => {
  api = await client();
  const id = await newInspection(api);
  image = (await api.upload(`/inspections/${id}/images`, {}, await photo(1600, 1200))).body;
});

const nobody = () => clientOf(inject('serviceUrl'), null);
const query = (image_url: string, width: unknown = 160, height: unknown = 120) =>
  `?${new URLSearchParams({ image_url, width: String(width), height: String(height) })}`;

test.each(['/image_resize/', '/image_resize', '/v1/image_resize/'])(
  'a smaller picture is had from %s by the link of a photo, without a token',
  async (path) => {
    const { status, headers, body } = await nobody().get(path + query(image.path));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(await sharp(body).metadata()).toMatchObject({ width: 160, height: 120 });
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  },
);

test('it is at least as wide as asked for, never wider than the photo, and keeps its proportions', async () => {
  for (const [asked, width, height] of [
    [0, 160, 120],
    [161, 320, 240],
    [4000, 1600, 1200],
  ]) {
    const { body } = await nobody().get(`/image_resize/${query(image.path, asked, 7)}`);
    expect(await sharp(body).metadata()).toMatchObject({ width, height });
  }
});

test('only the path of the link counts, so that one behind another name of the service works', async () => {
  const moved = image.path.replace(/^http:\/\/[^/]+/, 'https://inspections.example.com/v1');
  expect((await nobody().get(`/image_resize/${query(moved)}`)).status).toBe(200);
  const { pathname, search } = new URL(image.path);
  expect((await nobody().get(`/image_resize/${query(pathname + search)}`)).status).toBe(200);
});

test('a link that is forged, expired or about something else is refused', async () => {
  const ask = (link: string, width?: unknown) => nobody().get(`/image_resize/${query(link, width)}`);
  expectProblem(await ask(image.path.replace(/signature=.{4}/, 'signature=AAAA')), 403, 'signed_url_invalid');
  const other = image.path.replace(/files\/inspections\/.{8}/, 'files/inspections/00000000');
  expectProblem(await ask(other), 403, 'signed_url_invalid');
  for (const link of [
    '',
    'https://example.com/a.jpg',
    'file:///etc/passwd',
    image.path.split('?')[0]!,
    'http://',
  ])
    expectProblem(await ask(link), 422, 'invalid_input', ['image_url']);
  expectProblem(await ask(image.path, 'wide'), 422, 'invalid_input', ['width']);
  expectProblem(await nobody().get('/image_resize'), 422, 'invalid_input', ['image_url', 'width']);
});
