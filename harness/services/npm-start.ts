import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, inject } from 'vitest';
import { signal } from '../faults/signal.ts';
import { newDataFolder } from './data-folder.ts';
import { descendantsOf } from './processes.ts';
import { inherited } from './service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Of npm alone, or of the group that a shell or a supervisor made for it. */
export type Whom = 'npm' | 'its process group';

/** Starts the service by npm, ends it so, and expects that nothing of it is left. */
export const expectEndOfNpmStart = async (whom: Whom, how: NodeJS.Signals) => {
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
};
