import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOlderDatabase } from '../test-older-database.ts';

let database: Awaited<ReturnType<typeof startOlderDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await startOlderDatabase();
  pool = database.pool;
});
afterAll(() => database.stop());

const id = (digit: number) => `0198c5a2-0000-7000-8000-00000000000${digit}`;

const insertInspection = async (inspection: string, tasks: [string, string, boolean][]) => {
  await pool.query(
    `insert into inspections (id, owner_id, creator_id, status, additional_data)
      values ($1, 'anna', 'anna', 'NOT_STARTED', '{}')`,
    [inspection],
  );
  for (const [name, status, added_by_service] of tasks)
    await pool.query(
      `insert into tasks (id, inspection_id, name, status, added_by_service, arguments, callbacks)
        values (gen_random_uuid(), $1, $2, $3, $4, '{}', '[]')`,
      [inspection, name, status, added_by_service],
    );
};

test('inspections from before the upgrade show reports of generation 3 their status and their prices', async () => {
  await database.migrateUpTo('0020');
  const own: [string, string, boolean] = ['compliances', 'NOT_STARTED', true];
  await insertInspection(id(1), [
    ['damage_detection', 'DONE', false],
    ['images_ocr', 'NOT_STARTED', false],
    own,
  ]);
  await insertInspection(id(2), [
    ['damage_detection', 'VALIDATED', false],
    ['images_ocr', 'NOT_STARTED', false],
  ]);
  await insertInspection(id(3), [
    ['pricing', 'DONE', false],
    ['damage_detection', 'NOT_STARTED', false],
  ]);
  await insertInspection(id(4), [['damage_detection', 'NOT_STARTED', false], own]);
  const priced = (name: string, total: number) =>
    JSON.stringify([{ id: id(8), part_id: id(7), name, total }]);
  for (const [methodology, parts] of [
    ['flat_rate', priced('replacing', 65_000)],
    ['labor_cost', priced('dent_repair', 62_760)],
  ])
    await pool.query(
      `insert into estimates (id, inspection_id, methodology, matrix_version, currency, tax_percent, segment, total,
        low, high, parts, not_priced)
        values (gen_random_uuid(), $1, $2, 0, 'EUR', 20, 'compact', 0, 0, 0, $3, '[]')`,
      [id(1), methodology, parts],
    );
  await pool.query(
    `insert into severities (id, inspection_id, label, related_item_type, related_item_id, is_user_modified, created_by)
      values (gen_random_uuid(), $1, 'hood', 'part', $2, false, 'algo')`,
    [id(1), id(7)],
  );

  await database.migrate();
  const { rows } = await pool.query('select status from inspections order by id');
  expect(rows.map(({ status }) => status)).toEqual(['DONE', 'VALIDATED', 'NOT_STARTED', 'NOT_STARTED']);
  const severities = await pool.query('select estimated_price, estimated_operation from severities');
  expect(severities.rows).toEqual([{ estimated_price: 627.6, estimated_operation: 'repair' }]);
});
