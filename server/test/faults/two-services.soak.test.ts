import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { AS_IN_A_CONTAINER, mayUnshare, unlessUnshared } from '@walkaround/harness/faults/namespaces.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { descendantsOf } from '@walkaround/harness/services/processes.ts';
import { inherited } from '@walkaround/harness/services/service.ts';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const CREATIONS = 20;

let dataDir: string;
let first: Awaited<ReturnType<typeof ownService>>;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'walkaround-two-'));
  first = await ownService({ MODELS_DIR: '/nowhere' }, dataDir);
});
afterEach(async () => {
  first.process.kill('SIGCONT');
  await first.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const postmasterPid = async () =>
  Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);

/** A second service on the same folder, as in another container: how it ended, and what it said. */
const startSecond = async () => {
  const [program, ...args] = [...AS_IN_A_CONTAINER, process.execPath, MAIN];
  const env = {
    ...inherited(),
    PORT: '0',
    DATA_DIR: dataDir,
    OIDC_ISSUER: inject('issuerKey').issuer,
    MODELS_DIR: '/nowhere',
  };
  const child = spawn(program!, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { said, code };
};

test.skipIf(!mayUnshare)(
  `a second service in another container is refused, also while the first gives no sign of life; nothing is lost${unlessUnshared}`,
  async () => {
    const api = await first.client();
    const before = await Promise.all(Array.from({ length: CREATIONS }, () => newInspection(api)));
    const postmaster = await postmasterPid();
    first.process.kill('SIGSTOP');
    const second = await startSecond();
    expect(second.code).toBe(1);
    expect(second.said).toMatch(
      new RegExp(`The data folder ${dataDir} is in use by process ${first.process.pid} on .*DATA_DIR`),
    );
    first.process.kill('SIGCONT');

    expect(await postmasterPid()).toBe(postmaster);
    const after = await Promise.all(Array.from({ length: CREATIONS }, () => newInspection(api)));
    for (const id of [...before, ...after]) expect((await api.get(`/inspections/${id}`)).status).toBe(200);
  },
);

test('a service that has lost its folder to another stops at once, with its database', async () => {
  const below = descendantsOf(first.process.pid!);
  const postmaster = await postmasterPid();
  expect(below.map(({ pid }) => pid)).toContain(postmaster);
  const ended = once(first.process, 'exit');
  // As one on another machine does, over a network drive.
  const file = join(dataDir, 'walkaround.lock');
  const other = JSON.stringify({ id: 'far', pid: 7, started: '', place: 'elsewhere pid:[1]' });
  await writeFile(file, other);
  const [code] = await ended;
  expect(code).toBe(1);
  expect(first.output()).toMatch(/now belongs to process 7 on elsewhere, so this service stops at once/);
  await expect.poll(() => below.filter(({ pid }) => isAlive(pid))).toEqual([]);
  expect(await readFile(file, 'utf8')).toBe(other);
});
