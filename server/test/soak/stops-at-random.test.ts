import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom, SEED } from '@walkaround/harness/faults/random.ts';
import { startPostgres } from '@walkaround/harness/services/postgres.ts';
import { startService } from '@walkaround/harness/services/service.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 120_000 });

const STOPS = 30;
/** In this time after "ready" a worker opens its models. */
const LATEST_MS = 3000;

let database: Awaited<ReturnType<typeof startPostgres>>;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'walkaround-stops-'));
  database = await startPostgres();
});
afterAll(async () => {
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test(`a worker that is stopped at ${STOPS} random moments after its start ends in order each time`, async () => {
  const random = randomFrom(SEED);
  const ends: { code: number | null; signal: string | null }[] = [];
  for (let stop = 0; stop < STOPS; stop++) {
    const worker = await startService({ ...database.environment('worker'), LOG_LEVEL: 'warn' }, dataDir);
    await sleep(random() * LATEST_MS);
    const code = await worker.stop();
    ends.push({ code, signal: worker.process.signalCode });
  }
  console.log(`${ends.filter(({ signal }) => signal === 'SIGABRT').length} aborts in ${ends.length} stops`);
  expect(ends).toEqual(ends.map(() => ({ code: 0, signal: null })));
});
