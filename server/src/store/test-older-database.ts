/** For tests of migrations: an empty database, brought up to a migration at a time. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPool } from './database.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));
const quiet = { info() {}, warn() {}, error() {} };

export const startOlderDatabase = async () => {
  const home = await mkdtemp(join(tmpdir(), 'walkaround-older-'));
  const database = await startEmbeddedPostgres({ dataDir: join(home, 'data'), log: quiet });
  const pool = createPool(database.url, 4, () => {}, { everything: true });
  return {
    pool,
    /** Applies those files that come before the one of this number. */
    migrateUpTo: async (number: string) => {
      const folder = join(home, number);
      for (const name of (await readdir(FOLDER)).filter((file) => file < number))
        await cp(join(FOLDER, name), join(folder, name));
      await migrate(pool, folder);
    },
    migrate: () => migrate(pool, FOLDER),
    stop: async () => {
      await pool.end();
      await database.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
};
