import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

export const databaseUrlOf = async ({ dataDir }: { dataDir: string }): Promise<string> =>
  JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')).url;

/** Reads the database of a service, for what no answer of it tells. */
export const databaseOf = async (service: { dataDir: string }) =>
  new pg.Pool({
    connectionString: await databaseUrlOf(service),
    max: 2,
    options: '-c walkaround.reach=everything',
  });
