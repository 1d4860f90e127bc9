// What some tests need beside npm's packages. It is installed where that was asked for, and else named.
import { backupProgramsAreThere, installBackupPrograms } from './install-backup-programs.js';
import { chromiumIsThere, installChromium } from './install-chromium.js';
import { faketimeIsThere, installFaketime } from './install-faketime.js';
import { installSwift, swiftIsThere } from './install-swift.js';

const PROGRAMS = [
  { name: 'Chromium', tests: 'the tests in a browser', isThere: chromiumIsThere, install: installChromium },
  {
    name: 'OpenStack Swift',
    tests: 'the tests with an S3 store',
    isThere: swiftIsThere,
    install: installSwift,
  },
  {
    name: 'Postgres with pg_dump, or rclone,',
    tests: 'the test of a backup of several machines',
    isOnlyForSoak: true,
    isThere: backupProgramsAreThere,
    install: installBackupPrograms,
  },
  {
    name: 'libfaketime',
    tests: 'the test that sets the clock of Postgres',
    isOnlyForSoak: true,
    isThere: faketimeIsThere,
    install: installFaketime,
  },
];

/** `isWanted`: by the flag --install, or because this is a run of continuous integration. */
export async function installPrograms(isWanted, { isSoak }) {
  for (const { name, tests, isOnlyForSoak = false, isThere, install } of PROGRAMS) {
    if (isOnlyForSoak && !isSoak) continue;
    if (isWanted) await install();
    else if (!isThere())
      process.stderr.write(
        `${name} is not installed, so this is skipped: ${tests}. On Debian as root, install it with: npm test -- --install\n`,
      );
  }
}
