import { expect, test } from 'vitest';
import { client } from './harness/client.ts';

test('an inspection that was created can be read again with all its tasks', async () => {
  const api = await client();
  const created = await api.post('/inspections', { tasks: { damage_detection: {}, wheel_analysis: {} } });
  expect(created.status).toBe(201);

  const read = await api.get(`/inspections/${created.body.id}`);
  expect(read.status).toBe(200);
  expect(read.body.tasks.map((task: { name: string; status: string }) => [task.name, task.status])).toEqual([
    ['damage_detection', 'NOT_STARTED'],
    ['wheel_analysis', 'NOT_STARTED'],
    ['compliances', 'NOT_STARTED'],
  ]);
});

test('without tasks nothing is created and the answer says what is missing', async () => {
  const api = await client();
  const refused = await api.post('/inspections', {});
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual([{ path: 'tasks', message: expect.stringContaining('missing') }]);
});
