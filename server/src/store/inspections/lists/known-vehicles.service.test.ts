import { afterAll, beforeAll, expect, test } from 'vitest';
import { recognizeOlder } from '../../../actions/vehicles/recognize-older.ts';
import { createCheckedStore as createStore } from '../../test-checked-store.ts';
import { startOlderDatabase } from '../../test-older-database.ts';

let database: Awaited<ReturnType<typeof startOlderDatabase>>;
beforeAll(async () => {
  database = await startOlderDatabase();
});
afterAll(() => database.stop());

const id = (number: number) => `0198c5a2-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`;

/** Which inspections share a vehicle: the number of the first one of each. */
const sharing = async () => {
  const { rows } = await database.pool.query(`
    select inspection_id, first_value(inspection_id) over (partition by known_vehicle_id order by inspection_id) as first
    from vehicles where known_vehicle_id is not null order by inspection_id`);
  return rows.map(({ inspection_id, first }) => [inspection_id, first].map((one) => Number(one.slice(-2))));
};

const OLDER: [organization: string | null, details: object][] = [
  ['acme', { plate: 'AB-123 CD' }],
  ['acme', { plate: 'ab123cd', vin: 'WVWZZZ1JZXW000001' }],
  ['acme', { plate: 'NEW 1', vin: 'wvwzzz1jzxw000001' }],
  ['acme', { plate: 'EF 2' }],
  ['other', { plate: 'AB 123 CD' }],
  [null, { plate: 'AB 123 CD' }],
  ['acme', {}],
  ['acme', { plate: 'EF-2' }],
];

const insert = async (index: number, [organization, details]: (typeof OLDER)[number]) => {
  await database.pool.query(
    `insert into inspections (id, owner_id, creator_id, organization_id, status) values ($1, 'anna', 'anna', $2, 'DONE')`,
    [id(index), organization],
  );
  await database.pool.query(`insert into vehicles (id, inspection_id, details) values ($1, $1, $2)`, [
    id(index),
    details,
  ]);
};

test('the vehicles of inspections that an older version made are recognized by the hourly job, as new ones are', async () => {
  await database.migrateUpTo('0043');
  for (const [index, one] of OLDER.entries()) await insert(index, one);
  await database.migrate();
  expect(await sharing()).toEqual([]);
  const store = createStore(database.pool, async () => {}, 'everything');
  expect(await recognizeOlder(store)).toBe(7);
  expect(await recognizeOlder(store)).toBe(0);
  expect(await sharing()).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 3],
    [4, 4],
    [5, 5],
    [7, 3],
  ]);
  await insert(8, ['acme', { vin: 'WVWZZZ1JZXW000001' }]);
  await insert(9, [null, { plate: 'ab123cd' }]);
  expect(await sharing()).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 3],
    [4, 4],
    [5, 5],
    [7, 3],
    [8, 0],
    [9, 5],
  ]);
  await database.pool.query(`delete from inspections`);
  expect((await database.pool.query('select from known_vehicles')).rowCount).toBe(0);
});

test('what two erasures at the same moment leave of a vehicle goes with the hourly job', async () => {
  const store = createStore(database.pool, async () => {}, 'everything');
  for (const index of [20, 21]) await insert(index, ['acme', { plate: 'TWO 2' }]);
  const [one, two] = [await database.pool.connect(), await database.pool.connect()];
  for (const client of [one, two]) await client.query('begin');
  await one.query('delete from inspections where id = $1', [id(20)]);
  await two.query('delete from inspections where id = $1', [id(21)]);
  for (const client of [one, two]) {
    await client.query('commit');
    client.release();
  }
  const left = () => database.pool.query('select plate_key from known_vehicles');
  expect((await left()).rows).toEqual([{ plate_key: 'TWO2' }]);
  expect((await store.housekeeping.removeOld()).known_vehicles).toBe(1);
  expect((await left()).rows).toEqual([]);
});

test('whoever shows a vehicle while it is forgotten waits, and gets one that stays', async () => {
  await insert(30, ['acme', { plate: 'GO 1' }]);
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('delete from inspections where id = $1', [id(30)]);
  const inserted = insert(31, ['acme', { plate: 'GO 1' }]);
  await client.query('commit');
  client.release();
  await inserted;
  const { rows } = await database.pool.query(
    'select k.plate_key from vehicles v join known_vehicles k on k.id = v.known_vehicle_id',
  );
  expect(rows).toEqual([{ plate_key: 'GO1' }]);
});
