// The test that sets the clock of Postgres does it by libfaketime, which comes from Debian's packages.
import fs from 'node:fs';
import path from 'node:path';
import { installPackages } from './install-packages.js';

export const faketimeIsThere = () =>
  fs.existsSync('/usr/lib') &&
  fs
    .readdirSync('/usr/lib')
    .some((folder) => fs.existsSync(path.join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1')));

/** Without it that test is skipped and says so; that is no reason not to run the others. */
export async function installFaketime() {
  if (faketimeIsThere()) return;
  const done = await installPackages(
    ['libfaketime'],
    'libfaketime from the system’s packages, for the test that sets the clock of Postgres',
  );
  if (done === false) process.stderr.write('libfaketime could not be installed: that test is skipped.\n');
}
