// The tests of the console need a browser. Where Debian's packages can be installed, it comes from them.
import fs from 'node:fs';
import path from 'node:path';
import { installPackages } from './install-packages.js';

const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome'];

const isProgram = (name) =>
  process.env.PATH.split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, name)));

export const chromiumIsThere = () => [SHELL, ...WHOLE].some(isProgram);

/** Without a browser those tests are skipped and say so; that is no reason not to run the others. */
export async function installChromium() {
  if (isProgram(SHELL) && WHOLE.some(isProgram)) return;
  const purpose = 'Chromium from the system’s packages, for the tests of the console';
  // Most tests take the shell, which is quicker; only the whole browser shows PDF.
  const done = await installPackages([SHELL, 'chromium'], purpose);
  // Older releases have no package of the shell.
  if (done === false && !chromiumIsThere() && !(await installPackages(['chromium'], purpose)))
    process.stderr.write('Chromium could not be installed: the tests of the console are skipped.\n');
}
