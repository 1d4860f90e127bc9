// The test of a backup of several machines makes it as an operator does: pg_dump with a Postgres of its version, and rclone.
import fs from 'node:fs';
import { installPackages } from './install-packages.js';

const OLDEST = 15;
const VERSIONS = '/usr/lib/postgresql';

const postgresIsThere = () =>
  fs.existsSync(VERSIONS) &&
  fs
    .readdirSync(VERSIONS)
    .some((version) => Number(version) >= OLDEST && fs.existsSync(`${VERSIONS}/${version}/bin/postgres`));

export const backupProgramsAreThere = () => postgresIsThere() && fs.existsSync('/usr/bin/rclone');

/** Without them that test is skipped and says so; that is no reason not to run the others. */
export async function installBackupPrograms() {
  if (backupProgramsAreThere()) return;
  const done = await installPackages(
    ['postgresql', 'rclone'],
    'Postgres and rclone from the system’s packages, for the test of a backup of several machines',
  );
  if (done === false)
    process.stderr.write('Postgres and rclone could not be installed: that test is skipped.\n');
}
