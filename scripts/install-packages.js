// What tests need beside npm's packages comes from Debian's, where those can be installed.
import { spawn } from 'node:child_process';
import fs from 'node:fs';

const LONGEST_MS = 5 * 60_000;
const POLICY = '/usr/sbin/policy-rc.d';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Once for all programs: whether the lists of packages could be read. */
let updated;

/**
 * Answers whether they are installed now; null where that is not ours to do. No service of theirs is started, now or
 * with the machine: the tests start their own.
 */
export async function installPackages(packages, purpose) {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return null;
  process.stderr.write(`Installing ${purpose} …\n`);
  const before = services();
  const isOurPolicy = !fs.existsSync(POLICY);
  const leave = () => process.exit(130);
  const tidyUp = () => isOurPolicy && fs.rmSync(POLICY, { force: true });
  if (isOurPolicy) fs.writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  // Left behind, it would keep every service of this machine from being started by its package.
  process.once('exit', tidyUp);
  for (const signal of SIGNALS) process.once(signal, leave);
  const quietly = ['-qq', '-o', 'DPkg::Lock::Timeout=60', '-o', 'Acquire::Retries=2'];
  try {
    updated ??= run('apt-get', [...quietly, 'update']);
    const isDone =
      (await updated) &&
      (await run('apt-get', [...quietly, 'install', '-y', '--no-install-recommends', ...packages]));
    for (const service of services())
      if (!before.includes(service)) await run('update-rc.d', [service, 'disable']);
    return isDone;
  } finally {
    tidyUp();
    process.off('exit', tidyUp);
    for (const signal of SIGNALS) process.off(signal, leave);
  }
}

const services = () => (fs.existsSync('/etc/init.d') ? fs.readdirSync('/etc/init.d') : []);

/** Answers whether it ended well. */
function run(program, args) {
  const child = spawn(program, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: 'ignore',
    timeout: LONGEST_MS,
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
