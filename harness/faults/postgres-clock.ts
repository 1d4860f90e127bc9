/** A real Postgres whose clock can be set while it runs, by libfaketime. `npm run test:soak -- --install` installs Debian's. */
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDebianPostgres, whyNoDebianPostgres } from '../operators/debian-postgres.ts';

const LIBRARY = (existsSync('/usr/lib') ? readdirSync('/usr/lib') : [])
  .map((name) => join('/usr/lib', name, 'faketime/libfaketimeMT.so.1'))
  .find((path) => existsSync(path));

/** Why tests that need it cannot run here; null where they can. */
export const whyNoPostgresClock =
  whyNoDebianPostgres ??
  (LIBRARY
    ? null
    : 'libfaketime is not installed here (npm run test:soak -- --install installs it on Debian as root)');

export const startPostgresWithClock = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-clock-'));
  await chmod(folder, 0o755);
  const file = join(folder, 'shift');
  /** Ahead of the real time, or behind it where negative. All of its processes have it at once. */
  const setClock = async (seconds: number) => {
    await writeFile(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}`);
    await rename(`${file}.new`, file);
  };
  await setClock(0);
  const postgres = await startDebianPostgres({
    LD_PRELOAD: LIBRARY!,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // Nobody can set it, and Postgres waits by it.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const stop = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...postgres, setClock, stop };
};
