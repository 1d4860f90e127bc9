import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROCESS = fileURLToPath(new URL('./models-to-stop.test-process.ts', import.meta.url));
/** While they are opened, and while they look. */
const MOMENTS_MS = [0, 100, 300, 600, 1000, 1500, 2500, 4000];

const stoppedAfter = async (milliseconds: number) => {
  const child = spawn(process.execPath, [PROCESS], { stdio: ['ignore', 'pipe', 'ignore'] });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  await sleep(milliseconds);
  child.kill('SIGTERM');
  return await exit;
};

test('a process that is stopped while models are opened or look at a photo ends in order, whenever that is', async () => {
  const ends: unknown[] = [];
  for (const moment of MOMENTS_MS) ends.push(await stoppedAfter(moment));
  expect(ends).toEqual(MOMENTS_MS.map(() => [0, null]));
});
