import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { signal } from '@walkaround/harness/faults/signal.ts';
import { newDataFolder } from '@walkaround/harness/services/data-folder.ts';
import { descendantsOf } from '@walkaround/harness/services/processes.ts';
import { inherited } from '@walkaround/harness/services/service.ts';
import { expect, inject, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Of npm alone, and of the group that a shell or a supervisor made for it. */
const WAYS = [
  ['npm', 'SIGINT'],
  ['npm', 'SIGTERM'],
  ['npm', 'SIGKILL'],
  ['its process group', 'SIGTERM'],
  ['its process group', 'SIGHUP'],
  ['its process group', 'SIGKILL'],
] as const;

test.each(WAYS)('ending %s with %s ends the service and everything it started', async (whom, how) => {
  const dataDir = await newDataFolder();
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: {
      ...inherited(),
      PORT: '0',
      DATA_DIR: dataDir,
      OIDC_ISSUER: inject('issuerKey').issuer,
      MODELS_DIR: '/nowhere',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let below: number[] = [];
  try {
    let said = '';
    npm.stdout.on('data', (chunk) => {
      said += chunk;
    });
    await expect.poll(() => said, { timeout: 90_000 }).toMatch(/Walkaround is ready at/);
    below = descendantsOf(npm.pid!).map(({ pid }) => pid);
    expect(below.length).toBeGreaterThan(4);
    process.kill(whom === 'npm' ? npm.pid! : -npm.pid!, how);
    await expect.poll(() => below.filter(isAlive), { timeout: 60_000 }).toEqual([]);
  } finally {
    for (const pid of [npm.pid!, ...below]) signal(pid, 'SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
});
