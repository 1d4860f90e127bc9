import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { anyone, contest, disputed, someContest } from '@walkaround/harness/clients/contests.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { beforeAll, expect, inject, test } from 'vitest';

let api: Client;
beforeAll(async () => {
  api = await client({ organization: randomUUID(), claims: { name: 'Olga Orlova' } });
});

const contestsOf = async (id: string): Promise<Body[]> =>
  (await api.get(`/inspections/${id}/contests`)).body.data;

test('a forged contest finds nothing: no such link, no such damage, a damage of somebody else', async () => {
  const { id, damage_id, secret } = await disputed(api);
  const theirs = await disputed(await client({ organization: randomUUID() }));
  for (const wrong of ['x', 'A'.repeat(43), theirs.id, "1' or '1'='1"]) {
    const refused = await contest(encodeURIComponent(wrong), someContest(damage_id));
    expectProblem(refused, 404, 'not_found');
    expect(refused.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  }
  for (const wrong of [randomUUID(), 'x', theirs.damage_id, id])
    expectProblem(await contest(secret, someContest(wrong)), 404, 'not_found');
  await api.delete(`/inspections/${id}/damages/${damage_id}`);
  expectProblem(await contest(secret, someContest(damage_id)), 404, 'not_found');
  expect(await contestsOf(id)).toEqual([]);
});

test('the same contest sent again is the first one, also at the same time; another one has to wait', async () => {
  const { id, damage_id, secret } = await disputed(api);
  const picture = await photo(120, 90);
  const sent = await Promise.all(
    Array.from({ length: 6 }, () => contest(secret, someContest(damage_id), [picture])),
  );
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
  const other = await contest(secret, { ...someContest(damage_id), text: 'Mud.' });
  expectProblem(other, 409, 'contest_open');
  expect(other.body.message).toContain('Wait for the decision');
  const [only] = await contestsOf(id);
  await api.post(`/inspections/${id}/contests/${only!.id}/decision`, { state: 'rejected', reason: 'No.' });
  const replayed = await contest(secret, someContest(damage_id), [picture]);
  expect([replayed.body.id, replayed.body.state]).toEqual([only!.id, 'rejected']);
  expect(await contestsOf(id)).toHaveLength(1);
});

test('a link that does not allow it, is revoked or expired, or whose time is over takes no contest', async () => {
  const silent = await disputed(api, {});
  const refused = await contest(silent.secret, someContest(silent.damage_id));
  expectProblem(refused, 409, 'contesting_closed');
  expect(refused.body.message).toContain('does not allow contesting');

  const [over, expired] = [await disputed(api), await disputed(api)];
  const database = await databaseOf({ dataDir: inject('serviceDataDir') });
  for (const [column, { link }] of [
    ['contest_until', over],
    ['expires_at', expired],
  ] as const)
    await database.query(`update share_links set ${column} = now() - interval '1 hour' where id = $1`, [
      link.id,
    ]);
  await database.end();
  expectProblem(await contest(expired.secret, someContest(expired.damage_id)), 404, 'not_found');
  const late = await contest(over.secret, someContest(over.damage_id));
  expectProblem(late, 409, 'contesting_closed');
  expect(late.body.message).toContain('The time to contest ended on');

  const revoked = await disputed(api);
  await api.delete(`/inspections/${revoked.id}/share_links/${revoked.link.id}`);
  expectProblem(await contest(revoked.secret, someContest(revoked.damage_id)), 404, 'not_found');
  const gone = await disputed(api);
  await api.delete(`/inspections/${gone.id}`);
  expectProblem(await contest(gone.secret, someContest(gone.damage_id)), 404, 'not_found');
});

test.each([
  ['an unknown reason', { reason: 'because' }, 'reason'],
  ['no reason', { reason: undefined }, 'reason'],
  ['another reason and no text', { reason: 'other', text: ' ' }, 'text'],
  ['a text without end', { text: 'x'.repeat(2001) }, 'text'],
  ['a text that is none', { text: 5 }, 'text'],
  ['a text with a character that cannot be stored', { text: 'a\u0000b' }, 'text'],
  ['a damage that is none', { damage_id: 5 }, 'damage_id'],
])('a contest with %s is refused by the name of the field', async (_what, wrong, path) => {
  const { id, damage_id, secret } = await disputed(api);
  const refused = await contest(secret, { ...someContest(damage_id), ...wrong });
  expectProblem(refused, 422, 'invalid_input', [path]);
  expect(await contestsOf(id)).toEqual([]);
});

test('what is no photo, too many photos and a body that is none are refused, and nothing stays', async () => {
  const { id, damage_id, secret } = await disputed(api);
  const said = someContest(damage_id);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const file of [svg, Buffer.from('<html><script>alert(1)</script>'), Buffer.from('%PDF-1.7')])
    expectProblem(await contest(secret, said, [file]), 422, 'invalid_image', ['photo_1']);
  const six = await Promise.all(Array.from({ length: 6 }, (_, index) => photo(60 + index, 60)));
  expectProblem(await contest(secret, said, six), 422, 'invalid_input', ['photo_6']);
  const broken = { headers: { 'content-type': 'application/json' }, body: '{"damage_id": ' };
  const path = `/shared_inspections/${secret}/contests`;
  expectProblem(await anyone().send('POST', path, broken), 400, 'malformed_request');
  const xml = { headers: { 'content-type': 'text/xml' }, body: '<a/>' };
  expectProblem(await anyone().send('POST', path, xml), 415, 'unsupported_media_type');
  expect(await contestsOf(id)).toEqual([]);
});

