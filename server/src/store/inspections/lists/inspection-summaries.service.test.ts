import type { Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InspectionFilter } from '../../../inspections/ports/store.ts';
import {
  INSPECTION_ORDERS,
  type InspectionOrder,
  PAGINATION_ORDERS,
} from '../../../inspections/vocabulary.ts';
import { startTestDatabase } from '../../test-database.ts';
import { everythingOf } from '../../test-list-filter.ts';
import { countInspections } from './count-inspections.ts';
import { readSummaries } from './inspection-summaries.ts';

const MANY = 6000;
const NEW = '01990000-0000-7000-8000-000000000000';

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
       'brand', 'Brand' || n % 100, 'model', 'Clio', 'vehicle_type', 'car')
     from (select id, row_number() over () as n from inspections)`,
  );
  await pool.query(
    `update vehicles set details = details || '{"brand": "Seldom", "model": "Seldom", "vehicle_type": "seldom"}' where plate_key = 'AB000777'`,
  );
  await pool.query('vacuum analyze');
}, 180_000);
afterAll(() => database.stop());

const ANNA = { user_id: 'anna', organization_id: 'acme' };
const filter = (search: string | null): InspectionFilter => ({
  ...everythingOf(ANNA, search === null ? 'organization_resources' : 'own_resources'),
  search,
});

/** How Postgres looks for it. */
const planOf = async (search: string): Promise<string> => {
  let plan = '';
  const rows = async <T>({ text, values }: Sql): Promise<T[]> => {
    const explained = await database.pool.query(`explain ${text}`, values);
    plan = explained.rows.map((line) => line['QUERY PLAN']).join('\n');
    return [];
  };
  const page = { limit: 30, order: 'desc', from: null } as const;
  const row = async <T>({ text, values }: Sql): Promise<T | null> =>
    (await database.pool.query(text, values)).rows[0] ?? null;
  await readSummaries({ rows, row, run: async () => 0 }, filter(search), 'created_at', page);
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
    expect(plan).toMatch(/Index Scan (on|using) inspection_words_word_inspection_id_idx /);
    expect(plan).not.toMatch(/Seq Scan on inspection_words/);
  }
});

test('of many hits a set is made, and the list is read only until a page is full', async () => {
  const [many, few] = [await planOf('clio'), await planOf('brand42')];
  expect(many).toMatch(/hashed SubPlan/);
  expect(many).toMatch(/Index Scan Backward using inspections_/);
  expect(few).not.toMatch(/hashed SubPlan/);
});

type Plan = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

/** Rows of any table that were looked at, whether or not they were wanted. */
const rowsRead = (plan: Plan): number =>
  (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0) +
  (plan['Relation Name']
    ? plan['Actual Loops'] * (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0))
    : 0);

const PAGE = 30;
/** For a page of 30 with all that is shown of each; without an index it is at least half of all. */
const MOST_ROWS = 40 * PAGE;

const readFor = async (wanted: Partial<InspectionFilter>, by: InspectionOrder, order: 'asc' | 'desc') => {
  let read = 0;
  const rows = async <T>({ text, values }: Sql): Promise<T[]> => {
    const { rows: plans } = await database.pool.query(`explain (analyze, format json) ${text}`, values);
    read += rowsRead(plans[0]['QUERY PLAN'][0].Plan);
    return [];
  };
  const page = { limit: PAGE, order, from: null };
  await readSummaries(
    { rows, row: async () => null, run: async () => 0 },
    { ...filter(null), ...wanted },
    by,
    page,
  );
  return Math.round(read);
};

const SCOPES = ['organization_resources', 'own_resources'] as const;

/** Every event changes it: an index of it would cost more than it is worth (docs/running/performance.md). */
const SORTED_AS_A_WHOLE: InspectionOrder[] = ['updated_at'];

test.for(SCOPES.flatMap((scope) => INSPECTION_ORDERS.map((by) => [scope, by] as const)))(
  'a page of %s by %s is read from an index, whichever way it goes',
  async ([scope, by]) => {
    for (const order of PAGINATION_ORDERS) {
      const read = expect(await readFor({ scope }, by, order), `rows read, ${order}`);
      if (SORTED_AS_A_WHOLE.includes(by)) read.toBeGreaterThan(MANY / 3);
      else read.toBeLessThan(MOST_ROWS);
    }
  },
);

test.for(
  SCOPES.flatMap((scope) =>
    (['brand', 'model', 'vehicle_type', 'plate', 'vin'] as const).map((name) => [scope, name] as const),
  ),
)('a page of %s with a %s that few have, or none, reads few rows', async ([scope, name]) => {
  for (const value of ['seldom', 'nowhere'])
    expect(await readFor({ scope, vehicle: { [name]: value } }, 'created_at', 'desc')).toBeLessThan(
      MOST_ROWS,
    );
});

const count = async (wanted: Partial<InspectionFilter>, most?: number) => {
  const rows = async <T>({ text, values }: Sql): Promise<T[]> =>
    (await database.pool.query(text, values)).rows;
  const counted = await countInspections(
    { rows, row: async () => null, run: async () => 0 },
    { ...everythingOf(ANNA, 'organization_resources'), ...wanted },
    most,
  );
  return [counted.total, counted.is_at_least];
};

test('a list is counted as a whole, and by its status', async () => {
  expect(await count({}, 10)).toEqual([MANY, false]);
  expect(await count({ status: 'DONE' }, 10)).toEqual([MANY, false]);
  expect(await count({ status: 'ERROR' }, 10)).toEqual([0, false]);
});

test.for<[string, Partial<InspectionFilter>, number]>([
  ['brand', { vehicle: { brand: 'brand7' } }, 60],
  ['brand and model', { vehicle: { brand: 'brand7', model: 'clio' } }, 60],
  ['brand and a model that none has', { vehicle: { brand: 'brand7', model: 'nowhere' } }, 0],
  ['brand and type', { vehicle: { brand: 'brand7' }, inspection_type: 'claim' }, 0],
  ['search', { search: 'brand7' }, 659],
  ['assigned person', { assigned_to: 'anna' }, 0],
  ['unassigned', { unassigned: true }, MANY],
])('by %s counting ends after so many hits, and says so', async ([_, wanted, all]) => {
  const [total] = await count(wanted);
  expect(total).toBe(all);
  expect(await count(wanted, all + 1)).toEqual([all, false]);
  if (all > 0) expect(await count(wanted, all - 1)).toEqual([all - 1, true]);
});

test('where the hits end before the other filters were asked, it may be more than were counted', async () => {
  const wanted = { search: 'brand7', status: 'ERROR' } as const;
  expect(await count(wanted)).toEqual([0, false]);
  expect(await count(wanted, 10)).toEqual([0, true]);
});

test('every key of a list follows what it is made of', async () => {
  const one = async (text: string) => (await database.pool.query(text)).rows[0];
  const { id } =
    await one(`insert into inspections (id, owner_id, creator_id, organization_id, status, reference)
    values (uuidv7(), 'eve', 'eve', 'keys', 'DONE', 'A-1') returning id`);
  const keys = async () => {
    const {
      inspection_id: _,
      created_at: __,
      ...rest
    } = await one(
      `select *, date_of_loss::text, contest_due::text from list_keys where inspection_id = '${id}'`,
    );
    return rest;
  };
  const whose = { owner_id: 'eve', creator_id: 'eve', organization_id: 'keys' };
  const none = { inspection_type: '', customer: '', date_of_loss: '-infinity', contest_due: 'infinity' };
  const vehicle = { brand: '', model: '', vehicle_type: '', vin: '' };
  expect(await keys()).toEqual({ ...whose, ...none, ...vehicle, reference: 'A-1' });
  await database.pool.query(`
    insert into vehicles (id, inspection_id, details) values (uuidv7(), '${id}', '{"brand": "BMW", "vin": "W1"}');
    update inspections set customer = 'Eve', date_of_loss = '2026-02-01', inspection_type = 'claim', reference = null where id = '${id}';
    insert into damages (id, inspection_id, damage_type, part_type, created_by) values ('${id}', '${id}', 'dent', 'hood', 'eve');
    insert into contests (id, inspection_id, damage_id, reason, text, photos, fingerprint, decide_until)
      values ('${id}', '${id}', '${id}', 'other', '', '[]', 'same', '2027-01-01')`);
  const told = {
    inspection_type: 'claim',
    customer: 'Eve',
    date_of_loss: '2026-02-01',
    contest_due: '2027-01-01 00:00:00+00',
  };
  expect(await keys()).toEqual({ ...whose, ...told, ...vehicle, brand: 'bmw', vin: 'W1', reference: '' });
  await database.pool.query(`
    update vehicles set details = '{"model": "X5", "vehicle_type": "SUV"}' where inspection_id = '${id}';
    update contests set state = 'withdrawn', withdrawn_at = now() where id = '${id}'`);
  expect(await keys()).toEqual({
    ...whose,
    ...told,
    ...vehicle,
    model: 'x5',
    vehicle_type: 'suv',
    reference: '',
    contest_due: 'infinity',
  });
  await database.pool.query(`delete from inspections where id = '${id}'`);
});

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

test('the keys of an inspection are written once, with its vehicle and with what changes in its transaction', async () => {
  const client = await database.pool.connect();
  try {
    // Else what earlier tests wrote over this connection is counted, too.
    await client.query('select pg_stat_force_next_flush()');
    await client.query(`begin;
      insert into inspections (id, owner_id, creator_id, status, reference) values ('${NEW}', 'eve', 'eve', 'DONE', 'A-1');
      insert into vehicles (id, inspection_id, details) values (uuidv7(), '${NEW}', '{"brand": "BMW", "plate": "W 1"}');
      update inspections set reference = 'A-2' where id = '${NEW}';
      set constraints all immediate`);
    const { rows } = await client.query(`
      select reference, brand, plate, (select json_object_agg(relname, n_tup_ins + n_tup_upd) from pg_stat_xact_user_tables
        where relname in ('list_keys', 'listed_plates')) as written
      from list_keys join listed_plates using (inspection_id) where inspection_id = '${NEW}'`);
    const written = { list_keys: 1, listed_plates: 1 };
    expect(rows).toEqual([{ reference: 'A-2', brand: 'bmw', plate: 'W 1', written }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
