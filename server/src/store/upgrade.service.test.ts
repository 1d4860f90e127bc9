/** A database of an earlier state with rows in every table is brought up to date. A million of them: upgrade.soak.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCheckedStore } from './test-checked-store.ts';
import { startOlderDatabase } from './test-older-database.ts';
import { contentsOf, fillOlderTables, OLDER } from './test-older-rows.ts';

const ROWS = 60;

let older: Awaited<ReturnType<typeof startOlderDatabase>>;
let before: Awaited<ReturnType<typeof contentsOf>>;
beforeAll(async () => {
  older = await startOlderDatabase();
  await older.migrateUpTo(OLDER);
  await fillOlderTables(older.pool, ROWS);
  before = await contentsOf(older.pool);
});
afterAll(() => older?.stop());

test('there are rows in every table that the earlier state has', () => {
  expect(Object.keys(before).length).toBeGreaterThan(30);
  const empty = Object.keys(before).filter((table) => before[table]!.rows === 0);
  expect(empty, 'give them rows in test-older-rows.ts').toEqual([]);
});

test('after the upgrade every row and every column of before is there and says the same', async () => {
  await older.migrate();
  expect(await contentsOf(older.pool, before)).toEqual(before);
});

test('and the service reads them as records of today, and finds them by plate and by words', async () => {
  const store = createCheckedStore(older.pool, async () => {}, 'everything');
  const { rows } = await older.pool.query('select id from inspections order by id');
  for (const { id } of rows) {
    const read = (await store.inspections.read(id, { deletedObjects: true }))!;
    expect(read).toMatchObject({ images: [{}], damages: [{}], severities: [{}], tasks: [{}], parts: [{}] });
  }
  const { rows: kept } = await older.pool.query(
    `select (select count(*)::int from listed_plates) as listed,
      (select count(*)::int from list_keys k join vehicles c using (inspection_id) join inspections i on i.id = k.inspection_id
        where k.vin = coalesce(c.details->>'vin', '') and k.brand = 'renault' and k.inspection_type = i.inspection_type) as keys,
      (select count(*)::int from listed_plates k join vehicles c using (inspection_id) where k.plate = coalesce(c.details->>'plate', '')) as right,
      (select count(distinct inspection_id)::int from inspection_words where word = 'RENAULT') as found`,
  );
  expect(kept[0]).toEqual({ listed: ROWS, keys: ROWS, right: ROWS, found: ROWS });
});
