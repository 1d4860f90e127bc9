import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';

type Migration = { name: string; steps: string[]; sha256: string; needs: string | null };
type Applied = Pick<Migration, 'name' | 'sha256' | 'needs'>;

// Any number will do, as long as every version of the service uses the same.
const LOCK = 7_268_115_140;

/**
 * A file that waits for a table makes everybody else who wants the table wait behind it. So it waits for a
 * moment only, lets them pass, and tries again; a little longer each time, for a busy database may never be
 * free so soon. Nobody is to wait for a second.
 */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 900;
const PAUSE_MS = 500;
const MOST_TRIES = 170;
/** Somebody holds a table, or waits for one of ours while we wait for theirs. */
const HELD_UP = ['55P03', '40P01'];

/**
 * The first line of a file that takes away what older versions use: `-- needs 0025`. Versions that do not know
 * the migration of that number cannot work with the schema from there on; all others can, also older ones.
 */
const NEEDS = /^-- needs (\d{4})\b/;

/**
 * The first line of a file that was written anew to come to the same schema in another way: `-- was SHA256`, of the file as it was
 * first. By that sum it is known in every database, so those that applied it then are done with it, and older versions know it.
 */
const WAS = /^-- was ([0-9a-f]{64})\b/;

/**
 * The line between two steps of a file. Each is a transaction of its own, because a lock lasts until the end of one: a table
 * that gets a column cannot be read while its indexes are built, unless the column is there before.
 */
const NEXT_STEP = /^-- next step\b.*$/m;

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
      const sha256 = WAS.exec(sql)?.[1] ?? createHash('sha256').update(sql).digest('hex');
      return { name, steps: sql.split(NEXT_STEP), sha256, needs: NEEDS.exec(sql)?.[1] ?? null };
    }),
  );
}

async function applyMissing(client: pg.PoolClient, migrations: Migration[]): Promise<string[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), needs text)`,
  );
  const { rows: applied, fields } = await client.query<Applied>('SELECT * FROM schema_migrations');
  // Not IF NOT EXISTS: that waits for whoever reads the table, such as a backup.
  if (!fields.some(({ name }) => name === 'needs'))
    await client.query('ALTER TABLE schema_migrations ADD COLUMN needs text');
  refuseAnotherHistory(applied, migrations);
  const names = new Set(applied.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !names.has(name));
  for (const migration of missing) await apply(client, migration);
  return missing.map(({ name }) => name);
}

/** While one version takes over from another, the older one may meet what the newer one has added. */
function refuseAnotherHistory(applied: Applied[], migrations: Migration[]) {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const newest = migrations.at(-1)?.name ?? '';
  for (const { name, sha256, needs } of applied) {
    const mine = known.get(name);
    if (mine && mine.sha256 !== sha256)
      throw new Error(
        `The migration ${name} was changed after it was applied to this database. Restore the file and put the change into a new migration.`,
      );
    const isOfAnother = !mine && name < newest;
    if (isOfAnother || (!mine && needs && needs > newest))
      throw new Error(
        `The database has the migration ${name}, with which this version of the service cannot work. Start the version that made it, or a newer one.`,
      );
  }
}

async function apply(client: pg.PoolClient, migration: Migration) {
  const isOneStep = migration.steps.length === 1;
  for (
    let step = isOneStep ? 0 : await stepsDone(client, migration.name);
    step < migration.steps.length;
    step++
  )
    await applyStep(client, migration, step);
}

/** Of a file that was cut off between two steps. The table is there only as long as one is under way. */
async function stepsDone(client: pg.PoolClient, name: string): Promise<number> {
  await client.query('CREATE TABLE IF NOT EXISTS migration_steps (name text PRIMARY KEY, done int NOT NULL)');
  const { rows } = await client.query<{ done: number }>('SELECT done FROM migration_steps WHERE name = $1', [
    name,
  ]);
  return rows[0]?.done ?? 0;
}

async function applyStep(client: pg.PoolClient, migration: Migration, step: number) {
  for (let tries = 1; ; tries++) {
    try {
      return await tryToApply(client, migration, step, Math.min(FIRST_WAIT_MS * tries, LONGEST_WAIT_MS));
    } catch (cause) {
      const isHeldUp = HELD_UP.includes((cause as { code?: string }).code ?? '');
      if (isHeldUp && tries < MOST_TRIES) {
        await sleep(PAUSE_MS);
        continue;
      }
      const cure = isHeldUp ? '. End what is open for long (see pg_stat_activity), and start again' : '';
      const changed = step === 0 ? 'changed nothing' : `changed nothing after its step ${step}`;
      throw new Error(
        `The migration ${migration.name} failed and ${changed}: ${(cause as Error).message}${cure}`,
        {
          cause,
        },
      );
    }
  }
}

async function tryToApply(client: pg.PoolClient, migration: Migration, step: number, waitMs: number) {
  const { name, steps, sha256, needs } = migration;
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${waitMs}`);
    await client.query(steps[step]!);
    if (step < steps.length - 1)
      await client.query(
        'INSERT INTO migration_steps VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET done = excluded.done',
        [name, step + 1],
      );
    else {
      if (steps.length > 1) await client.query('DROP TABLE migration_steps');
      await client.query(
        'INSERT INTO schema_migrations (name, sha256, needs, applied_at) VALUES ($1, $2, $3, clock_timestamp())',
        [name, sha256, needs],
      );
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