test('a link takes so many contests and photos, and no more', async () => {
  const { id, secret } = await disputed(api);
  const damage = async () =>
    (await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'roof' })).body.id;
  const small = await Promise.all(Array.from({ length: 5 }, (_, index) => photo(60 + index, 60)));
  for (let sent = 0; sent < 6; sent++)
    expect((await contest(secret, someContest(await damage()), small)).status).toBe(201);
  const photos = await contest(secret, someContest(await damage()), small.slice(0, 1));
  expectProblem(photos, 422, 'limit_reached');
  expect(photos.body.message).toContain('at most 30 photos');
  for (let sent = 6; sent < 20; sent++)
    expect((await contest(secret, someContest(await damage()))).status).toBe(201);
  const contests = await contest(secret, someContest(await damage()));
  expectProblem(contests, 422, 'limit_reached');
  expect(await contestsOf(id)).toHaveLength(20);
});

test('an inspection takes so many contests over all of its links, and no more', async () => {
  const { id, secret } = await disputed(api);
  const damage = (await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'roof' }))
    .body.id;
  const database = await databaseOf({ dataDir: inject('serviceDataDir') });
  // By links that are forgotten by now: through links it would take five, and twenty requests for each.
  await database.query(
    `insert into contests (id, inspection_id, damage_id, reason, text, photos, fingerprint, state, withdrawn_at)
     select gen_random_uuid(), $1, $2, 'other', '', '[]', n::text, 'withdrawn', now() from generate_series(1, 100) n`,
    [id, damage],
  );
  await database.end();
  const refused = await contest(secret, someContest(damage));
  expectProblem(refused, 422, 'limit_reached');
  expect(refused.body.message).toContain('at most 100 times');
  expect(await contestsOf(id)).toHaveLength(100);
});

test('two people decide at once: one wins, the other is told who', async () => {
  const organization = randomUUID();
  const permissions = ['inspections:update_organization'];
  const people = await Promise.all(
    ['Ada', 'Bert'].map((name) => client({ organization, permissions, claims: { name } })),
  );
  const { id, damage_id, secret } = await disputed(people[0]!);
  const { body } = await contest(secret, someContest(damage_id));
  const path = `/inspections/${id}/contests/${body.id}`;
  const decisions = [
    { state: 'accepted', reason: 'Dust.' },
    { state: 'rejected', reason: 'No dust.' },
  ];
  const answers = await Promise.all(
    people.map((person, index) => person.post(`${path}/decision`, decisions[index])),
  );
  const winner = answers.findIndex(({ status }) => status === 200);
  const loser = answers[1 - winner]!;
  expectProblem(loser, 409, 'contest_decided');
  const name = ['Ada', 'Bert'][winner];
  expect(loser.body.message).toContain(`decided by ${name}: ${decisions[winner]!.state}`);
  const kept = (await people[0]!.get(path)).body;
  expect([kept.decided_by_name, kept.state]).toEqual([name, decisions[winner]!.state]);
  // What somebody has decided and says again is no other decision.
  const again = await people[winner]!.post(`${path}/decision`, decisions[winner]);
  expect([again.status, again.body]).toEqual([200, kept]);
});

test('the same words with another outcome for the damage are another decision', async () => {
  const { id, damage_id, secret } = await disputed(api);
  const { body } = await contest(secret, { damage_id, reason: 'was_there_before', text: 'Old.' });
  const decide = (remove_damage: boolean) =>
    api.post(`/inspections/${id}/contests/${body.id}/decision`, {
      state: 'accepted',
      reason: 'Right.',
      remove_damage,
    });
  expect((await decide(false)).body.damage_removed).toBe(false);
  expectProblem(await decide(true), 409, 'contest_decided');
  expect((await decide(false)).status).toBe(200);
});

test('a decision needs a reason, and a rejected contest removes nothing', async () => {
  const { id, damage_id, secret } = await disputed(api);
  const { body } = await contest(secret, someContest(damage_id));
  const decide = (decision: object) => api.post(`/inspections/${id}/contests/${body.id}/decision`, decision);
  expectProblem(await decide({ state: 'accepted' }), 422, 'invalid_input', ['reason']);
  expectProblem(await decide({ state: 'accepted', reason: ' ' }), 422, 'invalid_input', ['reason']);
  expectProblem(await decide({ state: 'open', reason: 'x' }), 422, 'invalid_input', ['state']);
  const wrong = { state: 'rejected', reason: 'No.', remove_damage: true };
  expectProblem(await decide(wrong), 422, 'invalid_input', ['remove_damage']);
  expect((await contestsOf(id))[0]!.state).toBe('open');
});

test('a contest of another link is not shown on this one', async () => {
  const { id, damage_id, secret } = await disputed(api);
  await contest(secret, someContest(damage_id));
  const other = (await api.post(`/inspections/${id}/share_links`, { allow_contesting: true })).body;
  const seen = (await anyone().get(`/shared_inspections/${other.url.split('/').at(-1)}`)).body;
  expect(seen.contests).toEqual([]);
});
