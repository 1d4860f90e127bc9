import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { beforeAll, expect, test } from 'vitest';

const organization = `org-${randomUUID()}`;
let owner: Client;
let colleague: Client;
let id: string;
let path: string;

beforeAll(async () => {
  owner = await client({ organization, claims: { name: 'Olga Orlova' } });
  colleague = await client({
    organization,
    claims: { name: 'Bert Brecht' },
    permissions: ['inspections:update_organization'],
  });
});

const texts = async (): Promise<Body[]> =>
  (await owner.get(path)).body.data.map(({ text, created_by_name }: Body) => [created_by_name, text]);

test('comments are kept in order with the names of those who wrote them, as they were written', async () => {
  id = await newInspection(owner);
  path = `/inspections/${id}/comments`;
  await owner.post(path, { text: '  Is the other side damaged too?\n<b>Look</b> ' });
  await colleague.post(path, { text: 'No.' });
  expect(await texts()).toEqual([
    ['Olga Orlova', 'Is the other side damaged too?\n<b>Look</b>'],
    ['Bert Brecht', 'No.'],
  ]);
});

test('only its author deletes a comment; that it was there stays, its text does not', async () => {
  const [first] = (await owner.get(path)).body.data;
  expectProblem(await colleague.delete(`${path}/${first.id}`), 403, 'not_your_comment');
  const deleted = await owner.delete(`${path}/${first.id}`);
  expect(deleted.body).toMatchObject({ id: first.id, text: null, deleted_at: expect.any(String) });
  expect((await owner.delete(`${path}/${first.id}`)).body).toEqual(deleted.body);
  expect(await texts()).toEqual([
    ['Olga Orlova', null],
    ['Bert Brecht', 'No.'],
  ]);
});

test('an empty comment and one without end are refused', async () => {
  for (const text of ['', ' \n ', 'x'.repeat(5001)])
    expectProblem(await owner.post(path, { text }), 422, 'invalid_input', ['text']);
});

test('a comment that is sent twice with one key is there once', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const [one, two] = [
    await owner.post(path, { text: 'Once' }, { headers }),
    await owner.post(path, { text: 'Once' }, { headers }),
  ];
  expect(two.body.id).toBe(one.body.id);
  expect((await texts()).filter(([, text]) => text === 'Once')).toHaveLength(1);
});

test('neither a shared link nor the answer to a stranger has a comment', async () => {
  const stranger = await client({ organization: `other-${organization}` });
  expect((await stranger.get(path)).status).toBe(404);
  const { url } = (await owner.post(`/inspections/${id}/share_links`, {})).body;
  const shared = await fetch(url.replace('/shared/', '/shared_inspections/'));
  expect(shared.status).toBe(200);
  expect(await shared.text()).not.toContain('Once');
});
