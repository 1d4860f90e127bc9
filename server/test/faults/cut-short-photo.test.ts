import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@walkaround/harness/clients/client.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: Awaited<ReturnType<typeof ownService>>;
beforeAll(async () => {
  service = await ownService({});
});
afterAll(() => service.stop());

test('a stored photo that is cut short on the disk is named by the task, which is done with the others', async () => {
  const api = await service.client();
  const { body: inspection } = await api.post('/inspections', { tasks: { damage_detection: {} } });
  const images = `/inspections/${inspection.id}/images`;
  const added = [];
  for (const name of ['front', 'rear'])
    added.push((await api.upload(images, { name, tasks: ['damage_detection'] }, await photo())).body);
  await truncate(join(service.dataDir, 'files', 'inspections', inspection.id, `${added[1].id}.jpg`), 5000);
  const task = `/inspections/${inspection.id}/tasks/damage_detection`;
  expect((await api.patch(task, { status: 'TODO' })).status).toBe(200);
  const { body } = await until(
    () => api.get(task),
    (answer) => ['DONE', 'ERROR'].includes(answer.body.status),
    110_000,
  );
  expect(body.status).toBe('DONE');
  expect(JSON.stringify(body)).toMatch(
    /The photo rear \(.*was left out: Its file is damaged: 5000 of \d+ bytes/,
  );
});
