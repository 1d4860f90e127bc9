import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { sha256 } from '@walkaround/harness/faults/load.ts';
import { mayMount, mountSmallDisk } from '@walkaround/harness/faults/small-disk.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import type pg from 'pg';
import { expect, test } from 'vitest';

const unless = mayMount ? '' : ' (skipped: only root may mount a small disk)';

const keysOf = (images: Body[]) =>
  images.map(({ path }) => new URL(path).pathname.replace('/files/', 'files/')).toSorted();

const pdfOf = (api: Client, id: string) => api.get(`/inspections/${id}/pdf`);

type SmallDisk = NonNullable<Awaited<ReturnType<typeof mountSmallDisk>>>;

const fillAndFree = async (dataDir: string, disk: SmallDisk) => {
  const service = await ownService({ LOG_LEVEL: 'silent', MODELS_DIR: dataDir }, dataDir);
  let database: pg.Pool | undefined;
  try {
    const pool = await databaseOf(service);
    database = pool;
    const api = await service.client();
    const id = await newInspection(api, { compliances: {} });
    const images = `/inspections/${id}/images`;
    const imagesOf = async (): Promise<Body[]> => (await api.get(images)).body.data;

    const orphan = join(dataDir, 'files/inspections', await newInspection(api), `${randomUUID()}.jpg`);
    await mkdir(dirname(orphan), { recursive: true });
    await writeFile(orphan, 'left behind by a killed process');
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    await utimes(orphan, twoDaysAgo, twoDaysAgo);
    await disk.fill({ leaving: 300_000 });
    const kept: string[] = [];
    for (;;) {
      const picture = await photo(1600, 1200);
      const answer = await api.upload(images, { tasks: ['compliances'] }, picture);
      if (answer.status !== 201) {
        expectProblem(answer, 503, 'storage_full');
        expect(answer.body.message).toBe(
          'The file storage is full, so the file was not stored. Send it again when the operator has freed space.',
        );
        expect(answer.headers.get('retry-after')).toBe('60');
        break;
      }
      kept.push(sha256(picture));
    }
    expect(kept.length).toBeGreaterThan(0);
    await disk.fill({ leaving: 0 });

    const asked = await api.post(`/inspections/${id}/pdf`, {});
    expect(asked.status, JSON.stringify(asked.body)).toBeLessThan(300);
    await until(
      () => pool.query(`select 1 from pgboss.job where name = 'make-report' and state = 'retry'`),
      ({ rowCount }) => rowCount === 1,
      30_000,
    );
    expect((await pdfOf(api, id)).body.code).toBe('pdf_in_progress');

    await pool.query(`insert into pgboss.job (name) values ('sweep-files')`);
    await until(
      async () => existsSync(orphan),
      (left) => !left,
    );

    const [there, files] = [await imagesOf(), await photoFilesOf(service)];
    expect(files.filter((file) => file !== 'files/filler').toSorted()).toEqual(keysOf(there));
    const bytes = await Promise.all(there.map(async ({ path }) => sha256((await api.get(path)).body)));
    expect(bytes.toSorted()).toEqual(kept.toSorted());

    await disk.free();
    await pool.query(`update pgboss.job set start_after = now() where state = 'retry'`);
    const small = await photo(80, 60);
    expect((await api.upload(images, { tasks: ['compliances'] }, small)).status).toBe(201);
    const made = await until(
      () => pdfOf(api, id),
      ({ status }) => status === 200,
      60_000,
    );
    const pdf = (await api.get(made.body.pdf_url)).body;
    expect([pdf.subarray(0, 5).toString(), pdf.subarray(-6).toString().trim()]).toEqual(['%PDF-', '%%EOF']);
  } finally {
    await database?.end();
    await service.stop();
  }
};

test.skipIf(!mayMount)(
  `on a full disk photos are refused whole and reports wait; what is there can be read, and with room all goes on${unless}`,
  async ({ skip }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'walkaround-full-'));
    try {
      const disk = await mountSmallDisk(join(dataDir, 'files'), 4096);
      if (!disk) return skip('this container may not mount a small disk');
      try {
        await fillAndFree(dataDir, disk);
      } finally {
        disk.unmount();
      }
    } finally {
      await rm(dataDir, { recursive: true });
    }
  },
);
