import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** A look behind the service, for what no answer of it tells. */
export const databaseOf = async ({ dataDir }: { dataDir: string }) => {
  const { url } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
  return new pg.Pool({ connectionString: url, max: 2 });
};
