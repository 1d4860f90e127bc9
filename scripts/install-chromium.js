// The tests of the console need a browser. Where Debian's packages can be installed, it comes from them.
import { spawn } from 'node:child_process';
import fs from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const LONGEST_MS = 5 * 60_000;

/** Without a browser those tests are skipped and say so; that is no reason not to run the others. */
export async function installChromium() {
  if (PLACES.some((place) => fs.existsSync(place))) return;
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return;
  process.stderr.write('Installing Chromium from the system’s packages, for the tests of the console …\n');
  const quietly = ['-qq', '-o', 'DPkg::Lock::Timeout=60', '-o', 'Acquire::Retries=2'];
  const done =
    (await apt([...quietly, 'update'])) &&
    (await apt([...quietly, 'install', '-y', '--no-install-recommends', 'chromium']));
  if (!done) process.stderr.write('Chromium could not be installed: the tests of the console are skipped.\n');
}

function apt(args) {
  const child = spawn('apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: 'ignore',
    timeout: LONGEST_MS,
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
