import { operations } from '@walkaround/harness/clients/operations.ts';
import { memoryOf } from '@walkaround/harness/faults/process-size.ts';
import { photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import { quietService } from '@walkaround/harness/services/quiet-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzOperations } from './fuzzed-operations.ts';
import { fuzzUploads } from './fuzzed-uploads.ts';
import { seedPictures } from './seed-pictures.ts';

const SEED = 20260302;
/** Many more of each: soak/fuzzed-service.test.ts. */
const RUNS = 2;

let service: Awaited<ReturnType<typeof quietService>>;
let fuzzed: Awaited<ReturnType<typeof fuzzOperations>>;
beforeAll(async () => {
  service = await quietService();
  fuzzed = await fuzzOperations(service);
});
afterAll(() => service.stop());

test.each((await operations()).map((operation) => [operation.name, operation] as const))(
  '%s: right or wrong, a request is answered with sense, and a refused one changes nothing',
  (_, operation) => fuzzed.fuzz(operation, RUNS, SEED),
);

test('an upload in any frame, of any file, is taken whole or refused, and leaves nothing behind', async () => {
  const counts = await fuzzUploads(service, await seedPictures(), 50, SEED);
  for (const outcome of ['201', '400 malformed_request', '422 invalid_image', '422 invalid_input'])
    expect(counts).toHaveProperty([outcome]);
});

test('afterwards the service is well, has not grown much, and has no half of a photo', async () => {
  for (const outcome of ['200', '201', '400 malformed_request', '404 not_found', '422 invalid_input'])
    expect(fuzzed.counts).toHaveProperty([outcome]);
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  expect(memoryOf(service.process.pid!)).toBeLessThan(700);
  expect((await photoFilesOf(service)).filter((name) => name.startsWith('incoming'))).toEqual([]);
});
