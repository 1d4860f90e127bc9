import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPool } from './database.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';

const quiet = { info() {}, warn() {}, error() {} };
let home: string;
let folder: string;
let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let pool: pg.Pool;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'walkaround-migrate-'));
  folder = join(home, 'migrations');
  database = await startEmbeddedPostgres({ dataDir: join(home, 'data'), log: quiet });
  pool = createPool(database.url, 10, () => {});
});
afterAll(async () => {
  await pool.end();
  await database.stop();
  await rm(home, { recursive: true, force: true });
});
beforeEach(async () => {
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await put('0001-cars.sql', 'CREATE TABLE cars (id int); INSERT INTO cars VALUES (1);');
  await put('0002-wheels.sql', 'CREATE TABLE wheels AS SELECT id FROM cars;');
});

const put = (name: string, sql: string) => writeFile(join(folder, name), sql);
const tables = async () =>
  (await pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)).rows.map(
    (row) => row.tablename,
  );

test('files are applied in order, once, and new ones later', async () => {
  expect(await migrate(pool, folder)).toEqual(['0001-cars.sql', '0002-wheels.sql']);
  expect(await migrate(pool, pathToFileURL(folder))).toEqual([]);
  await put('0003-doors.sql', 'CREATE TABLE doors ()');
  expect(await migrate(pool, folder)).toEqual(['0003-doors.sql']);
  expect(await tables()).toEqual(['cars', 'doors', 'schema_migrations', 'wheels']);
});

test('many services that start at once apply each file once', async () => {
  const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(pool, folder)));
  expect(applied.flat()).toEqual(['0001-cars.sql', '0002-wheels.sql']);
  expect((await pool.query('SELECT count(*)::int AS n FROM cars')).rows[0].n).toBe(1);
});

test('a file that fails changes nothing, and keeps what was applied before it', async () => {
  await put('0002-wheels.sql', 'CREATE TABLE wheels (); INSERT INTO nowhere VALUES (1);');
  await expect(migrate(pool, folder)).rejects.toThrow(
    /0002-wheels\.sql failed and changed nothing:.*nowhere/,
  );
  expect(await tables()).toEqual(['cars', 'schema_migrations']);
  await put('0002-wheels.sql', 'CREATE TABLE wheels ()');
  expect(await migrate(pool, folder)).toEqual(['0002-wheels.sql']);
});

test('a file that was changed after it was applied is refused', async () => {
  await migrate(pool, folder);
  await put('0001-cars.sql', 'CREATE TABLE cars (id bigint)');
  await expect(migrate(pool, folder)).rejects.toThrow(/0001-cars\.sql was changed after it was applied/);
});

test('a version meets what a newer one has added, and works with it', async () => {
  await migrate(pool, folder);
  await rm(join(folder, '0002-wheels.sql'));
  expect(await migrate(pool, folder)).toEqual([]);
  expect(await tables()).toEqual(['cars', 'schema_migrations', 'wheels']);
});

test('a version that lacks what a newer one needs is told to make way', async () => {
  await put(
    '0003-no-wheels.sql',
    '-- needs 0002: wheels are no longer looked at from there on\nDROP TABLE wheels',
  );
  await migrate(pool, folder);
  await rm(join(folder, '0003-no-wheels.sql'));
  expect(await migrate(pool, folder)).toEqual([]);
  await rm(join(folder, '0002-wheels.sql'));
  await expect(migrate(pool, folder)).rejects.toThrow(
    /0003-no-wheels\.sql, with which this version of the service cannot work. Start the version that made it/,
  );
});

test('a database with another history is refused', async () => {
  await migrate(pool, folder);
  await rm(join(folder, '0002-wheels.sql'));
  await put('0003-doors.sql', 'CREATE TABLE doors ()');
  await expect(migrate(pool, folder)).rejects.toThrow(/has the migration 0002-wheels\.sql, with which/);
  expect(await tables()).not.toContain('doors');
});

