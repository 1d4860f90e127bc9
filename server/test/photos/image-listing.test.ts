import { type Answer, type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
let id: string;
/** Oldest first. */
const ids: string[] = [];
beforeAll(async () => {
  api = await client();
  id = await newInspection(api);
  for (let i = 0; i < 7; i++)
    ids.push(
      (await api.upload(`/inspections/${id}/images`, { name: `photo ${i}` }, await photo(160, 120))).body.id,
    );
});

const list = (query = '') => api.get(`/inspections/${id}/images${query}`);
const idsOf = (answer: Answer): string[] => answer.body.data.map((image: Body) => image.id);

test('images are listed newest first, or oldest first when asked', async () => {
  const newest = await list();
  expect(newest.status).toBe(200);
  expect(idsOf(newest)).toEqual(ids.toReversed());
  expect(newest.body.paging).toEqual({
    cursors: { before: expect.any(String), after: expect.any(String) },
    previous: null,
    next: null,
  });
  expect(idsOf(await list('?pagination_order=asc'))).toEqual(ids);
  expect(idsOf(await list('?paginationOrder=asc&limit=3'))).toEqual(ids.slice(0, 3));
});

test.each(['desc', 'asc'])('pages in %s order lead from one end to the other and back', async (order) => {
  const all = order === 'asc' ? ids : ids.toReversed();
  const seen: string[][] = [];
  let page = await list(`?limit=3&pagination_order=${order}`);
  for (;;) {
    seen.push(idsOf(page));
    if (page.body.paging.next === null) break;
    page = await api.get(page.body.paging.next);
  }
  expect(seen).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6)]);
  expect(page.body.paging.cursors.next).toBeUndefined();

  const back: string[][] = [];
  while (page.body.paging.previous !== null) {
    page = await api.get(page.body.paging.previous);
    back.push(idsOf(page));
  }
  expect(back).toEqual([all.slice(3, 6), all.slice(0, 3)]);
  expect(page.body.paging.cursors.previous).toBeUndefined();
});

test('the cursors work as the client libraries use them', async () => {
  const first = await list('?limit=4');
  const { after, before, next } = first.body.paging.cursors;
  expect(next).toEqual({ limit: 4, pagination_order: 'desc', after });
  const second = await list(`?${new URLSearchParams(next)}`);
  expect(idsOf(second)).toEqual(ids.toReversed().slice(4));
  expect(second.body.paging.cursors.previous).toEqual({
    limit: 4,
    pagination_order: 'desc',
    before: second.body.paging.cursors.before,
  });
  expect(idsOf(await list(`?limit=2&before=${second.body.paging.cursors.before}`))).toEqual(
    ids.toReversed().slice(2, 4),
  );
  const nothing = await list(`?before=${before}`);
  expect(nothing.body).toEqual({ data: [], paging: { cursors: {}, previous: null, next: null } });
});

test('an image that is added between two pages does not shift them', async () => {
  const own = await newInspection(api);
  const add = async () => (await api.upload(`/inspections/${own}/images`, {}, await photo(160, 120))).body.id;
  const [first, second, third] = [await add(), await add(), await add()];
  const page = await api.get(`/inspections/${own}/images?limit=2`);
  expect(idsOf(page)).toEqual([third, second]);
  await add();
  expect(idsOf(await api.get(page.body.paging.next))).toEqual([first]);
});

test('an image in the list is the image as it is read alone', async () => {
  const [listed] = (await list('?limit=1')).body.data;
  const { compliances: _inList, ...image } = listed;
  const { compliances: _alone, ...alone } = (await api.get(`/inspections/${id}/images/${listed.id}`)).body;
  expect(image).toEqual(alone);
});

test('the list in the normalized form has its images by id and its paging', async () => {
  const page = await api.get(`/inspections/${id}/images?limit=2`, { normalized: true });
  expect(page.body.result).toEqual(ids.toReversed().slice(0, 2));
  expect(Object.keys(page.body.entities.images).toSorted()).toEqual(page.body.result.toSorted());
  expect(page.body.entities.images[ids[6]!]).toMatchObject({
    name: 'photo 6',
    imageWidth: 160,
    mimetype: 'image/jpeg',
  });
  expect(page.body.paging).toMatchObject({ next: expect.any(String), previous: null });
});

test('a cursor of another list is refused', async () => {
  const other = await newInspection(api);
  await api.upload(`/inspections/${other}/images`, {}, await photo(160, 120));
  const foreign = (await api.get(`/inspections/${other}/images`)).body.paging.cursors.after;
  const inspections = (await api.get('/inspections?limit=1')).body.paging.cursors.after;
  for (const [name, cursor] of [
    ['after', foreign],
    ['before', foreign],
    ['after', inspections],
  ]) {
    const refused = await list(`?${name}=${cursor}`);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      { path: name, message: expect.stringContaining('belongs to another list') },
    ]);
  }
});

test.each(['x', '', 'W10', 'bnVsbA', 'eyJhIjoxfQ', 'WyJhIiwiYiIsImMiXQ'])(
  'the cursor "%s" is refused',
  async (cursor) => {
    const refused = await list(`?after=${cursor}`);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      { path: 'after', message: expect.stringContaining('not a cursor') },
    ]);
  },
);

test('before and after together are refused', async () => {
  const { after } = (await list()).body.paging.cursors;
  const refused = await list(`?before=${after}&after=${after}`);
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual([
    { path: 'before', message: 'Give either before or after, not both.' },
  ]);
});

test.each(['0', '-1', '501', 'x', '1.5', ''])('the limit "%s" is refused', async (limit) => {
  const refused = await list(`?limit=${limit}`);
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual([{ path: 'limit', message: 'Give a whole number from 1 to 500.' }]);
});

test('an order that does not exist is refused', async () => {
  const refused = await list('?pagination_order=sideways');
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual([{ path: 'pagination_order', message: 'Use one of: asc, desc.' }]);
});

test('an image is found only in its own inspection and only by its owner', async () => {
  const other = await newInspection(api);
  for (const path of [
    `/inspections/${other}/images/${ids[0]}`,
    `/inspections/${id}/images/nonsense`,
    `/inspections/${id}/images/0198c5a2-7d1e-7c3a-9f52-6b1d2e3f4a5b`,
  ])
    expect((await api.get(path)).status).toBe(404);
  const stranger = await client();
  expect((await stranger.get(`/inspections/${id}/images/${ids[0]}`)).status).toBe(404);
  expect((await stranger.get(`/inspections/${id}/images`)).status).toBe(404);
});
