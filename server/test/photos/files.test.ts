import { createHash } from 'node:crypto';
import { type Body, type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo, quarters } from '@walkaround/harness/pictures/pictures.ts';
import { apiBeside } from '@walkaround/harness/services/own-service.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

let api: Client;
let id: string;
let image: Body;
let file: Buffer;
let brief: Awaited<ReturnType<typeof apiBeside>>;
beforeAll(async () => {
  api = await client();
  id = await newInspection(api);
  file = await photo(800, 600);
  image = (await api.upload(`/inspections/${id}/images`, {}, file)).body;
  brief = await apiBeside({ FILE_URL_TTL_SECONDS: '1' });
});
afterAll(() => brief.stop());

/** As an <img> would: no token, no header. */
const load = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(address, { method, headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

const expectProblem = async (response: Response, status: number, code: string) => {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(await response.json()).toMatchObject({ status, code, message: expect.stringMatching(/\w/) });
};

test('a link loads without a token, from any page, and for nothing but a picture', async () => {
  const response = await load(image.path, { origin: 'https://app.example.com' });
  expect(response.status).toBe(200);
  expect((await bytesOf(response)).equals(file)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(file.length),
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
  });
  expect(response.headers.get('access-control-expose-headers')).toContain('Content-Range');
});

test('a browser may ask first whether it may load a range', async () => {
  const preflight = await load(
    image.path,
    {
      origin: 'https://app.example.com',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'range',
    },
    'OPTIONS',
  );
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')!.toLowerCase().split(', ')).toContain('range');
});

test('HEAD tells about a file without sending it', async () => {
  const response = await load(image.path, {}, 'HEAD');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe(String(file.length));
  expect((await bytesOf(response)).length).toBe(0);
});

test('the link is the same for somebody who asks again a moment later', async () => {
  const again = (await api.get(`/inspections/${id}/images/${image.id}`)).body.path;
  const inspection = (await api.get(`/inspections/${id}`)).body;
  expect([again, inspection.images[0].path]).toEqual([image.path, image.path]);
});

test.each<[string, string, number, number]>([
  ['the beginning', 'bytes=0-99', 0, 99],
  ['the middle', 'bytes=100-199', 100, 199],
  ['all from somewhere on', 'bytes=1000-', 1000, -1],
  ['the last bytes', 'bytes=-10', -10, -1],
  ['more than there is', 'bytes=1000-99999999', 1000, -1],
  ['more than there is from the end', 'bytes=-99999999', 0, -1],
])('a range of a file is sent: %s', async (_name, range, first, last) => {
  const response = await load(image.path, { range });
  const [start, end] = [first < 0 ? file.length + first : first, last < 0 ? file.length + last : last];
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${file.length}`);
  expect(response.headers.get('content-length')).toBe(String(end - start + 1));
  expect((await bytesOf(response)).equals(file.subarray(start, end + 1))).toBe(true);
});

test.each(['bytes=5-2', 'bytes=a-b', 'bytes=-', 'lines=0-5', 'bytes=0-1,5-6', 'bytes=-0'])(
  'the range "%s", which cannot be read, is answered with the whole file',
  async (range) => {
    const response = await load(image.path, { range });
    expect(response.status).toBe(200);
    expect((await bytesOf(response)).length).toBe(file.length);
  },
);

test('a range behind the end is refused with the size of the file', async () => {
  const response = await load(image.path, { range: `bytes=${file.length}-` });
  expect(response.headers.get('content-range')).toBe(`bytes */${file.length}`);
  await expectProblem(response, 416, 'range_not_satisfiable');
});

test('a link that was changed in any part is refused', async () => {
  const url = new URL(image.path);
  const changed = (change: (copy: URL) => void) => {
    const copy = new URL(url);
    change(copy);
    return load(copy.href);
  };
  const signature = url.searchParams.get('signature')!;
  const other = (await api.upload(`/inspections/${id}/images`, {}, await photo(160, 120))).body;
  const later = String(Number(url.searchParams.get('expires')) + 1);
  const forged = createHash('sha256').update('guess').digest('base64url');
  for (const response of [
    await changed((copy) => copy.searchParams.set('signature', forged)),
    await changed((copy) => copy.searchParams.set('signature', signature.slice(0, -2))),
    await changed((copy) => copy.searchParams.set('signature', '')),
    await changed((copy) => copy.searchParams.set('expires', later)),
    await changed((copy) => {
      copy.pathname = new URL(other.path).pathname;
    }),
    await changed((copy) => {
      copy.pathname = copy.pathname.replace(/\.jpg$/, '.jpg.w160.jpg');
    }),
  ])
    await expectProblem(response, 403, 'signed_url_invalid');
  await expectProblem(await changed((copy) => copy.searchParams.delete('signature')), 422, 'invalid_input');
  await expectProblem(
    await changed((copy) => copy.searchParams.set('expires', 'soon')),
    422,
    'invalid_input',
  );
});

test.each([
  '/files/..%2f..%2fetc%2fpasswd',
  '/files/%2e%2e/%2e%2e/etc/passwd',
  '/files/inspections/..%2f..%2f..%2fservice.json',
  '/files/%00',
  '/files/',
  '/files',
])('no path leads out of the files: %s', async (path) => {
  const { origin } = new URL(image.path);
  const response = await load(`${origin}${path}?expires=9999999999&signature=${'A'.repeat(43)}`);
  expect([403, 404]).toContain(response.status);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(await response.json()).toMatchObject({ message: expect.stringMatching(/\w/) });
});

test('a thumbnail is made in the next larger of a few widths, never larger than the photo', async () => {
  const thumbnail = async (width: number, address = image.path) => {
    const response = await load(`${address}&width=${width}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = await bytesOf(response);
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    const { width: w, height: h, format } = await sharp(bytes).metadata();
    return [w, h, format];
  };
  expect(await thumbnail(1)).toEqual([160, 120, 'jpeg']);
  expect(await thumbnail(160)).toEqual([160, 120, 'jpeg']);
  expect(await thumbnail(161)).toEqual([320, 240, 'jpeg']);
  expect(await thumbnail(400)).toEqual([640, 480, 'jpeg']);
  expect(await thumbnail(641)).toEqual([800, 600, 'jpeg']);
  expect(await thumbnail(4000)).toEqual([800, 600, 'jpeg']);
  const png = (await api.upload(`/inspections/${id}/images`, {}, await quarters(640, 480).png().toBuffer()))
    .body;
  expect(await thumbnail(200, png.path)).toEqual([320, 240, 'jpeg']);
});

