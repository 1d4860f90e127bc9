import type pg from 'pg';
import { reasonOf } from '../commands/doctor/check.ts';

/** How a database is called in a message: without its password. */
export const databaseName = (url: string) => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};

/** Texts from photos and people have letters of every language, which a database of another encoding refuses or garbles. */
const refuseOtherEncoding = async (client: pg.PoolClient, url: string) => {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]!.server_encoding;
  if (encoding === 'UTF8') return;
  throw new Error(
    `The database ${databaseName(url)} has the encoding ${encoding}, and the service needs UTF8. Create another one with ENCODING 'UTF8' TEMPLATE template0, and set DATABASE_URL to it.`,
  );
};

/** A connection to the configured database; where it cannot be used, a sentence that says what to do. */
export const connectTo = async (pool: pg.Pool, url: string): Promise<pg.PoolClient> => {
  const client = await pool.connect().catch((error) => {
    throw new Error(
      `The database ${databaseName(url)} cannot be used (${reasonOf(error)}). Check DATABASE_URL and that the server runs and lets this machine in.`,
      { cause: error },
    );
  });
  try {
    await refuseOtherEncoding(client, url);
    return client;
  } catch (error) {
    client.release();
    throw error;
  }
};
