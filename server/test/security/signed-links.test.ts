import { randomUUID } from 'node:crypto';
import { type Body, type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

/** Other files, times and signatures are tried in test/photos/files.test.ts and inspections/sharing/signed-links.test.ts. */
let api: Client;
let inspection: string;
let image: Body;
let shared: Body;

beforeAll(async () => {
  api = await client({ organization: randomUUID() });
  inspection = await newInspection(api);
  image = (await api.upload(`/inspections/${inspection}/images`, {}, await photo(120, 90))).body;
  const link = (await api.post(`/inspections/${inspection}/share_links`, {})).body.url as string;
  shared = (await api.get(`/shared_inspections/${link.split('/').at(-1)}`)).body;
});

const changed = async (path: string, change: (address: URL) => void) => {
  const address = new URL(path);
  change(address);
  return (await fetch(address)).status;
};

test('a link as it was given opens its photo', async () => {
  for (const path of [image.path, shared.images[0].path]) expect(await changed(path, () => {})).toBe(200);
});

test('the time of a link cannot be stretched by another way to write it, or by writing it twice', async () => {
  const { expires } = Object.fromEntries(new URL(image.path).searchParams) as { expires: string };
  for (const time of [
    `${expires}0`,
    '1e12',
    '0x7fffffffff',
    `${Number(expires) + 0.5}`,
    '-1',
    'Infinity',
    '',
  ])
    expect([403, 422], time).toContain(
      await changed(image.path, ({ searchParams }) => searchParams.set('expires', time)),
    );
  for (const time of ['9999999999', `${Number(expires) - 1}`])
    expect([403, 422]).toContain(
      await changed(image.path, ({ searchParams }) => searchParams.append('expires', time)),
    );
});

test('what was signed for one key is not taken for another that is written around it', async () => {
  const { pathname, searchParams } = new URL(image.path);
  const expires = searchParams.get('expires');
  for (const path of [
    `${pathname}%0A${expires}`,
    `${pathname}%00`,
    `${pathname}%2F..%2Fother.jpg`,
    `${pathname}.w160.jpg`,
    pathname.replace('/files/', '/files//'),
    pathname.replace('inspections/', 'inspections%2F..%2Finspections/'),
    pathname.toUpperCase().replace('/FILES/', '/files/'),
  ])
    expect([403, 404], path).toContain(
      await changed(image.path, (address) => {
        address.pathname = path;
      }),
    );
});

test('a file link of a shared page works only with that page, and a normal file link cannot be bound to a page', async () => {
  const path = shared.images[0].path;
  expect(new URL(path).searchParams.get('share')).toBe(shared.id);
  for (const share of ['', randomUUID(), `${shared.id} `])
    expect(
      await changed(path, ({ searchParams }) => searchParams.set('share', share)),
      share,
    ).toBeGreaterThanOrEqual(403);
  expect(await changed(path, ({ searchParams }) => searchParams.delete('share'))).toBe(403);
  expect(await changed(image.path, ({ searchParams }) => searchParams.set('share', shared.id))).toBe(403);
  const signature = new URL(path).searchParams.get('signature')!;
  expect(await changed(image.path, ({ searchParams }) => searchParams.set('signature', signature))).toBe(403);
});

test('links end with their inspection: to the photo, to a thumbnail nobody asked for yet, and to the report', async () => {
  const id = await newInspection(api);
  const photoOf = async (query = '') =>
    (await api.get(`/inspections/${id}/images/${added.id}${query}`)).body.path as string;
  const added = (await api.upload(`/inspections/${id}/images`, {}, await photo(400, 300))).body;
  await api.post(`/inspections/${id}/pdf`, {});
  const report = await until(
    () => api.get(`/inspections/${id}/pdf`),
    ({ status }) => status === 200,
  );
  const { pathname } = new URL(added.path);
  const resized = `${api.baseUrl}/image_resize?image_url=${encodeURIComponent(added.path)}&width=320`;
  const given = [added.path, `${added.path}&width=160`, report.body.pdf_url, resized];
  for (const link of given.slice(0, 3)) expect((await fetch(link)).status, link).toBe(200);

  await api.delete(`/inspections/${id}`);
  for (const link of [...given, `${added.path}&width=320`]) {
    const answer = await fetch(link);
    expect([answer.status, ((await answer.json()) as Body).code], link).toEqual([404, 'not_found']);
  }

  // Who asks for what was deleted is given links of their own.
  const shown = (await api.get(`/inspections/${id}?show_deleted_objects=true`)).body;
  const listed = (await api.get('/inspections?show_deleted=true')).body.data.find(
    (one: Body) => one.id === id,
  );
  const summary = (await api.get('/inspections/summaries?show_deleted=true')).body.data.find(
    (one: Body) => one.id === id,
  );
  for (const link of [
    shown.images[0].path,
    shown.pdf_url,
    listed.images[0].path,
    summary.thumbnail,
    await photoOf('?show_deleted_objects=true'),
  ])
    expect((await fetch(link)).status, link).toBe(200);
  expect(new URL(shown.images[0].path).pathname).toBe(pathname);

  await api.delete(`/inspections/${id}?erase=true`);
  await until(
    () => fetch(shown.images[0].path),
    ({ status }) => status === 404,
  );
});

test('a link opens a file and nothing else, by no other method and with no more than it says', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect((await fetch(image.path, { method })).status, method).toBe(405);
  const { search } = new URL(image.path);
  for (const path of [`/inspections/${inspection}`, `/inspections/${inspection}/images/${image.id}`])
    expect((await fetch(api.baseUrl + path + search)).status).toBe(401);
  expect((await fetch(image.path)).status).toBe(200);
});
