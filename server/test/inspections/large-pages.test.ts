import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const INSPECTIONS = 40;
const IMAGES_OF_EACH = 200;
const MOST_BYTES = 10 * 1024 * 1024;

let database: pg.Pool;
let api: Client;
/** Newest first. */
let all: string[];
beforeAll(async () => {
  database = await databaseOf({ dataDir: inject('serviceDataDir') });
  api = await client();
  const created: string[] = [];
  for (let n = 0; n < INSPECTIONS; n++) created.push(await newInspection(api));
  all = created.toReversed();
  const { id } = (await api.upload(`/inspections/${created[0]}/images`, {}, await photo(64, 48))).body;
  // So many uploads would take minutes; their rows are as those of this one.
  await database.query(
    `insert into images (id, inspection_id, file_key, mimetype, binary_size, width, height, rotation, fingerprint,
       additional_data, compliance)
     select gen_random_uuid(), i.id, i.id || '/' || n || '/' || $3, m.mimetype, m.binary_size, m.width, m.height, m.rotation, n::text,
       m.additional_data, m.compliance
     from images m, unnest($1::uuid[]) as i (id), generate_series(1, ${IMAGES_OF_EACH}) n where m.id = $2`,
    [created, id, randomUUID()],
  );
});
afterAll(() => database?.end());

const read = async (path: string) => {
  const response = await fetch(path.startsWith('http') ? path : api.baseUrl + path, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  const text = await response.text();
  return { bytes: Buffer.byteLength(text), page: JSON.parse(text) as Body };
};
const ids = (page: Body): string[] => page.data.map((item: Body) => item.id);

/** All pages from this one on, by its links. */
const follow = async (path: string, direction: 'next' | 'previous') => {
  const pages: Awaited<ReturnType<typeof read>>[] = [];
  for (let next: string | null = path; next; next = pages.at(-1)!.page.paging[direction])
    pages.push(await read(next));
  return pages;
};

test('a page of large inspections ends early, and the pages together show each exactly once, there and back', async () => {
  for (const order of ['desc', 'asc']) {
    const pages = await follow(`/inspections?limit=500&pagination_order=${order}`, 'next');
    const wanted = order === 'desc' ? all : all.toReversed();
    expect(pages.flatMap(({ page }) => ids(page))).toEqual(wanted);
    expect(pages.length).toBeGreaterThan(2);
    expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(MOST_BYTES);
    expect(pages.at(-1)!.page.paging.next).toBeNull();

    const back = await follow(pages.at(-1)!.page.paging.previous, 'previous');
    const shown = back.toReversed().flatMap(({ page }) => ids(page));
    expect([...shown, ...ids(pages.at(-1)!.page)]).toEqual(wanted);
    expect(Math.max(...back.map(({ bytes }) => bytes))).toBeLessThan(MOST_BYTES);
  }
});

test('what people add to images counts, and one that is larger than a page is still shown', async () => {
  const id = await newInspection(api);
  const images: string[] = [];
  for (let n = 0; n < 12; n++) {
    const added = await api.upload(`/inspections/${id}/images`, { name: `${n}` }, await photo(64 + n, 48));
    images.unshift(added.body.id);
    await api.patch(`/inspections/${id}/images/${added.body.id}`, {
      additional_data: { text: 'x'.repeat(900_000) },
    });
  }
  const pages = await follow(`/inspections/${id}/images?limit=500`, 'next');
  expect(pages.flatMap(({ page }) => ids(page))).toEqual(images);
  expect(pages.length).toBeGreaterThan(1);
  expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(MOST_BYTES);

  const [first] = (await read('/inspections?limit=5')).page.data;
  expect([first.id, first.images.length]).toEqual([id, 12]);
});
