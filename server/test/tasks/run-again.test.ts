import { type Body, clientWithModels } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { expect, test, vi } from 'vitest';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 240_000 });

test('a finished task can be run again, with other options, and what people said of its findings stays', async () => {
  const api = await clientWithModels();
  const id = await newInspection(api, { damage_detection: {} });
  const photo = await carDrawing({ scratched: true });
  const image = (await api.upload(`/inspections/${id}/images`, { tasks: ['damage_detection'] }, photo)).body
    .id;
  await setStatus(api, id, 'damage_detection', 'TODO');
  await ended(api, id, 'damage_detection', 200_000);
  const first = (await api.get(`/inspections/${id}`)).body;
  expect(first.damages).toHaveLength(1);
  await api.delete(`/inspections/${id}/damages/${first.damages[0].id}`);
  const bounding_box = { xmin: 5, ymin: 5, width: 40, height: 40 };
  const said = { damage_type: 'dent', part_type: 'hood', image_id: image, bounding_box };
  const made = (await api.post(`/inspections/${id}/damages`, said)).body;

  const refused = await setStatus(api, id, 'damage_detection', 'TODO');
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain('"again": true');

  const options = { damage_score_threshold: 0.1 };
  const started = await setStatus(api, id, 'damage_detection', 'TODO', { again: true, arguments: options });
  expect(started.body).toMatchObject({ status: 'TODO', arguments: options });
  await ended(api, id, 'damage_detection', 200_000);
  const second = (await api.get(`/inspections/${id}`)).body;
  const scratchesOnDoor = second.damages.filter(
    ({ damage_type, part_type }: Body) => damage_type === 'scratch' && part_type === 'door_front_left',
  );
  expect(scratchesOnDoor, 'what a person deleted is not found again').toEqual([]);
  expect(second.damages.map((damage: Body) => damage.id)).toContain(made.id);
  const names = (inspection: Body) => inspection.parts.map(({ part_type }: Body) => part_type).sort();
  expect(names(second)).toEqual([...names(first), 'hood'].sort());
});
