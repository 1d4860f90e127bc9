import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { clientWithModels, until } from '@walkaround/harness/clients/client.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { expect, inject, test } from 'vitest';

test('a stored photo that is cut short on the disk is named by the task, which is done with the others', async () => {
  const api = await clientWithModels();
  const { body: inspection } = await api.post('/inspections', { tasks: { damage_detection: {} } });
  const images = `/inspections/${inspection.id}/images`;
  const added = [];
  for (const name of ['front', 'rear'])
    added.push((await api.upload(images, { name, tasks: ['damage_detection'] }, await photo())).body);
  await truncate(
    join(inject('serviceWithModelsDataDir'), 'files', 'inspections', inspection.id, `${added[1].id}.jpg`),
    5000,
  );
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
