import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';

type Migration = { name: string; sql: string; sha256: string };

// Any number will do, as long as every version of the service uses the same.
const LOCK = 7_268_115_140;

/** Brings the schema up to date and answers the names of the files it applied. Forward only. */
export async function migrate(pool: pg.Pool, folder: string | URL): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    // Of many processes that start at once, one applies the files and the others find them applied.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    try {
      return await applyMissing(client, migrations);
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    client.release();
  }
}

async function readMigrations(folder: string | URL): Promise<Migration[]> {
  const base = new URL(`${typeof folder === 'string' ? pathToFileURL(folder).href : folder.href}/`);
  const names = (await readdir(base)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`${name} is not named like a migration. Name it NNNN-what-it-does.sql.`);
    if (numbers.has(number))
      throw new Error(`Two migrations have the number ${number}. Give ${name} the next free one.`);
    numbers.add(number);
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, base), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function applyMissing(client: pg.PoolClient, migrations: Migration[]): Promise<string[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'SELECT name, sha256 FROM schema_migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  refuseAnotherHistory(applied, migrations);
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of missing) await apply(client, migration);
  return missing.map(({ name }) => name);
}

function refuseAnotherHistory(applied: Map<string, string>, migrations: Migration[]) {
  const known = new Set(migrations.map(({ name }) => name));
  for (const name of applied.keys())
    if (!known.has(name))
      throw new Error(
        `The database has the migration ${name}, which this version of the service does not know. Start the version that made it, or a newer one.`,
      );
  for (const { name, sha256 } of migrations)
    if (applied.has(name) && applied.get(name) !== sha256)
      throw new Error(
        `The migration ${name} was changed after it was applied to this database. Restore the file and put the change into a new migration.`,
      );
}

async function apply(client: pg.PoolClient, { name, sql, sha256 }: Migration) {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)', [name, sha256]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new Error(`The migration ${name} failed and changed nothing: ${(cause as Error).message}`, {
      cause,
    });
  }
}
