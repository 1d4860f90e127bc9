import { type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, describe, expect, test } from 'vitest';

let api: Client;
beforeAll(async () => {
  api = await client();
});

/** A task of a new inspection, brought into the state by what a client and a worker do. */
const taskIn: Record<string, () => Promise<string>> = {
  NOT_STARTED: () => newInspection(api, { warning_lights: {} }),
  DONE: () => newInspection(api, { warning_lights: { status: 'DONE' } }),
  VALIDATED: () => newInspection(api, { warning_lights: { status: 'VALIDATED' } }),
  ERROR: async () => {
    const id = await newInspection(api, { warning_lights: { status: 'TODO' } });
    await ended(api, id, 'warning_lights');
    return id;
  },
};

describe.each(Object.keys(taskIn))('a client and a task that is %s', (from) => {
  const MOVES: Record<string, string[]> = {
    NOT_STARTED: ['TODO', 'DONE'],
    DONE: ['VALIDATED'],
    VALIDATED: [],
    ERROR: ['TODO'],
  };
  test.each(['NOT_STARTED', 'TODO', 'DONE', 'VALIDATED'])('set it to %s', async (to) => {
    const id = await taskIn[from]!();
    const before = await task(api, id, 'warning_lights');
    expect(before.status).toBe(from);
    const answer = await setStatus(api, id, 'warning_lights', to);
    if (MOVES[from]!.includes(to)) {
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id: before.id, name: 'warning_lights', status: to });
      expect(answer.body.started_at).not.toBeNull();
    } else if (from === to) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(before);
    } else {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: 'illegal_transition',
        message: expect.stringContaining(`The task warning_lights is ${from} and cannot become ${to}.`),
      });
      expect(await task(api, id, 'warning_lights')).toEqual(before);
    }
  });
});

test.each(['IN_PROGRESS', 'ERROR', 'ABORTED', 'todo', 7, null])(
  'a client cannot set a status that is not its to set: %j',
  async (status) => {
    const id = await newInspection(api);
    const refused = await api.patch(`/inspections/${id}/tasks/damage_detection`, { status });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      { path: 'status', message: expect.stringContaining('NOT_STARTED, TODO, DONE, VALIDATED') },
    ]);
  },
);

test('the times of a task tell when it was started and when it ended; a retry starts a new end', async () => {
  const id = await newInspection(api, { warning_lights: {} });
  expect(await task(api, id, 'warning_lights')).toMatchObject({ started_at: null, done_at: null });
  await setStatus(api, id, 'warning_lights', 'TODO');
  const failed = await ended(api, id, 'warning_lights');
  expect(Date.parse(failed.done_at)).toBeGreaterThanOrEqual(Date.parse(failed.started_at));

  const retried = await setStatus(api, id, 'warning_lights', 'TODO');
  expect(retried.body).toMatchObject({ status: 'TODO', done_at: null, error_messages: [] });
  const again = await ended(api, id, 'warning_lights');
  expect(Date.parse(again.done_at)).toBeGreaterThan(Date.parse(failed.done_at));
  expect(again.error_messages).toHaveLength(1);
});

test('warning lights are not supported: the task says so in an ERROR, and no image says that none is on', async () => {
  const id = await newInspection(api, { warning_lights: {} });
  const upload = { tasks: [{ name: 'warning_lights', wait_for_result: true }] };
  const { body: image } = await api.upload(`/inspections/${id}/images`, upload, await photo(60, 40));
  expect(image.warning_lights).toBeNull();
  await setStatus(api, id, 'warning_lights', 'TODO');
  const { status, error_messages } = await ended(api, id, 'warning_lights');
  expect(status).toBe('ERROR');
  expect(error_messages).toEqual([
    expect.objectContaining({
      error_code: 'no_model_installed',
      message:
        'No model for warning_lights is installed, so nothing was analyzed: the task is not supported by this installation.',
    }),
  ]);
  const { body } = await api.get(`/inspections/${id}`);
  expect(body).toMatchObject({
    damages: [],
    parts: [],
    severity_results: [],
    wheel_analysis: [],
    pricing: {},
    images: [{ warning_lights: null }],
  });
});

test('compliances runs over its photos to DONE, and its progress ends at their number', async () => {
  const id = await newInspection(api, { compliances: {} });
  for (let i = 0; i < 3; i++)
    expect(
      (await api.upload(`/inspections/${id}/images`, { tasks: ['compliances'] }, await photo(320, 240)))
        .status,
    ).toBe(201);
  await setStatus(api, id, 'compliances', 'TODO');
  const done = await ended(api, id, 'compliances');
  expect(done).toMatchObject({ status: 'DONE', progress: { done: 3, total: 3 }, error_messages: [] });
  expect(done.images).toHaveLength(3);
  expect((await api.get(`/inspections/${id}`)).body.status).toBe('DONE');
});

