import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOlderDatabase } from '../test-older-database.ts';

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

test('the vehicles of inspections that an older version made are known after the migration, as new ones are', async () => {
  await database.migrateUpTo('0043');
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
  for (const [index, one] of OLDER.entries()) await insert(index, one);
  await database.migrate();
  // The plate of the first is that of a vehicle which has another one since.
  expect(await sharing()).toEqual([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 3],
    [4, 4],
    [5, 5],
    [7, 3],
  ]);
  await insert(8, ['acme', { vin: 'WVWZZZ1JZXW000001' }]);
  await insert(9, [null, { plate: 'ab123cd' }]);
  expect(await sharing()).toEqual([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 3],
    [4, 4],
    [5, 5],
    [7, 3],
    [8, 1],
    [9, 5],
  ]);
  await database.pool.query(`delete from inspections`);
  expect((await database.pool.query('select from known_vehicles')).rowCount).toBe(0);
});
