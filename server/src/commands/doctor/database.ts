/** Postgres: the configured one as it is, or the built-in one started for a moment. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '../../config/config.ts';
import { connectTo, databaseName } from '../../process/reachable-database.ts';
import { createPool } from '../../store/database.ts';
import { startEmbeddedPostgres } from '../../store/embedded/embedded-postgres.ts';
import { accountFor } from '../../store/embedded/postgres-cluster.ts';
import { ABOVE_RULES, isAboveRules } from '../../store/reach.ts';
import { type Check, type Doubt, reasonOf } from './check.ts';
import { makeProbe } from './machine.ts';

/** Those before it get no more security fixes. */
const OLDEST_MAINTAINED = 15;

const versionOf = async (client: pg.PoolClient) => {
  const { rows } = await client.query<{ version: string }>(
    "SELECT split_part(current_setting('server_version'), ' ', 1) AS version",
  );
  return rows[0]!.version;
};

/** Really made, and taken back. */
const tryToCreate = async (client: pg.PoolClient, who: string) => {
  await client.query('BEGIN');
  try {
    await client.query('CREATE SCHEMA walkaround_doctor');
    await client.query('CREATE TABLE walkaround_doctor_probe (id int)');
  } catch (error) {
    throw new Error(
      `${who} may not create schemas and tables (${reasonOf(error)}). As the owner of the database run: ` +
        'GRANT CREATE ON DATABASE name TO user; GRANT CREATE ON SCHEMA public TO user;',
    );
  } finally {
    await client.query('ROLLBACK');
  }
};

const checkServer = async (url: string): Promise<string | Doubt> => {
  const named = databaseName(url);
  const pool = createPool(url, 1, () => {});
  try {
    const client = await connectTo(pool, url);
    try {
      const version = await versionOf(client);
      await tryToCreate(client, named);
      const told = `${version} at ${named}, and this user may create what the service needs`;
      if (Number.parseInt(version, 10) < OLDEST_MAINTAINED)
        return { doubt: `${told}; this version is no longer maintained. Update it.` };
      return (await isAboveRules(client)) ? { doubt: `${told}. ${ABOVE_RULES}` } : told;
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
};

/** In a folder of its own beside the data, so that a service that runs is not disturbed. */
const checkBuiltIn = async (dataDir: string): Promise<string> => {
  await accountFor(join(dataDir, 'postgres'));
  const probe = await makeProbe(dataDir);
  try {
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const { url, stop } = await startEmbeddedPostgres({ dataDir: probe, log });
    const pool = createPool(url, 1, () => {});
    try {
      const client = await pool.connect();
      const version = await versionOf(client).finally(() => client.release());
      return `${version}, built in, runs here`;
    } finally {
      await pool.end();
      await stop();
    }
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
};

export const databaseCheck = ({ database: { url }, dataDir }: Config): Check => {
  if (url === null) return { name: 'Postgres', run: () => checkBuiltIn(dataDir) };
  return { name: 'Postgres', run: () => checkServer(url) };
};
