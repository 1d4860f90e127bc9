import type { Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InspectionFilter } from '../../inspections/ports/store.ts';
import type { InspectionOrder } from '../../inspections/vocabulary.ts';
import { startTestDatabase } from '../test-database.ts';
import { readSummaries } from './inspection-summaries.ts';

const MANY = 20_000;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
  const { pool } = database;
  await pool.query(
    `insert into inspections (id, owner_id, creator_id, organization_id, created_at, status, reference, customer, cost_cents)
     select uuidv7(), person, person, 'acme', now() - n * interval '1 minute', 'DONE',
       'CLM-' || lpad(n::text, 6, '0'), 'Anna Müller' || n, n from generate_series(1, $1) n,
       lateral (select case when n % 2 = 0 then 'anna' else 'person' || n % 500 end as person)`,
    [MANY],
  );
  await pool.query(
    `insert into vehicles (id, inspection_id, details)
     select uuidv7(), id, jsonb_build_object('plate', 'AB-' || lpad(n::text, 6, '0'), 'vin', 'VF1' || lpad(n::text, 14, '0'),
       'brand', 'Brand' || n % 100, 'model', 'Clio')
     from (select id, row_number() over () as n from inspections)`,
  );
  await pool.query('vacuum analyze');
}, 180_000);
afterAll(() => database.stop());

const filter = (search: string | null): InspectionFilter => ({
  scope: search === null ? 'organization_resources' : 'own_resources',
  user_id: 'anna',
  organization_id: 'acme',
  status: null,
  show_deleted: false,
  only_deleted: false,
  inspection_type: null,
  task: { name: null, status: null },
  created: { after: null, before: null },
  assigned_to: null,
  unassigned: false,
  known_vehicle_id: null,
  contested: false,
  vehicle: {},
  search,
});

/** How Postgres looks for it. */
const planOf = async (
  search: string | null,
  by: InspectionOrder = 'created_at',
  scope = filter(search).scope,
): Promise<string> => {
  let plan = '';
  const rows = async <T>({ text, values }: Sql): Promise<T[]> => {
    const explained = await database.pool.query(`explain ${text}`, values);
    plan = explained.rows.map((line) => line['QUERY PLAN']).join('\n');
    return [];
  };
  const page = { limit: 30, order: 'desc', from: null } as const;
  const row = async <T>({ text, values }: Sql): Promise<T | null> =>
    (await database.pool.query(text, values)).rows[0] ?? null;
  await readSummaries({ rows, row, run: async () => 0 }, { ...filter(search), scope }, by, page);
  return plan;
};

test('a plate and a VIN, and the end of one, are looked up and not searched for', async () => {
  for (const search of ['ab-0123', 'ab-012345', 'vf100000000012345', '012345']) {
    const plan = await planOf(search);
    for (const index of ['vehicles_plate_key_idx', 'vehicles_vin_key_idx', 'vehicles_vin_key_reversed_idx'])
      expect(plan).toMatch(new RegExp(`Bitmap Index Scan on ${index} `));
    expect(plan).not.toMatch(/Seq Scan on (vehicles|inspections)/);
  }
});

test('so are a reference, a customer and a brand', async () => {
  for (const search of ['CLM-01', 'müller', 'renault clio']) {
    const plan = await planOf(search);
    expect(plan).toMatch(/Bitmap Index Scan on inspection_words_word_inspection_id_idx /);
    expect(plan).not.toMatch(/Seq Scan on inspection_words/);
  }
});

test('of many hits a set is made, and the list is read only until a page is full', async () => {
  const [many, few] = [await planOf('clio'), await planOf('brand42')];
  expect(many).toMatch(/hashed SubPlan/);
  expect(many).toMatch(/Index Scan Backward using inspections_/);
  expect(few).not.toMatch(/hashed SubPlan/);
});

test('a list by cost, condition, severity or what it teaches is read from an index', async () => {
  for (const order of ['repair_cost', 'condition_score', 'worst_severity', 'learning_value'] as const) {
    const plan = await planOf(null, order);
    expect(plan).toMatch(/Index Scan Backward using inspections_organization_id_/);
    expect(plan).not.toMatch(/Sort Key: [^\n]*_1/);
  }
});

test('so is a list of one person’s own by what it teaches', async () => {
  const plan = await planOf(null, 'learning_value', 'own_resources');
  expect(plan).toMatch(/Index Scan Backward using inspections_owner_id_learning_value_/);
});

test.each(['organization_resources', 'own_resources'] as const)(
  'sorted by plate, a page of %s is read from an index, and nothing is sorted',
  async (scope) => {
    const plan = await planOf(null, 'plate', scope);
    expect(plan).toMatch(
      /Index (Only )?Scan (Backward )?using listed_plates_(organization_id|owner_id)_plate_/,
    );
    expect(plan).not.toMatch(/Sort Key: k\.plate/);
  },
);

test('a plate that is corrected has its new place in the list, and one that is taken away the first', async () => {
  const page = { limit: 3, order: 'asc', from: null } as const;
  const rows = async <T>({ text, values }: Sql): Promise<T[]> =>
    (await database.pool.query(text, values)).rows;
  const row = async <T>(query: Sql): Promise<T | null> => (await rows<T>(query))[0] ?? null;
  const plates = async () =>
    (await readSummaries({ rows, row, run: async () => 0 }, filter(null), 'plate', page)).rows.map(
      ({ vehicle }) => (vehicle as { plate?: string }).plate ?? '',
    );
  expect(await plates()).toEqual(['AB-000001', 'AB-000002', 'AB-000003']);
  await database.pool.query(
    `update vehicles set details = details || '{"plate": "ZZ-2"}' where plate_key = 'AB000002'`,
  );
  await database.pool.query(`update vehicles set details = details - 'plate' where plate_key = 'AB000003'`);
  expect(await plates()).toEqual(['', 'AB-000001', 'AB-000004']);
});
