import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
