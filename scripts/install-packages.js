// What tests need beside npm's packages comes from Debian's, where those can be installed.
import { spawn } from 'node:child_process';
import fs from 'node:fs';

const LONGEST_MS = 5 * 60_000;
const POLICY = '/usr/sbin/policy-rc.d';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Answers whether they are installed now; null where that is not ours to do. No service of theirs is started. */
export async function installPackages(packages, purpose) {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return null;
  process.stderr.write(`Installing ${purpose} …\n`);
  const isOurPolicy = !fs.existsSync(POLICY);
  const leave = () => process.exit(130);
  const tidyUp = () => isOurPolicy && fs.rmSync(POLICY, { force: true });
  if (isOurPolicy) fs.writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  // Left behind, it would keep every service of this machine from being started by its package.
  process.once('exit', tidyUp);
  for (const signal of SIGNALS) process.once(signal, leave);
  const quietly = ['-qq', '-o', 'DPkg::Lock::Timeout=60', '-o', 'Acquire::Retries=2'];
  try {
    return (
      (await run('apt-get', [...quietly, 'update'])) &&
      (await run('apt-get', [...quietly, 'install', '-y', '--no-install-recommends', ...packages]))
    );
  } finally {
    tidyUp();
    process.off('exit', tidyUp);
    for (const signal of SIGNALS) process.off(signal, leave);
  }
}

/** Answers whether it ended well. */
export function run(program, args) {
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
