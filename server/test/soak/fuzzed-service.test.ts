import { client } from '@walkaround/harness/clients/client.ts';
import { operations } from '@walkaround/harness/clients/operations.ts';
import { handlesOf, memoryOf } from '@walkaround/harness/faults/process-size.ts';
import { SEED } from '@walkaround/harness/faults/random.ts';
import { quietService } from '@walkaround/harness/services/quiet-service.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { count } from '../fuzz/expect-answer.ts';
import { fuzzOperations } from '../fuzz/fuzzed-operations.ts';
import { fuzzUploads } from '../fuzz/fuzzed-uploads.ts';
import { runSequences, somePhotos } from '../fuzz/random-sequences.ts';
import { seedPictures } from '../fuzz/seed-pictures.ts';
import { runTwoClients } from '../fuzz/two-clients.ts';

vi.setConfig({ testTimeout: 600_000 });

/** A busy machine takes fewer. */
const MOST_MS = 90_000;

let service: Awaited<ReturnType<typeof quietService>>;
beforeAll(async () => {
  service = await quietService();
});
afterAll(() => service.stop());

test('thousands of requests to every operation, right and wrong: no failure, and the service does not grow', async () => {
  const { fuzz, counts } = await fuzzOperations(service);
  const all = await operations();
  const pid = service.process.pid!;
  const end = Date.now() + MOST_MS;
  // Every operation once, whatever it takes; it also fills what is kept for good.
  for (const operation of all) await fuzz(operation, 10, SEED);
  const before = { memory: memoryOf(pid), handles: await handlesOf(pid) };
  for (let round = 1; round <= 2; round++)
    for (const operation of all) if (Date.now() < end) await fuzz(operation, 10, SEED + round);
  const grown = memoryOf(pid) - before.memory;
  console.info(
    `Fuzzed requests (SEED=${SEED}): ${JSON.stringify(counts)}; after the first third memory grew by ${grown.toFixed(0)} MB.`,
  );
  expect(grown).toBeLessThan(200);
  expect((await handlesOf(pid)) - before.handles).toBeLessThan(50);
});

test('thousands of uploads in any frame: none is half there', async () => {
  const seeds = await seedPictures();
  const counts: Record<string, number> = {};
  for (let round = 0; round < 4; round++)
    for (const [outcome, times] of Object.entries(await fuzzUploads(service, seeds, 500, SEED + round)))
      count(counts, outcome, times);
  console.info(`Fuzzed uploads (SEED=${SEED}): ${JSON.stringify(counts)}.`);
});

test('long random lives of inspections, alone and by two clients at once', async () => {
  const [api, photos] = [await client(), await somePhotos(12)];
  const alone = await runSequences(api, photos, 60, SEED);
  const together = await runTwoClients(api, photos, 60, SEED);
  console.info(
    `Random sequences (SEED=${SEED}): ${alone} commands alone, ${together} requests by two clients.`,
  );
});
