import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Body, until } from '@walkaround/harness/clients/client.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { mayMount, mountSmallDisk } from '@walkaround/harness/faults/small-disk.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { expect, test } from 'vitest';

const unless = mayMount ? '' : ' (skipped: only root may mount a small disk)';
/** Room for an empty database, and some. */
const DISK_KIB = 400 * 1024;
const MOST_CREATIONS = 2000;

type SmallDisk = NonNullable<Awaited<ReturnType<typeof mountSmallDisk>>>;

const fillAndFree = async (dataDir: string, disk: SmallDisk) => {
  const service = await ownService({ LOG_LEVEL: 'silent', MODELS_DIR: '/nowhere' }, dataDir);
  try {
    const api = await service.client();
    const create = () => api.post('/inspections', { tasks: { damage_detection: {} } });
    const health = async (): Promise<{ status: number; body: Body }> => {
      const answer = await fetch(`${service.url}/health`);
      return { status: answer.status, body: await answer.json() };
    };
    expect(await health()).toMatchObject({ status: 200, body: { ready: true } });
    await disk.fill({ leaving: 0 });
    expect(await health()).toMatchObject({
      status: 503,
      body: {
        ready: false,
        checks: { database: 'failing' },
        notes: [expect.stringMatching(/disk of the database is full.*operator/)],
      },
    });

    const kept: string[] = [];
    // What has pages with room left is still taken.
    for (let count = 0; count < MOST_CREATIONS; count++) {
      const answer = await create();
      if (answer.status !== 201) {
        expectProblem(answer, 503, 'storage_full');
        expect(answer.body.message).toMatch(/disk of the database is full/);
        expect(answer.headers.get('retry-after')).toBe('60');
        break;
      }
      kept.push(answer.body.id);
    }
    expect(kept.length).toBeLessThan(MOST_CREATIONS);

    await disk.free();
    await until(health, ({ status }) => status === 200);
    const after = await until(create, ({ status }) => status === 201);
    for (const id of [...kept.slice(-20), after.body.id])
      expect((await api.get(`/inspections/${id}`)).status).toBe(200);
  } finally {
    await service.stop();
  }
};

test.skipIf(!mayMount)(
  `where the disk under the database is full, nothing is half stored, every refusal says so, and the service is not ready${unless}`,
  async ({ skip }) => {
    const home = await mkdtemp(join(tmpdir(), 'walkaround-full-database-'));
    const dataDir = join(home, 'data');
    try {
      const disk = await mountSmallDisk(dataDir, DISK_KIB);
      if (!disk) return skip('this container may not mount a small disk');
      try {
        await fillAndFree(dataDir, disk);
      } finally {
        disk.unmount();
      }
    } finally {
      await rm(home, { recursive: true });
    }
  },
);
