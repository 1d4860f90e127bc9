import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@walkaround/harness/clients/client.ts';
import { listen } from '@walkaround/harness/clients/event-stream.ts';
import { imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { linkTo } from '@walkaround/harness/faults/database-link.ts';
import { freezePostgres } from '@walkaround/harness/faults/freeze.ts';
import { expectAllThere, sha256, startLoad } from '@walkaround/harness/faults/load.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { databaseOf, databaseUrlOf } from '@walkaround/harness/services/database.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { quietService } from '@walkaround/harness/services/quiet-service.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

const AWAY_MS = 10_000;
const CLIENTS = 4;
const TASK = 'compliances';

type Own = Awaited<ReturnType<typeof ownService>>;
/** It only lends its Postgres. */
let lender: Own;
let link: Awaited<ReturnType<typeof linkTo>>;
let service: Own;
let database: pg.Pool;
let pictures: Buffer[];

beforeAll(async () => {
  lender = await quietService({ LOG_LEVEL: 'silent' });
  link = await linkTo(await databaseUrlOf(lender));
  service = await ownService({
    DATABASE_URL: link.url,
    MODELS_DIR: lender.dataDir,
    LOG_LEVEL: 'silent',
    WORKER_CONCURRENCY: '4',
  });
  database = await databaseOf(lender);
  pictures = await Promise.all(Array.from({ length: 4 }, () => photo(320, 240)));
});
afterAll(async () => {
  await service?.stop();
  await database?.end();
  await link?.cut();
  await lender?.stop();
});

/** How each begins, and how long an answer may take: a database that hangs is known only by waiting for it. */
const WAYS = {
  hangs: { begin: () => freezePostgres(lender), slowestMs: 16_000 },
  'is stopped': {
    begin: async () => {
      await link.cut();
      return link.mend;
    },
    slowestMs: 6_000,
  },
};

/** Whoever asks is told all the time; how often that was, and how long it took to be ready again. */
const watchWhileAway = async (begin: () => Promise<() => unknown>) => {
  let looks = 0;
  const cure = await begin();
  const since = performance.now();
  try {
    while (performance.now() - since < AWAY_MS) {
      const health = await fetch(`${service.url}/health`);
      expect([health.status, await health.json()]).toMatchObject([
        503,
        { live: true, ready: false, checks: { database: 'failing', files: 'ok' } },
      ]);
      expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
      looks += 1;
      await sleep(500);
    }
  } finally {
    await cure();
  }
  const back = performance.now();
  await until(
    () => fetch(`${service.url}/health`),
    ({ status }) => status === 200,
    20_000,
  );
  return { looks, readyAfter: performance.now() - back };
};

test.each(Object.entries(WAYS))(
  'while the database %s for 10 s requests are told to come back; afterwards all goes on without a restart',
  async (way, { begin, slowestMs }) => {
    const api = await service.client();
    const watcher = await service.client();
    const watched = await newInspection(watcher, { [TASK]: {} });
    const stream = await listen(watcher, watched);
    const load = startLoad(
      Array.from({ length: CLIENTS }, () => api),
      pictures,
      TASK,
    );
    let before: number;
    let seen: Awaited<ReturnType<typeof watchWhileAway>>;
    try {
      await load.progress(CLIENTS);
      before = load.acknowledged.started.length;
      seen = await watchWhileAway(begin);
      await load.progress(CLIENTS);
    } finally {
      await load.stop();
    }
    expect(load.failures).toEqual([]);
    expect(new Set(load.refusals.map(({ code, retryAfter }) => `${code} ${retryAfter}`))).toEqual(
      new Set(['database_unavailable 3']),
    );
    const slowest = Math.max(...load.refusals.map(({ milliseconds }) => milliseconds));
    expect(slowest).toBeLessThan(slowestMs);
    expect((await setStatus(watcher, watched, TASK, 'TODO')).status).toBe(200);
    expect((await ended(watcher, watched, TASK, 60_000)).status).toBe('DONE');
    await stream.until((events) => events.some(({ event }) => event === 'task.done'));
    expect(stream.isOver()).toBe(false);
    await stream.close();
    expect(service.process.exitCode).toBeNull();
    await expectAllThere(api, load.acknowledged, { database, task: TASK });

    const { photos, started } = load.acknowledged;
    process.stdout.write(
      `database ${way}: ${load.refusals.length} requests refused, the slowest after ${Math.round(slowest)} ms; ` +
        `not ready in ${seen.looks} of ${seen.looks} looks, ready ${Math.round(seen.readyAfter)} ms after it was back; ` +
        `${photos.size} inspections and ${started.length} tasks (${before} before) acknowledged, all there once\n`,
    );
  },
);

test('a photo that was stored without anybody hearing of it is whole when it is sent again, and there once', async () => {
  const api = await service.client();
  const id = await newInspection(api, { [TASK]: {} });
  const UPLOADS = 10;
  let [sent, lost] = [0, 0];
  for (; lost < UPLOADS && sent < 5 * UPLOADS; sent++) {
    const picture = await photo(160, 120);
    const upload = () => api.upload(`/inspections/${id}/images`, { tasks: [TASK] }, picture);
    link.loseAnswerTo('commit');
    const first = await upload();
    // The worker has committed something before: it was its answer.
    if (first.status === 201) continue;
    expectProblem(first, 503, 'database_unavailable');
    lost += 1;
    const again = await upload();
    expect(again.status).toBe(201);
    expect(sha256((await api.get(again.body.path)).body)).toBe(sha256(picture));
  }
  expect(lost).toBe(UPLOADS);
  expect(await imagesOf(api, id)).toHaveLength(sent);
  process.stdout.write(`lost answers to a commit: ${lost} photos sent twice, each there once and whole\n`);
});
