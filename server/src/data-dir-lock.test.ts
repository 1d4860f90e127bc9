import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';

let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'walkaround-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Another process that takes the lock and keeps it. */
async function owner(): Promise<ChildProcess> {
  const source = `import { lockDataDir } from ${JSON.stringify(new URL('./data-dir-lock.ts', import.meta.url).href)};
    const release = await lockDataDir(process.argv[1]);
    setInterval(() => {}, 1000);
    process.on('SIGTERM', () => setTimeout(() => release().then(() => process.exit()), 400));
    console.log('locked');`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout!, 'data');
  return child;
}

test('a second service on the same folder is refused, and told which process has it', async () => {
  const first = await owner();
  await expect(lockDataDir(dataDir, { waitSeconds: 0.2 })).rejects.toThrow(
    new RegExp(`in use by process ${first.pid} on .*DATA_DIR`),
  );
});

test('a service that is killed leaves nothing that keeps the next one out', async () => {
  const first = await owner();
  first.kill('SIGKILL');
  await once(first, 'exit');
  const release = await lockDataDir(dataDir, { waitSeconds: 0 });
  await release();
  expect(await readdir(dataDir)).toEqual([]);
});

test('the next service waits for one that is just stopping', async () => {
  const first = await owner();
  first.kill('SIGTERM');
  const release = await lockDataDir(dataDir, { waitSeconds: 10 });
  await release();
});

test('another process that got the number of the dead owner is not taken for it', async () => {
  const file = join(dataDir, 'walkaround.lock');
  await (await lockDataDir(dataDir))();
  const release = await lockDataDir(dataDir);
  const dead = JSON.parse(await readFile(file, 'utf8'));
  await release();
  await writeFile(file, JSON.stringify({ ...dead, id: 'dead', started: 'before the last reboot' }));
  await (await lockDataDir(dataDir, { waitSeconds: 0 }))();
});

test('an owner in another container counts as long as it gives signs of life', async () => {
  const file = join(dataDir, 'walkaround.lock');
  await writeFile(file, JSON.stringify({ id: 'far', pid: 1, started: '', place: 'elsewhere pid:[1]' }));
  await expect(lockDataDir(dataDir, { waitSeconds: 0.3 })).rejects.toThrow(/process 1 on elsewhere/);
  await (await lockDataDir(dataDir, { waitSeconds: 12 }))();
});

test('of many that start at the same moment on a dead lock, one gets it', async () => {
  await writeFile(join(dataDir, 'walkaround.lock'), 'cut off in the midd');
  const attempts = await Promise.allSettled(
    Array.from({ length: 8 }, () => lockDataDir(dataDir, { waitSeconds: 0.5 })),
  );
  expect(attempts.filter((a) => a.status === 'fulfilled')).toHaveLength(1);
});
