import type pg from 'pg';
import { reasonOf } from '../commands/doctor/check.ts';

/** How a database is called in a message: without its password. */
export const databaseName = (url: string) => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};

/** A connection to the configured database; where there is none, a sentence that says what to do. */
export const connectTo = (pool: pg.Pool, url: string): Promise<pg.PoolClient> =>
  pool.connect().catch((error) => {
    throw new Error(
      `The database ${databaseName(url)} cannot be used (${reasonOf(error)}). Check DATABASE_URL and that the server runs and lets this machine in.`,
      { cause: error },
    );
  });