test('a database from before versions said what they need is brought along', async () => {
  await migrate(pool, folder);
  await pool.query('ALTER TABLE schema_migrations DROP COLUMN needs');
  await put('0003-doors.sql', '-- needs 0003\nCREATE TABLE doors ()');
  expect(await migrate(pool, folder)).toEqual(['0003-doors.sql']);
  const { rows } = await pool.query('SELECT needs FROM schema_migrations ORDER BY name');
  expect(rows.map(({ needs }) => needs)).toEqual([null, null, '0003']);
});

test('a file that has to wait for a table lets the others at it meanwhile, and comes to its end', async () => {
  await migrate(pool, folder);
  await put('0003-colors.sql', 'ALTER TABLE cars ADD COLUMN color text');
  const reader = await pool.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT * FROM cars');
  const migrating = migrate(pool, folder);
  const waits: number[] = [];
  for (const end = performance.now() + 2500; performance.now() < end; ) {
    const began = performance.now();
    await pool.query('INSERT INTO cars VALUES (2)');
    waits.push(performance.now() - began);
  }
  await reader.query('COMMIT');
  reader.release();
  expect(await migrating).toEqual(['0003-colors.sql']);
  // It was in the way more than once. If it did not step back, the first insert would never end:
  // it would wait for the migration, which waits for the reader, which commits after the inserts.
  expect(waits.filter((wait) => wait > 200).length).toBeGreaterThan(1);
});

test('a file in steps lets others at its table in between, and leaves nothing behind but what it made', async () => {
  await put(
    '0003-colors.sql',
    'ALTER TABLE cars ADD COLUMN color text;\n-- next step: others may read meanwhile\nINSERT INTO cars SELECT id, (SELECT count(*) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation WHERE relname = $$cars$$ AND mode = $$AccessExclusiveLock$$)::text FROM wheels;',
  );
  expect(await migrate(pool, folder)).toContain('0003-colors.sql');
  expect((await pool.query('SELECT color FROM cars WHERE color IS NOT NULL')).rows).toEqual([{ color: '0' }]);
  expect(await tables()).toEqual(['cars', 'schema_migrations', 'wheels']);
});

test('a file that was cut off between two steps goes on with the next one', async () => {
  const first = 'ALTER TABLE cars ADD COLUMN color text;\n-- next step\n';
  await put('0003-colors.sql', `${first}INSERT INTO nowhere VALUES (1);`);
  await expect(migrate(pool, folder)).rejects.toThrow(
    /0003-colors\.sql failed and changed nothing after its step 1:.*nowhere/,
  );
  expect((await pool.query('SELECT name FROM schema_migrations')).rows).toHaveLength(2);
  // The first step would fail if it were done once more.
  await put('0003-colors.sql', `${first}UPDATE cars SET color = 'red';`);
  expect(await migrate(pool, folder)).toEqual(['0003-colors.sql']);
  expect((await pool.query('SELECT color FROM cars')).rows).toEqual([{ color: 'red' }]);
});

test('a file that was written anew is known by its first sum, to databases that have it and to older versions', async () => {
  await migrate(pool, folder);
  const old = await readFile(join(folder, '0002-wheels.sql'), 'utf8');
  const sum = createHash('sha256').update(old).digest('hex');
  const anew = `-- was ${sum}: it held up readers\nCREATE TABLE wheels ();\n-- next step\nALTER TABLE wheels ADD COLUMN id int`;
  await put('0002-wheels.sql', anew);
  expect(await migrate(pool, folder)).toEqual([]);
  await pool.query(`DROP TABLE wheels; DELETE FROM schema_migrations WHERE name LIKE '0002%'`);
  expect(await migrate(pool, folder)).toEqual(['0002-wheels.sql']);
  await put('0002-wheels.sql', old);
  expect(await migrate(pool, folder)).toEqual([]);
});

test('files with a wrong name or a number used twice are refused before anything is applied', async () => {
  await put('0002-doors.sql', 'CREATE TABLE doors ()');
  await expect(migrate(pool, folder)).rejects.toThrow(/Two migrations have the number 0002/);
  await rm(join(folder, '0002-doors.sql'));
  await put('3_doors.sql', 'CREATE TABLE doors ()');
  await expect(migrate(pool, folder)).rejects.toThrow(/3_doors\.sql is not named like a migration/);
  expect(await tables()).toEqual([]);
});
