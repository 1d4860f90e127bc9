/** The database and the file store of the installation that the settings name, also while its service runs. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Photos } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { openFiles } from '../../process/open-files.ts';
import { connectTo } from '../../process/reachable-database.ts';
import { createPool } from '../../store/database.ts';
import { isOlderSchema } from '../../store/failure.ts';
import { createStore } from '../../store/store.ts';

export type Installation = { config: Config; store: Store; photos: Photos };

/** Its database is not there, does not answer, or was never used by this version. */
export class NotReached extends Error {}

/** The service writes down where its built-in Postgres listens. */
const builtIn = async (dataDir: string): Promise<string> => {
  const text = await readFile(join(dataDir, 'postgres.json'), 'utf8').catch(() => null);
  if (text !== null) return JSON.parse(text).url;
  throw new NotReached(
    `There is no database in ${dataDir}. Start the service once with "npm start" and the same DATA_DIR, or name its database with DATABASE_URL.`,
  );
};

const unanswered = (dataDir: string) => (cause: unknown) => {
  throw new NotReached(
    `The built-in database of ${dataDir} does not answer. Start the service with "npm start" and the same DATA_DIR: it may run while you change its models.`,
    { cause },
  );
};

export const withInstallation = async <T>(
  config: Config,
  work: (installation: Installation) => Promise<T>,
): Promise<T> => {
  const url = config.database.url ?? (await builtIn(config.dataDir));
  const pool = createPool(url, 2, () => {}, { queryTimeoutMs: 60_000, connectTimeoutMs: 30_000 });
  try {
    const reached = config.database.url
      ? connectTo(pool, url).catch((cause) => {
          throw new NotReached((cause as Error).message, { cause });
        })
      : pool.connect().catch(unanswered(config.dataDir));
    (await reached).release();
    // No job is sent from here.
    const store = createStore(pool, () => Promise.reject(new Error('There is no queue.')), 'everything');
    return await work({ config, store, photos: await openFiles(config) });
  } catch (error) {
    if (!isOlderSchema(error)) throw error;
    throw new NotReached(
      'The database is of an older version of the service. Start the service once: it brings it up to date.',
    );
  } finally {
    await pool.end();
  }
};
