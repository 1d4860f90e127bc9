import { once } from 'node:events';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, until } from '@walkaround/harness/clients/client.ts';
import { expectAllThere, startLoad } from '@walkaround/harness/faults/load.ts';
import { postgresOf } from '@walkaround/harness/faults/postgres-processes.ts';
import { randomFrom, SEED } from '@walkaround/harness/faults/random.ts';
import { signal } from '@walkaround/harness/faults/signal.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import { workerOf } from '@walkaround/harness/services/worker.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 300_000 });

const KILLS = 5;
const CLIENTS = 6;
const TASK = 'compliances';
const random = randomFrom(SEED);

let dataDir: string;
let service: Awaited<ReturnType<typeof ownService>>;
let database: pg.Pool;
let pictures: Buffer[];

/** Where it was before, so that clients find it again. Without models, which are not the point, photos are judged by their pixels. */
const start = (port = '0') =>
  ownService({ PORT: port, MODELS_DIR: dataDir, LOG_LEVEL: 'silent', WORKER_CONCURRENCY: '4' }, dataDir);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'walkaround-killed-'));
  service = await start();
  database = await databaseOf(service);
  database.on('error', () => {});
  pictures = await Promise.all(Array.from({ length: 8 }, () => photo(320, 240)));
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A photo of which only the beginning ever comes. */
const uploadWithoutEnd = async (api: Client) => {
  const { body } = await api.post('/inspections', { tasks: { [TASK]: {} } });
  const head = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
  const source = new ReadableStream({
    start: (controller) =>
      controller.enqueue(Buffer.concat([Buffer.from(head), pictures[0]!.subarray(0, 9000)])),
  });
  fetch(`${api.baseUrl}/inspections/${body.id}/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: source,
    duplex: 'half',
  } as RequestInit).catch(() => {});
  await until(
    () => photoFilesOf(service),
    (files) => files.some((file) => file.startsWith('incoming/')),
  );
};

const VICTIMS: Record<string, () => Promise<void>> = {
  service: async () => {
    service.process.kill('SIGKILL');
    await once(service.process, 'exit');
    service = await start(new URL(service.url).port);
  },
  worker: async () => {
    const worker = await until(async () => workerOf(service), Boolean);
    process.kill(worker!, 'SIGKILL');
  },
  database: async () => {
    const { postmaster } = await postgresOf(service);
    process.kill(postmaster, 'SIGKILL');
  },
  'database process': async () => {
    const killOne = async () => {
      const { backends } = await postgresOf(service);
      return signal(backends[Math.floor(random() * backends.length)]!, 'SIGKILL');
    };
    await until(killOne, Boolean);
  },
};

/** Removes what nobody owns; how many files that were, and those that are left. */
const sweep = async () => {
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  const before = await photoFilesOf(service);
  for (const file of before) await utimes(join(dataDir, file), twoDaysAgo, twoDaysAgo);
  await database.query('update file_sweep set finished_at = null');
  await database.query(`insert into pgboss.job (name) values ('sweep-files')`);
  await until(
    async () => (await database.query('select finished_at from file_sweep')).rows[0].finished_at,
    Boolean,
    30_000,
  );
  const left = await photoFilesOf(service);
  return { swept: before.length - left.length, left };
};

test.each(Object.keys(VICTIMS))(
  `a %s that is killed ${KILLS} times under load loses and doubles nothing that was acknowledged`,
  async (victim) => {
    const api = await service.client({ user: `owner of ${victim}` });
    const load = startLoad(
      Array.from({ length: CLIENTS }, () => api),
      pictures,
      TASK,
    );
    let cutOff = 0;
    for (let kills = 0; kills < KILLS; kills++) {
      await load.progress(CLIENTS);
      if (victim === 'service') {
        await uploadWithoutEnd(await service.client());
        cutOff += 1;
      }
      await sleep(random() * 500);
      await VICTIMS[victim]!();
    }
    await load.progress(CLIENTS);
    await load.stop();
    expect(load.failures, `SEED=${SEED}`).toEqual([]);
    await expectAllThere(api, load.acknowledged, { database, task: TASK });
    const { swept, left } = await sweep();
    const images = await database.query('select file_key from images');
    expect(left.toSorted()).toEqual(images.rows.map(({ file_key }) => `files/${file_key}`).toSorted());

    const { photos, started, resent } = load.acknowledged;
    const sent = [...photos.values()].flat().length;
    process.stdout.write(
      `killed ${victim} (SEED=${SEED}): ${KILLS} kills, ${photos.size} inspections, ${sent} photos and ${started.length} tasks acknowledged, ` +
        `all there once; ${resent} requests resent, ${cutOff} uploads cut off, ${swept} files without an owner swept\n`,
    );
  },
);
