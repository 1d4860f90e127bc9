import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tellOverdue } from '../../actions/contests/tell-overdue.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { createCheckedStore as createStore } from '../test-checked-store.ts';
import { insertTestInspection, startTestDatabase } from '../test-database.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
});
afterAll(() => database.stop());

const HOUR_MS = 3_600_000;

/** An inspection with two found damages, of which the first is contested with a photo. */
const contested = async () => {
  const inspection_id = await insertTestInspection(store, { status: 'DONE' });
  const [damage_id, other] = [uuid(), uuid()];
  const found = { damage_type: 'dent', part_type: 'hood', score: 1, model: null, evidence: null } as const;
  const damages = [damage_id, other].map((id) => ({ ...found, id, part_types: [] }));
  await store.findings.insertFound(inspection_id, 'damage_detection', {
    images: [],
    damages,
    views: [],
    rendered: [],
  });
  const end = new Date(Date.now() + HOUR_MS).toISOString();
  const link = await store.shareLinks.insert({
    id: uuid(),
    inspection_id,
    secret_hash: uuid(),
    costs: false,
    language: 'en',
    created_by: 'anna',
    expires_at: end,
    contest_until: end,
  });
  const id = uuid();
  const file_key = `inspections/${inspection_id}/contest-${uuid()}.jpg`;
  const size = { mimetype: 'image/jpeg', width: 9, height: 9, received_sha256: 'x', taken_at: null };
  const contest = await store.contests.insert({
    id,
    inspection_id,
    damage_id,
    share_link_id: link.id,
    reason: 'other',
    text: 'No.',
    photos: [{ id: uuid(), file_key, shown_key: file_key, ...size }],
    decision_days: null,
    fingerprint: 'same',
  });
  return { inspection_id, damage_id, other, link, contest, file_key };
};

test('a contested damage stays when its task runs again; what nobody spoke of is found anew', async () => {
  const { inspection_id, damage_id, other, contest } = await contested();
  await store.findings.clearFound(inspection_id, 'damage_detection');
  expect((await store.findings.findDamage(inspection_id, damage_id))?.id).toBe(damage_id);
  expect(await store.findings.findDamage(inspection_id, other)).toBeNull();
  expect(await store.contests.list(inspection_id, 'open')).toEqual([contest]);
});

test('a photo of a contest has an owner, and its contest outlives its link', async () => {
  const { inspection_id, link, contest, file_key } = await contested();
  const left = `inspections/${inspection_id}/contest-${uuid()}.jpg`;
  const claims = [file_key, left].map((key) => ({ key, inspection_id }));
  expect((await store.fileSweep.unowned(claims)).map(({ key }) => key)).toEqual([left]);
  await database.pool.query('delete from share_links where id = $1', [link.id]);
  expect(await store.contests.find(inspection_id, contest.id)).toEqual({ ...contest, share_link_id: null });
});

test('that the time to decide is over is told once, of open contests alone', async () => {
  const [late, decided, early] = [await contested(), await contested(), await contested()];
  const overdue = [late.contest.id, decided.contest.id];
  await database.pool.query(
    `update contests set decide_until = clock_timestamp() - interval '1 hour' where id = any ($1)`,
    [overdue],
  );
  await store.contests.withdraw(decided.contest.id);
  expect(await Promise.all([tellOverdue(store), tellOverdue(store)])).toEqual(expect.arrayContaining([0, 1]));
  const { rows } = await database.pool.query(
    `select inspection_id, data from events where type = 'contest.overdue'`,
  );
  expect(rows).toMatchObject([{ inspection_id: late.inspection_id, data: { contest_id: late.contest.id } }]);
  expect((await store.contests.find(late.inspection_id, late.contest.id))?.is_overdue).toBe(true);
  expect((await store.contests.find(early.inspection_id, early.contest.id))?.is_overdue).toBe(false);
});
