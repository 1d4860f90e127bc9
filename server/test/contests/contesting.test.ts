import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { anyone, contest, disputed, someContest } from '@walkaround/harness/clients/contests.ts';
import { photo, quarters, withSecrets } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

const organization = randomUUID();
let api: Client;

beforeAll(async () => {
  api = await client({
    organization,
    permissions: ['organization:manage', 'webhooks:manage', 'inspections:read_organization'],
    claims: { name: 'Olga Orlova' },
  });
});

const opened = async (secret: string): Promise<Body> =>
  (await anyone().get(`/shared_inspections/${secret}`)).body;
const decide = (id: string, contestId: string, decision: object, as = api) =>
  as.post(`/inspections/${id}/contests/${contestId}/decision`, decision);

test('a finding is contested with text and photos, decided with a reason, and the outcome is on the same link', async () => {
  const { id, damage_id, link, secret } = await disputed(api);
  expect((await opened(secret)).contest_until).toBe(link.contest_until);
  const said = { damage_id, reason: 'was_there_before', text: ' It was there.\n<b>Look</b> ' };
  const sent = await contest(secret, said, [await photo(120, 90), await photo(160, 90)]);
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  expect(sent.body).toMatchObject({
    damage_id,
    damage_type: 'dent',
    part_type: 'hood',
    text: 'It was there.\n<b>Look</b>',
    photos: [{ image_width: 120 }, { image_width: 160 }],
    state: 'open',
    decision_reason: null,
  });
  expect((await opened(secret)).contests).toEqual([sent.body]);

  const [listed] = (await api.get(`/inspections/${id}/contests?state=open`)).body.data;
  expect(listed).toMatchObject({
    id: sent.body.id,
    inspection_id: id,
    share_link_id: link.id,
    state: 'open',
  });
  expect((await api.get(`/inspections/${id}/contests/${listed.id}`)).body).toEqual(listed);

  const reason = 'The photo of the handover shows the same dent.';
  const decided = await decide(id, listed.id, { state: 'accepted', reason });
  expect(decided.body).toMatchObject({
    state: 'accepted',
    decision_reason: reason,
    decided_by_name: 'Olga Orlova',
    damage_removed: false,
  });
  const [outcome] = (await opened(secret)).contests;
  expect(outcome).toMatchObject({
    state: 'accepted',
    decision_reason: reason,
    decided_at: expect.any(String),
  });
  expect(JSON.stringify(await opened(secret))).not.toContain('Olga');
  expect((await opened(secret)).damages).toHaveLength(1);
});

test('the photos of a contest are stripped, never run, and are no images of the inspection', async () => {
  const { id, damage_id, secret } = await disputed(api);
  const sent = await contest(secret, someContest(damage_id), [
    await withSecrets(quarters().jpeg()).toBuffer(),
  ]);
  const [shown] = sent.body.photos;
  const file = await fetch(shown.path);
  expect(file.headers.get('content-type')).toBe('image/jpeg');
  expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.includes('Exif')).toBe(false);
  expect((await fetch(`${shown.path}&width=160`)).status).toBe(200);
  expect((await api.get(`/inspections/${id}`)).body.images).toEqual([]);
  const [link] = (await api.get(`/inspections/${id}/share_links`)).body.data;
  await api.delete(`/inspections/${id}/share_links/${link.id}`);
  expect((await fetch(shown.path)).status).toBe(404);
  const [listed] = (await api.get(`/inspections/${id}/contests`)).body.data;
  expect((await fetch(listed.photos[0].path)).status).toBe(200);
});

test('an accepted "not a damage" deletes the damage as a correction, and a validation is withdrawn with it', async () => {
  const { id, damage_id, secret } = await disputed(api);
  for (const status of ['DONE', 'VALIDATED'])
    await api.patch(`/inspections/${id}/tasks/damage_detection`, { status });
  const { body } = await contest(secret, someContest(damage_id));
  expect((await api.get(`/inspections/${id}`)).body.status).toBe('VALIDATED');
  const decided = await decide(id, body.id, { state: 'accepted', reason: 'It is dust.' });
  expect(decided.body).toMatchObject({ damage_removed: true, damage_is_deleted: true });
  const inspection = (await api.get(`/inspections/${id}`)).body;
  expect([inspection.damages, inspection.status]).toEqual([[], 'DONE']);
  const { data } = (await api.get(`/inspections/${id}/corrections`)).body;
  expect(data.map(({ action }: Body) => action)).toEqual(expect.arrayContaining(['deleted', 'withdrawn']));
  const shared = await opened(secret);
  expect([shared.damages, shared.contests[0].part_type]).toEqual([[], 'hood']);
});

