// The tests of many machines need a real S3 store. Where Debian's packages can be installed, it is OpenStack Swift.
import fs from 'node:fs';
import { installPackages } from './install-packages.js';

const PARTS = ['proxy', 'account', 'container', 'object'].map((part) => `swift-${part}`);

export const swiftIsThere = () => PARTS.every((part) => fs.existsSync(`/usr/bin/${part}-server`));

/** Without a store those tests are skipped and say so; that is no reason not to run the others. */
export async function installSwift() {
  if (swiftIsThere()) return;
  const done = await installPackages(
    PARTS,
    'OpenStack Swift from the system’s packages, for the tests with an S3 store',
  );
  if (done === false)
    process.stderr.write('OpenStack Swift could not be installed: the tests with an S3 store are skipped.\n');
}
