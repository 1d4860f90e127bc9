import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
/** All 25, newest first. */
let all: string[];

const ids = (body: Body): string[] => body.data.map((item: Body) => item.id);

beforeAll(async () => {
  api = await client();
  await Promise.all(Array.from({ length: 25 }, () => newInspection(api)));
  all = ids((await api.get('/inspections')).body);
  expect(new Set(all).size).toBe(25);
});

/** Follows a kind of link from a page until there is none, and returns every page. */
const follow = async (body: Body, step: (body: Body) => string | undefined | null): Promise<Body[]> => {
  const pages = [body];
  for (let next = step(body); next; next = step(pages.at(-1))) pages.push((await api.get(next)).body);
  return pages;
};

const address = (cursor: Body) => cursor && `/inspections?${new URLSearchParams(cursor)}`;

test.each([1, 4, 5, 25, 100])('pages of %i show each of 25 inspections exactly once', async (limit) => {
  const pages = await follow((await api.get(`/inspections?limit=${limit}`)).body, (page) => page.paging.next);
  expect(pages.flatMap(ids)).toEqual(all);
  expect(pages).toHaveLength(Math.ceil(25 / limit));
  expect(pages.slice(0, -1).every((page) => page.data.length === limit)).toBe(true);
});

test('the cursors of generation 3 and of generation 5 lead through the same pages as the addresses', async () => {
  const { body } = await api.get('/inspections?limit=7');
  const three = await follow(body, (page) => address(page.paging.cursors.next));
  expect(three.flatMap(ids)).toEqual(all);
  const five = await follow(body, (page) =>
    page.data.length === 7 ? `/inspections?limit=7&after=${page.paging.cursors.after}` : null,
  );
  expect(five.flatMap(ids)).toEqual(all);
});

test('the way back shows the same pages as the way there', async () => {
  const there = await follow((await api.get('/inspections?limit=10')).body, (page) => page.paging.next);
  const back = await follow(there.at(-1), (page) => page.paging.previous);
  expect(back.map(ids)).toEqual([all.slice(20), all.slice(10, 20), all.slice(0, 10)]);
  const first = back.at(-1);
  expect(first.paging.previous).toBeNull();
  expect(first.paging.cursors).not.toHaveProperty('previous');
  expect(first.paging.cursors.next).toMatchObject({ limit: 10, pagination_order: 'desc' });
});

test('oldest first is the same list turned round, forwards and backwards', async () => {
  const oldest = all.toReversed();
  const there = await follow(
    (await api.get('/inspections?limit=10&pagination_order=asc')).body,
    (page) => page.paging.next,
  );
  expect(there.flatMap(ids)).toEqual(oldest);
  const back = await follow(there.at(-1), (page) => page.paging.previous);
  expect(back.map(ids)).toEqual([oldest.slice(20), oldest.slice(10, 20), oldest.slice(0, 10)]);
});

test('the page before a cursor is the one that ends just before it', async () => {
  const { body } = await api.get('/inspections?limit=12');
  const { before, after } = body.paging.cursors;
  expect(ids((await api.get(`/inspections?limit=3&before=${after}`)).body)).toEqual(all.slice(8, 11));
  const none = (await api.get(`/inspections?limit=3&before=${before}`)).body;
  expect(none.data).toEqual([]);
  expect(none.paging).toEqual({ cursors: {}, previous: null, next: null });
});

test('the only page of a list has no neighbors', async () => {
  const { paging } = (await api.get('/inspections?limit=25')).body;
  expect(paging).toEqual({
    cursors: { before: expect.any(String), after: expect.any(String) },
    previous: null,
    next: null,
  });
});

test('an empty list has empty cursors', async () => {
  const empty = (await (await client()).get('/inspections')).body;
  expect(empty).toEqual({ data: [], paging: { cursors: {}, previous: null, next: null } });
});

test('a filter stays with the next page', async () => {
  const mixed = await client();
  const done = [];
  for (let index = 0; index < 3; index++) {
    done.unshift(await newInspection(mixed, { damage_detection: { status: 'DONE' } }));
    await newInspection(mixed);
  }
  const { body } = await mixed.get('/inspections?inspection_status=DONE&limit=2&verbose=1');
  expect(ids(body)).toEqual(done.slice(0, 2));
  const next = (await mixed.get(body.paging.next)).body;
  expect(ids(next)).toEqual(done.slice(2));
  expect(next.data[0]).toHaveProperty('tasks');
});

test('inspections that are created or deleted while somebody pages neither repeat nor hide a row', async () => {
  const busy = await client();
  for (let index = 0; index < 9; index++) await newInspection(busy);
  const before = ids((await busy.get('/inspections')).body);
  const seen: string[] = [];
  let next = '/inspections?limit=2&show_deleted=false';
  while (next) {
    const { body } = await busy.get(next);
    seen.push(...ids(body));
    await newInspection(busy);
    // The row that the next page starts after is gone: the page starts there all the same.
    if (seen.length === 4) await busy.delete(`/inspections/${seen.at(-1)}`);
    next = body.paging.next;
  }
  expect(seen).toEqual(before);
});

const forged = (cursor: string, change: (parts: unknown[]) => unknown) =>
  Buffer.from(JSON.stringify(change(JSON.parse(Buffer.from(cursor, 'base64url').toString())))).toString(
    'base64url',
  );

test('a cursor of another list, another user or another filter is refused', async () => {
  const { after } = (await api.get('/inspections?limit=2')).body.paging.cursors;
  const other = await client();
  const id = await newInspection(other);
  for (const direction of ['after', 'before'])
    for (const refused of [
      await other.get(`/inspections?${direction}=${after}`),
      await other.get(`/inspections/${id}/images?${direction}=${after}`),
      await api.get(`/inspections?show_deleted=false&${direction}=${after}`),
      await api.get(`/inspections?inspection_status=DONE&${direction}=${after}`),
    ]) {
      expectProblem(refused, 422, 'invalid_input', [direction]);
      expect(refused.body.errors[0].message).toContain('belongs to another list');
    }
});

test('garbage in the place of a cursor is refused and never breaks anything', async () => {
  const { after } = (await api.get('/inspections?limit=2')).body.paging.cursors;
  const garbage = [
    'x',
    '%00',
    'bnVsbA',
    forged(after, () => ({})),
    forged(after, ([tag]) => [tag]),
    forged(after, ([tag, time, id]) => [tag, [time], id]),
    forged(after, ([tag, time, id]) => [tag, time, [id]]),
    forged(after, ([tag, , id]) => [tag, '2026-99-99T99:99:99+00:00', id]),
    forged(after, ([tag, , id]) => [tag, '2026-02-31T10:00:00+00:00', id]),
    forged(after, ([tag, , id]) => [tag, '0000-01-01T00:00:00+00:00', id]),
    forged(after, ([tag, time]) => [tag, time, "' or 1=1 --"]),
    'A'.repeat(501),
  ];
  for (const cursor of garbage) {
    const refused = await api.get(`/inspections?after=${cursor}`);
    expectProblem(refused, 422, 'invalid_input', ['after']);
  }
});

test('before and after together are refused', async () => {
  const { before, after } = (await api.get('/inspections?limit=2')).body.paging.cursors;
  const refused = await api.get(`/inspections?before=${before}&after=${after}`);
  expectProblem(refused, 422, 'invalid_input', ['before']);
});
