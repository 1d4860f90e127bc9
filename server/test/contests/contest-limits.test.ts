import { randomUUID } from 'node:crypto';
import { type Body, type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { anyone, contest, disputed, someContest } from '@walkaround/harness/clients/contests.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let api: Client;
let database: Awaited<ReturnType<typeof databaseOf>>;

beforeAll(async () => {
  const permissions = [
    'organization:manage',
    'inspections:update_organization',
    'inspections:read_organization',
  ];
  api = await client({ organization: randomUUID(), permissions, claims: { name: 'Olga Orlova' } });
  database = await databaseOf({ dataDir: inject('serviceDataDir') });
});
afterAll(() => database.end());

const withdraw = (secret: string, contestId: string) =>
  anyone().send('POST', `/shared_inspections/${secret}/contests/${contestId}/withdrawal`);
const decide = (id: string, contestId: string) =>
  api.post(`/inspections/${id}/contests/${contestId}/decision`, { state: 'rejected', reason: 'No.' });
const eventsOf = async (id: string): Promise<Body[]> =>
  (await database.query('select type, data from events where inspection_id = $1 order by id', [id])).rows;
const queue = async (): Promise<Body[]> =>
  (
    await api.get(
      '/inspections/summaries?ownership_filter=organization_resources&contested=true&order_by=contest_due&pagination_order=asc',
    )
  ).body.data;

test('whoever contested takes it back on the same link, and may say the same again', async () => {
  const { id, damage_id, secret } = await disputed(api);
  const { body } = await contest(secret, someContest(damage_id));
  const taken = await withdraw(secret, body.id);
  expect([taken.status, taken.body]).toMatchObject([
    200,
    { id: body.id, state: 'withdrawn', withdrawn_at: expect.any(String), decided_at: null },
  ]);
  expect((await withdraw(secret, body.id)).body).toEqual(taken.body);
  expectProblem(await decide(id, body.id), 409, 'contest_withdrawn');
  expect((await queue()).map((one) => one.id)).not.toContain(id);
  expect((await eventsOf(id)).filter(({ type }) => type === 'contest.withdrawn')).toMatchObject([
    { data: { contest_id: body.id, damage_id } },
  ]);
  const again = await contest(secret, someContest(damage_id));
  expect([again.status, again.body.state]).toEqual([201, 'open']);
  expect(again.body.id).not.toBe(body.id);
});

test('nobody withdraws a decided contest, one of another link, or one through a link that is over; no name is told', async () => {
  const [one, other] = [await disputed(api), await disputed(api)];
  const { body } = await contest(one.secret, someContest(one.damage_id));
  expectProblem(await withdraw(other.secret, body.id), 404, 'not_found');
  expectProblem(await withdraw(one.secret, randomUUID()), 404, 'not_found');
  await decide(one.id, body.id);
  const refused = await withdraw(one.secret, body.id);
  expectProblem(refused, 409, 'contest_decided');
  expect(JSON.stringify(refused.body)).not.toContain('Olga');
  await api.delete(`/inspections/${other.id}/share_links/${other.link.id}`);
  expectProblem(await withdraw(other.secret, body.id), 404, 'not_found');
});

test('a contest that is not decided in time is marked and first in the list, and nothing else happens to it', async () => {
  const settings = await api.patch('/organization/settings', { contest_decision_days: 5 });
  expect(settings.body.contest_decision_days).toBe(5);
  expect((await api.patch('/organization/settings', { contest_decision_days: 0 })).status).toBe(422);
  const [late, early, unlimited] = [await disputed(api), await disputed(api), await disputed(api)];
  const ids: string[] = [];
  for (const { secret, damage_id } of [early, late])
    ids.push((await contest(secret, someContest(damage_id))).body.id);
  await api.patch('/organization/settings', { contest_decision_days: null });
  await contest(unlimited.secret, someContest(unlimited.damage_id));
  const read = async (of: { id: string }) => (await api.get(`/inspections/${of.id}/contests`)).body.data[0];
  const { created_at, decide_until, is_overdue } = await read(early);
  expect((Date.parse(decide_until) - Date.parse(created_at)) / 86_400_000).toBeCloseTo(5, 3);
  expect(is_overdue).toBe(false);
  expect(await read(unlimited)).toMatchObject({ decide_until: null, is_overdue: false });

  await database.query(
    `update contests set decide_until = clock_timestamp() - interval '1 hour' where id = $1`,
    [ids[1]],
  );
  const mine = [late, early, unlimited].map(({ id }) => id);
  const listed = (await queue()).filter(({ id }) => mine.includes(id));
  expect(listed.map(({ id, overdue_contests }) => [id, overdue_contests])).toEqual([
    [late.id, 1],
    [early.id, 0],
    [unlimited.id, 0],
  ]);
  expect(await read(late)).toMatchObject({ state: 'open', is_overdue: true });
  const shown = (await anyone().get(`/shared_inspections/${late.secret}`)).body;
  expect(JSON.stringify(shown.contests)).not.toMatch(/overdue|decide_until/);
});

test('the report lists contests with their outcomes; a long text of a stranger is cut off, and markup stays text', async () => {
  const { id, damage_id, secret } = await disputed(api);
  const text = `<script>alert(1)</script> ${'long '.repeat(300)}END`;
  const said = { damage_id, reason: 'was_there_before', text };
  const { body } = await contest(secret, said, [await photo(120, 90)]);
  const report = async () => {
    await api.post(`/inspections/${id}/pdf`, {});
    await until(
      () => api.get(`/inspections/${id}/pdf`),
      ({ status }) => status === 200,
      60_000,
    );
    const file = await api.get(`/inspections/${id}/pdf`, { headers: { accept: 'application/pdf' } });
    return (await readPdf(file.body)).text.replace(/\s+/g, ' ');
  };
  const open = await report();
  expect(open).toMatch(/Contested findings .*1 Hood – dent/);
  expect(open).toContain('<script>alert(1)</script> long long');
  expect(open).toContain('photos: 1');
  expect(open).toMatch(/Not decided yet/);
  expect(open).not.toContain('END');
  await decide(id, body.id);
  expect((await api.get(`/inspections/${id}/pdf`)).body.stale).toBe(true);
  expect(await report()).toMatch(/Rejected .*Olga Orlova, .* No\./);
});
