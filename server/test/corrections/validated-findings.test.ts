import { randomUUID } from 'node:crypto';
import { type Answer, type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { eventTypesUntilDeleted, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { newSuspicion } from '@walkaround/harness/clients/suspicion.ts';
import { ended, setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import { estimated, inspectionOf } from '@walkaround/harness/pictures/damages.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, describe, expect, test } from 'vitest';

let api: Client;
let user: string;
beforeAll(async () => {
  user = `handler-${randomUUID()}`;
  api = await client({ user, claims: { name: 'Ada Handler' } });
});

const correctionsOf = async (id: string): Promise<Body[]> =>
  (await api.get(`/inspections/${id}/corrections`)).body.data;

const withdrawalsOf = async (id: string) =>
  (await correctionsOf(id)).filter(({ action }) => action === 'withdrawn');

const validated = async (id: string, ...names: string[]) => {
  for (const name of names) {
    if ((await task(api, id, name)).status === 'NOT_STARTED') await setStatus(api, id, name, 'DONE');
    expect((await setStatus(api, id, name, 'VALIDATED')).status).toBe(200);
  }
};

/** One of everything that can be changed, with an estimate, and all of it validated. */
const approved = async () => {
  const id = await estimated(api, [['dent', 'hood']]);
  const path = `/inspections/${id}`;
  const image = (await api.upload(`${path}/images`, {}, await photo(320, 240))).body.id as string;
  const { damages, pricing } = await inspectionOf(api, id);
  const damage = damages[0].id as string;
  const view = (await api.post(`${path}/views`, { image_id: image, damage_id: damage })).body.id as string;
  const severity = (await api.post(`${path}/severity_pricing`, { label: 'hood', level: 2 })).body.id;
  const price = pricing.labor_cost.details.hood.id as string;
  const gone = (await api.post(`${path}/damages`, { damage_type: 'scratch', part_type: 'roof' })).body.id;
  await api.delete(`${path}/damages/${gone}`);
  const suspicion = await newSuspicion(id, image, { damage_type: 'dent', part_type: 'trunk' });
  await validated(id, 'damage_detection', 'repair_estimate');
  expect((await inspectionOf(api, id)).status).toBe('VALIDATED');
  return { id, path, image, damage, view, severity, price, gone, suspicion };
};

type Approved = Awaited<ReturnType<typeof approved>>;

const newPhoto = async () => photo(200, 150);
const CHANGES: Record<string, { because: string; make(it: Approved): Promise<Answer> }> = {
  'adding a damage': {
    because: 'damages',
    make: ({ path }) => api.post(`${path}/damages`, { damage_type: 'dent', part_type: 'trunk' }),
  },
  'giving a damage another type': {
    because: 'damages',
    make: ({ path, damage }) => api.patch(`${path}/damages/${damage}`, { damage_type: 'smash' }),
  },
  'deleting a damage': {
    because: 'damages',
    make: ({ path, damage }) => api.delete(`${path}/damages/${damage}`),
  },
  'restoring a damage': {
    because: 'damages',
    make: ({ path, gone }) => api.post(`${path}/damages/${gone}/restore`, {}),
  },
  'confirming a suspicion': {
    because: 'damages',
    make: ({ path, suspicion }) => api.post(`${path}/suspicions/${suspicion}/confirm`, {}),
  },
  'showing a damage on a photo': {
    because: 'views',
    make: ({ path, image, damage }) => api.post(`${path}/views`, { image_id: image, damage_id: damage }),
  },
  'showing a damage on a new photo': {
    because: 'views',
    make: async ({ path, damage }) =>
      api.upload(`${path}/views`, { damage_id: damage, new_image: {} }, await newPhoto()),
  },
  'deleting a view': { because: 'views', make: ({ path, view }) => api.delete(`${path}/views/${view}`) },
  'rating a part': {
    because: 'severities',
    make: ({ path }) => api.post(`${path}/severity_pricing`, { label: 'trunk', level: 3 }),
  },
  'changing a rating': {
    because: 'severities',
    make: ({ path, severity }) => api.patch(`${path}/severity_pricing/${severity}`, { level: 3 }),
  },
  'deleting a rating': {
    because: 'severities',
    make: ({ path, severity }) => api.delete(`${path}/severity_pricing/${severity}`),
  },
  'setting a price': {
    because: 'prices',
    make: ({ path }) => api.post(`${path}/pricing`, { pricing: 9, related_item_type: 'vehicle' }),
  },
  'changing a price': {
    because: 'prices',
    make: ({ path, price }) => api.patch(`${path}/pricing/${price}`, { pricing: 12 }),
  },
  'deleting a price': {
    because: 'prices',
    make: ({ path, price }) => api.delete(`${path}/pricing/${price}`),
  },
  'deleting a photo': {
    because: 'images',
    make: ({ path, image }) => api.delete(`${path}/images/${image}`),
  },
  'deleting several photos': {
    because: 'images',
    make: ({ path, image }) => api.post(`${path}/images/delete`, { image_ids: [image] }),
  },
  'adding a photo': {
    because: 'images',
    make: async ({ path }) => api.upload(`${path}/images`, {}, await newPhoto()),
  },
  'naming another vehicle type': {
    because: 'vehicle',
    make: ({ path }) => api.patch(`${path}/vehicle`, { vehicle_type: 'van' }),
  },
  'giving another VIN': {
    because: 'vehicle',
    make: ({ path }) => api.patch(`${path}/vehicle`, { vin: 'WVWZZZ1JZXW000001' }),
  },
};

describe('a validated inspection', () => {
  test.each(Object.entries(CHANGES))(
    '%s goes through, withdraws the validation, and both are recorded',
    async (_, { because, make }) => {
      const it = await approved();
      const before = (await inspectionOf(api, it.id)).tasks;
      const answer = await make(it);
      expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
      const inspection = await inspectionOf(api, it.id);
      expect(inspection.status).toBe('DONE');
      for (const name of ['damage_detection', 'repair_estimate']) {
        const was = before.find((one: Body) => one.name === name);
        const now = inspection.tasks.find((one: Body) => one.name === name);
        expect(now).toEqual({ ...was, status: 'DONE', validated_at: null, validated_by: null });
        expect(await withdrawalsOf(it.id)).toContainEqual({
          id: expect.any(String),
          item_id: now.id,
          part_type: null,
          action: 'withdrawn',
          before: { task: name, status: 'VALIDATED', validated_at: was.validated_at, validated_by: user },
          after: { task: name, status: 'DONE', because },
          made_at: expect.any(String),
          made_by: user,
          made_by_name: 'Ada Handler',
        });
      }
      expect(await withdrawalsOf(it.id)).toHaveLength(2);
    },
  );

  test('keeps its validation when a change is refused, or changes nothing', async () => {
    const { id, path, damage } = await approved();
    expectProblem(await api.delete(`${path}/damages/${randomUUID()}`), 404, 'not_found');
    expectProblem(await api.patch(`${path}/damages/${damage}`, { damage_type: 'x' }), 422, 'invalid_input');
    expect((await api.patch(`${path}/damages/${damage}`, { damage_type: 'dent' })).status).toBe(200);
    await api.patch(`${path}/vehicle`, {});
    await api.patch(`${path}`, { additional_data: { seen: true } });
    await api.post(`${path}/pdf`, {});
    expect((await inspectionOf(api, id)).status).toBe('VALIDATED');
    expect(await withdrawalsOf(id)).toEqual([]);
  });

  test('can be validated again after a change', async () => {
    const { id, path, damage } = await approved();
    await api.delete(`${path}/damages/${damage}`);
    await validated(id, 'damage_detection', 'repair_estimate');
    expect((await inspectionOf(api, id)).status).toBe('VALIDATED');
  });

  test('says which validated tasks a change of its damages would take back', async () => {
    const id = await newInspection(api, {
      images_ocr: { status: 'VALIDATED' },
      damage_detection: { status: 'VALIDATED' },
      human_in_the_loop: { status: 'VALIDATED' },
      warning_lights: {},
    });
    expect((await inspectionOf(api, id)).locked_by).toEqual(['damage_detection', 'human_in_the_loop']);
    await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });
    const { tasks, locked_by } = await inspectionOf(api, id);
    expect(locked_by).toEqual([]);
    expect(Object.fromEntries(tasks.map(({ name, status }: Body) => [name, status]))).toMatchObject({
      images_ocr: 'VALIDATED',
      damage_detection: 'DONE',
      human_in_the_loop: 'DONE',
      warning_lights: 'NOT_STARTED',
    });
  });
});

describe('a person withdraws a validation', () => {
  const WITHDRAW = { withdraw: true };

  test('by saying so; it is recorded with who and when, and told to whoever listens', async () => {
    const { id } = await approved();
    const back = await setStatus(api, id, 'damage_detection', 'DONE', WITHDRAW);
    expect(back.body).toMatchObject({ status: 'DONE', validated_at: null, validated_by: null });
    expect(await withdrawalsOf(id)).toMatchObject([
      { before: { task: 'damage_detection' }, after: { because: 'asked' }, made_by: user },
    ]);
    expect(await task(api, id, 'repair_estimate')).toMatchObject({ status: 'VALIDATED' });
    expect((await inspectionOf(api, id)).status).toBe('DONE');
    expect(await eventTypesUntilDeleted(api, id)).toContain('task.validation_withdrawn');
  });

  test('whoever waits for the task to be done is not told a second time', async () => {
    const callbacks = [{ url: 'https://example.com/done' }];
    const id = await newInspection(api, { damage_detection: { callbacks } });
    await validated(id, 'damage_detection');
    const told = async () => (await api.get(`/inspections/${id}/deliveries`)).body.data.length;
    expect(await told()).toBe(1);
    await setStatus(api, id, 'damage_detection', 'DONE', WITHDRAW);
    expect(await told()).toBe(1);
  });

  test('and without saying so a repeated DONE or another run is refused, with the cure', async () => {
    const { id } = await approved();
    for (const [status, rest] of [
      ['DONE', {}],
      ['TODO', {}],
      ['TODO', { again: true }],
    ] as const) {
      const refused = await setStatus(api, id, 'damage_detection', status, rest);
      expectProblem(refused, 409, 'illegal_transition');
      expect(refused.body.message).toContain('"withdraw": true');
    }
    expect((await inspectionOf(api, id)).status).toBe('VALIDATED');
  });

  test('of a task that is not validated, that changes nothing', async () => {
    const id = await newInspection(api, { damage_detection: { status: 'DONE' } });
    expect((await setStatus(api, id, 'damage_detection', 'DONE', WITHDRAW)).status).toBe(200);
    expect(await withdrawalsOf(id)).toEqual([]);
  });
});

describe('a new run', () => {
  test('takes back the validation of what rests on it, and of nothing else', async () => {
    const id = await estimated(api, [['dent', 'hood']]);
    await validated(id, 'repair_estimate');
    await setStatus(api, id, 'damage_detection', 'TODO');
    expect(await task(api, id, 'repair_estimate')).toMatchObject({ status: 'DONE' });
    expect(await withdrawalsOf(id)).toMatchObject([
      { before: { task: 'repair_estimate' }, after: { because: 'run' }, made_by: user },
    ]);
    await ended(api, id, 'damage_detection');
  });

  test('of one task leaves the validation of another alone', async () => {
    const id = await newInspection(api, { images_ocr: { status: 'VALIDATED' }, pricing: {} });
    await setStatus(api, id, 'pricing', 'TODO');
    await ended(api, id, 'pricing');
    expect(await task(api, id, 'images_ocr')).toMatchObject({ status: 'VALIDATED', validated_by: user });
  });
});