test('a repair estimate ends after the damages and wheels that were started before it', async () => {
  const id = await newInspection(api, { repair_estimate: {}, damage_detection: {}, wheel_analysis: {} });
  for (const name of ['damage_detection', 'wheel_analysis', 'repair_estimate'])
    expect((await setStatus(api, id, name, 'TODO')).status).toBe(200);
  const estimate = await ended(api, id, 'repair_estimate');
  for (const name of ['damage_detection', 'wheel_analysis'])
    expect(Date.parse((await task(api, id, name)).done_at)).toBeLessThanOrEqual(Date.parse(estimate.done_at));
});

test('a repair estimate that is created started also waits for the others', async () => {
  const status = 'TODO';
  const tasks = { repair_estimate: { status }, wheel_analysis: { status }, damage_detection: { status } };
  const id = await newInspection(api, tasks);
  const estimate = await ended(api, id, 'repair_estimate');
  for (const name of ['damage_detection', 'wheel_analysis'])
    expect(Date.parse((await task(api, id, name)).done_at)).toBeLessThanOrEqual(Date.parse(estimate.done_at));
});

test('a repair estimate does not wait for tasks that nobody started', async () => {
  const id = await newInspection(api, { repair_estimate: {}, damage_detection: {}, wheel_analysis: {} });
  await setStatus(api, id, 'repair_estimate', 'TODO');
  expect((await ended(api, id, 'repair_estimate')).status).toBe('DONE');
  expect((await task(api, id, 'damage_detection')).status).toBe('NOT_STARTED');
});

describe('the compliances task that the service adds by itself', () => {
  test('starts and ends when everything else has been started, and not before', async () => {
    const id = await newInspection(api, { damage_detection: {}, wheel_analysis: {} });
    expect(await task(api, id, 'compliances')).toMatchObject({ status: 'NOT_STARTED' });
    await setStatus(api, id, 'damage_detection', 'TODO');
    await ended(api, id, 'damage_detection');
    expect(await task(api, id, 'compliances')).toMatchObject({ status: 'NOT_STARTED' });
    await setStatus(api, id, 'wheel_analysis', 'DONE');
    expect((await ended(api, id, 'compliances')).status).toBe('DONE');
  });

  test('does not count in the status of the inspection', async () => {
    const id = await newInspection(api, { damage_detection: {} });
    await setStatus(api, id, 'damage_detection', 'DONE');
    expect((await api.get(`/inspections/${id}`)).body.status).toBe('DONE');
    await ended(api, id, 'compliances');
    await setStatus(api, id, 'damage_detection', 'VALIDATED');
    const { body } = await api.get(`/inspections/${id}`);
    expect(body.status).toBe('VALIDATED');
    expect(body.tasks.find((t: { name: string }) => t.name === 'compliances').status).toBe('DONE');
  });

  test('is not added where the client named one of its own', async () => {
    const id = await newInspection(api, { compliances: {}, damage_detection: { status: 'VALIDATED' } });
    expect((await api.get(`/inspections/${id}/tasks`)).body).toMatchObject({
      compliances: { status: 'NOT_STARTED' },
    });
    // Theirs counts for the status, once it is started.
    await setStatus(api, id, 'compliances', 'DONE');
    expect((await api.get(`/inspections/${id}`)).body.status).toBe('DONE');
  });
});

test('the status of an inspection follows its tasks, and lists can be filtered by it', async () => {
  const own = await client();
  const ids: Record<string, string> = {
    NOT_STARTED: await newInspection(own, { images_ocr: {}, pricing: { status: 'DONE' } }),
    ERROR: await newInspection(own, { warning_lights: { status: 'TODO' }, wheel_analysis: {} }),
    DONE: await newInspection(own, {
      images_ocr: { status: 'DONE' },
      wheel_analysis: { status: 'VALIDATED' },
      damage_detection: {},
    }),
    VALIDATED: await newInspection(own, { images_ocr: { status: 'VALIDATED' } }),
  };
  await ended(own, ids.ERROR!, 'warning_lights');
  for (const [status, id] of Object.entries(ids)) {
    expect((await own.get(`/inspections/${id}`)).body.status).toBe(status);
    const { body } = await own.get(`/inspections?inspection_status=${status}`);
    expect(body.data.map((inspection: { id: string }) => inspection.id)).toEqual([id]);
  }
  expect((await own.get('/inspections?inspection_status=IN_PROGRESS')).body.data).toEqual([]);
  const refused = await own.get('/inspections?inspection_status=LOST');
  expect(refused.body.errors).toEqual([{ path: 'inspection_status', message: expect.any(String) }]);
});

test('an inspection is IN_PROGRESS from the moment its task is started', async () => {
  const id = await newInspection(api, { warning_lights: { status: 'TODO' } });
  const seen = await until(
    async () => (await api.get(`/inspections/${id}`)).body.status,
    (status) => status !== 'IN_PROGRESS',
  );
  expect(seen).toBe('ERROR');
  const created = await api.post('/inspections', { tasks: { warning_lights: { status: 'TODO' } } });
  expect(created.body.status).toBe('IN_PROGRESS');
});