test('a rejected contest leaves the damage and the validation; whoever decides chooses what an accepted one does', async () => {
  const { id, damage_id, secret } = await disputed(api);
  for (const status of ['DONE', 'VALIDATED'])
    await api.patch(`/inspections/${id}/tasks/damage_detection`, { status });
  const first = (await contest(secret, someContest(damage_id))).body;
  await decide(id, first.id, { state: 'rejected', reason: 'Both photos show the dent.' });
  expect((await api.get(`/inspections/${id}`)).body).toMatchObject({ status: 'VALIDATED', damages: [{}] });
  // Something new may be said after a decision.
  const again = await contest(secret, { damage_id, reason: 'other', text: 'A third photo.' });
  expect(again.status).toBe(201);
  const accepted = { state: 'accepted', reason: 'Right.', remove_damage: true };
  expect((await decide(id, again.body.id, accepted)).body.damage_removed).toBe(true);
});

test('each step is an event with a webhook, and no event has the words of a stranger', async () => {
  const hook = { url: 'https://example.invalid/hook', event_types: ['contest.opened', 'contest.decided'] };
  const made = await api.post('/webhooks', hook);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id, damage_id, secret } = await disputed(api);
  const { body } = await contest(secret, someContest(damage_id), [await photo(120, 90)]);
  await decide(id, body.id, { state: 'rejected', reason: 'No.' });
  const { data } = (await api.get(`/webhooks/${made.body.id}/deliveries`)).body;
  expect(data.map(({ event_type, payload }: Body) => [event_type, payload.data]).reverse()).toMatchObject([
    ['contest.opened', { contest_id: body.id, damage_id, reason: 'not_a_damage', photos: 1 }],
    ['contest.decided', { contest_id: body.id, damage_id, state: 'rejected', damage_removed: false }],
  ]);
  expect(JSON.stringify(data)).not.toContain('dust');
  await api.delete(`/webhooks/${made.body.id}`);
});

test('the queue lists inspections with open contests, and nobody finds one by the words of a stranger', async () => {
  const { id, damage_id, secret } = await disputed(api);
  const word = `word${randomUUID().slice(0, 8)}`;
  const { body } = await contest(secret, { damage_id, reason: 'other', text: word });
  const queue = async (query: string) =>
    (await api.get(`/inspections/summaries?ownership_filter=organization_resources&${query}`)).body.data;
  const [row] = (await queue('contested=true')).filter((one: Body) => one.id === id);
  expect(row.open_contests).toBe(1);
  expect((await api.get('/inspections/count?contested=true')).body.total).toBeGreaterThan(0);
  expect(await queue(`search=${word}`)).toEqual([]);
  await decide(id, body.id, { state: 'rejected', reason: 'No.' });
  expect((await queue('contested=true')).map((one: Body) => one.id)).not.toContain(id);
});

test('an organization sets the time to contest; it never ends after the link', async () => {
  const own = await client({ organization: randomUUID(), permissions: ['organization:manage'] });
  const days = async (wish: object = {}) => {
    const { link } = await disputed(own, { allow_contesting: true, expires_in_hours: 400, ...wish });
    return (Date.parse(link.contest_until) - Date.parse(link.created_at)) / 86_400_000;
  };
  expect(await days()).toBeCloseTo(14, 2);
  expect((await own.patch('/organization/settings', { contest_days: 3 })).body.contest_days).toBe(3);
  expect(await days()).toBeCloseTo(3, 2);
  expect(await days({ expires_in_hours: 24 })).toBeCloseTo(1, 2);
  expect((await disputed(own, {})).link.contest_until).toBeNull();
});
