import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AS_IN_A_CONTAINER, mayUnshare, unlessUnshared } from '@walkaround/harness/faults/namespaces.ts';
import { descendantsOf } from '@walkaround/harness/services/processes.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

/** Another process that takes the lock and keeps it; `elsewhere`: as in another container. */
async function owner({ elsewhere = false, drainMs = 400 } = {}): Promise<ChildProcess & { lost(): boolean }> {
  const source = `import { lockDataDir } from ${JSON.stringify(new URL('./data-dir-lock.ts', import.meta.url).href)};
    const onLost = () => { console.log('lost'); process.exit(1); };
    const lock = await lockDataDir(process.argv[1], { drainSeconds: 30, onLost });
    setInterval(() => {}, 1000);
    process.on('SIGTERM', async () => {
      await lock.draining();
      console.log('draining');
      setTimeout(() => lock.release().then(() => process.exit()), ${drainMs});
    });
    console.log('locked');`;
  const command = [process.execPath, '--input-type=module-typescript', '-e', source, dataDir];
  const [program, ...args] = elsewhere ? [...AS_IN_A_CONTAINER, ...command] : command;
  const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let said = '';
  child.stdout!.on('data', (chunk) => {
    said += chunk;
  });
  await vi.waitFor(() => expect(said).toContain('locked'), { timeout: 30_000 });
  return Object.assign(child, { lost: () => said.includes('lost') });
}

/** Of one in namespaces of its own: below the program that made them. */
const processOf = (child: ChildProcess) => descendantsOf(child.pid!).at(-1)?.pid ?? child.pid!;

const lockFile = () => join(dataDir, 'walkaround.lock');
const elsewhere = { id: 'far', pid: 1, started: '', place: 'elsewhere pid:[1]' };

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
  const { release } = await lockDataDir(dataDir, { waitSeconds: 0 });
  await release();
});

test('the next service waits for one that is just stopping, as long as that may take, and says so', async () => {
  const first = await owner({ drainMs: 2000 });
  first.kill('SIGTERM');
  const said: string[] = [];
  const { release } = await lockDataDir(dataDir, { waitSeconds: 1, say: (message) => said.push(message) });
  await release();
  expect(said.at(-1)).toMatch(
    /in use by process \d+ on .*, which is stopping\. Waiting for it, up to \d\d s\.$/,
  );
});

test('a service that has cleared its name and not let go yet is waited for', async () => {
  const first = await lockDataDir(dataDir, { drainSeconds: 20 });
  await first.draining();
  const record = await readFile(lockFile(), 'utf8');
  const next = lockDataDir(dataDir, { waitSeconds: 0.2 });
  await sleep(500);
  await writeFile(lockFile(), ' '.repeat(record.length), { flag: 'r+' });
  await sleep(500);
  await first.release();
  await (await next).release();
});

test('another process that got the number of the dead owner is not taken for it', async () => {
  const first = await lockDataDir(dataDir);
  const dead = JSON.parse(await readFile(lockFile(), 'utf8'));
  await first.release();
  await writeFile(lockFile(), JSON.stringify({ ...dead, id: 'dead', started: 'before the last reboot' }));
  await (await lockDataDir(dataDir, { waitSeconds: 0 })).release();
});

test('an owner on another machine counts as long as it gives signs of life', async () => {
  await writeFile(lockFile(), JSON.stringify(elsewhere));
  const beating = setInterval(() => utimes(lockFile(), new Date(), new Date()).catch(() => {}), 100);
  await expect(lockDataDir(dataDir, { waitSeconds: 2, silenceSeconds: 1 })).rejects.toThrow(
    /process 1 on elsewhere/,
  );
  clearInterval(beating);
  const { release } = await lockDataDir(dataDir, { waitSeconds: 0, silenceSeconds: 1 });
  await release();
});

test('of many that start at the same moment on a dead lock, one gets it', async () => {
  await writeFile(lockFile(), 'cut off in the midd');
  const attempts = await Promise.allSettled(
    Array.from({ length: 8 }, () => lockDataDir(dataDir, { waitSeconds: 0.5 })),
  );
  expect(attempts.filter((a) => a.status === 'fulfilled')).toHaveLength(1);
});

test('an owner that finds another name in its lock stops at once and leaves the lock of the other alone', async () => {
  const first = await owner();
  const ended = once(first, 'exit');
  // As one on another machine does, for which the first was silent for too long.
  await writeFile(lockFile(), JSON.stringify(elsewhere));
  await ended;
  expect(first.lost()).toBe(true);
  expect(JSON.parse(await readFile(lockFile(), 'utf8'))).toEqual(elsewhere);
});

test('an owner that cannot read its lock for a while keeps the folder', async () => {
  const onLost = vi.fn();
  const { release } = await lockDataDir(dataDir, { onLost });
  const aside = join(dataDir, 'aside');
  // A link to itself cannot be read, as nothing can where too many files are open.
  await rename(lockFile(), aside);
  await symlink(lockFile(), lockFile());
  await sleep(2500);
  await rename(aside, lockFile());
  const { mtimeMs } = await stat(lockFile());
  await expect.poll(async () => (await stat(lockFile())).mtimeMs, { timeout: 10_000 }).not.toBe(mtimeMs);
  expect(onLost).not.toHaveBeenCalled();
  await release();
});

test('one that leaves after it has lost the folder does not touch the lock of the living one', async () => {
  const lost = Promise.withResolvers<string>();
  const { release } = await lockDataDir(dataDir, { onLost: lost.resolve });
  await writeFile(lockFile(), JSON.stringify(elsewhere));
  expect(await lost.promise).toMatch(/now belongs to process 1 on elsewhere, so this service stops at once/);
  await release();
  expect(JSON.parse(await readFile(lockFile(), 'utf8'))).toEqual(elsewhere);
});

test('a service that is stopped in its tracks keeps the folder, however long', async () => {
  const first = await owner();
  first.kill('SIGSTOP');
  const attempt = lockDataDir(dataDir, { waitSeconds: 1, silenceSeconds: 0.2 });
  await expect(attempt).rejects.toThrow(/in use by process/);
  first.kill('SIGCONT');
  await sleep(1500);
  expect(first.lost()).toBe(false);
});

test.skipIf(!mayUnshare)(
  `so does one in another container, which another can take when it has ended${unlessUnshared}`,
  async () => {
    const first = await owner({ elsewhere: true });
    process.kill(processOf(first), 'SIGSTOP');
    const attempt = lockDataDir(dataDir, { waitSeconds: 1, silenceSeconds: 0.2 });
    await expect(attempt).rejects.toThrow(/in use by process \d+ on/);
    first.kill('SIGKILL');
    // At once, although it was heard of a moment ago: the kernel tells that it is gone.
    const { release } = await lockDataDir(dataDir, { waitSeconds: 10 });
    await release();
  },
);