test('many who ask for one thumbnail at once get the same one', async () => {
  const fresh = (await api.upload(`/inspections/${id}/images`, {}, await photo(800, 600))).body;
  const all = await Promise.all(
    Array.from({ length: 8 }, async () => bytesOf(await load(`${fresh.path}&width=320`))),
  );
  expect(new Set(all.map((bytes) => createHash('sha256').update(bytes).digest('hex'))).size).toBe(1);
});

test.each(['0', '-5', 'wide', '4001', '1.5', ''])('the thumbnail width "%s" is refused', async (width) => {
  const response = await load(`${image.path}&width=${width}`);
  await expectProblem(response, 422, 'invalid_input');
});

test('a link works until it expires, and a new one comes with the next reading', async () => {
  const own = await brief.client();
  const inspection = await newInspection(own);
  const added = (await own.upload(`/inspections/${inspection}/images`, {}, await photo(160, 120))).body;
  const use = async (): Promise<{ link: string; status: number }> => {
    const link = (await own.get(`/inspections/${inspection}/images/${added.id}`)).body.path;
    return { link, status: (await load(link)).status };
  };
  // On a busy machine a link that lives for a second may be too late at once.
  const used = await until(use, ({ status }) => status === 200);
  const late = await until(
    () => load(used.link),
    ({ status }) => status !== 200,
  );
  await expectProblem(late, 403, 'signed_url_expired');
  const renewed = await until(use, ({ status }) => status === 200);
  expect(renewed.link).not.toBe(used.link);
});
