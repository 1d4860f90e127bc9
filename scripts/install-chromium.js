// The tests of the console need a browser. Where Debian's packages can be installed, it comes from them.
import fs from 'node:fs';
import { installPackages } from './install-packages.js';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const chromiumIsThere = () => PLACES.some((place) => fs.existsSync(place));

/** Without a browser those tests are skipped and say so; that is no reason not to run the others. */
export async function installChromium() {
  const done = await installPackages(
    ['chromium'],
    'Chromium from the system’s packages, for the tests of the console',
  );
  if (done === false)
    process.stderr.write('Chromium could not be installed: the tests of the console are skipped.\n');
}
