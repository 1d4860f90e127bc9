import { handlesOf, memoryOf } from '@walkaround/harness/faults/process-size.ts';
import { SEED } from '@walkaround/harness/faults/random.ts';
import { expect, test, vi } from 'vitest';
import { seedHeics, seedPictures } from '../../../test/fuzz/seed-pictures.ts';
import { createTakingIn } from './test-taking-in.ts';

vi.setConfig({ testTimeout: 600_000 });

const FILLING_ROUNDS = 3;
const MOST_ROUNDS = 20;
/** A busy machine takes in fewer. */
const MOST_MS = 180_000;

test('up to a hundred thousand broken and forged files, by a seed that nobody chose, leave nothing behind', async () => {
  const [pictures, heics] = [await seedPictures(), await seedHeics()];
  const { takeIn, counts, close } = await createTakingIn();
  const round = async (number: number) => {
    await takeIn(pictures, 5000, SEED + 10 * number);
    await takeIn(heics, 8, SEED + 10 * number);
  };
  const end = Date.now() + MOST_MS;
  // The first ones fill what is kept for good: caches, threads, pools.
  for (let number = 0; number < FILLING_ROUNDS; number++) await round(number);
  const before = { memory: memoryOf(process.pid), handles: await handlesOf(process.pid) };
  for (let number = FILLING_ROUNDS; number < MOST_ROUNDS && Date.now() < end; number++) await round(number);
  await close();
  const grown = memoryOf(process.pid) - before.memory;
  const { accepted, refused } = counts;
  console.info(
    `Mutated photos (SEED=${SEED}): ${accepted + refused} files, ${accepted} accepted, ${refused} refused, ` +
      `no crash; after the first 15000 memory grew by ${grown.toFixed(0)} MB.`,
  );
  expect(grown).toBeLessThan(150);
  expect((await handlesOf(process.pid)) - before.handles).toBeLessThan(20);
});
