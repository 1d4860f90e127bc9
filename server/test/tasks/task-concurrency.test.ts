import { randomUUID } from 'node:crypto';
import { type Client, client } from '@walkaround/harness/clients/client.ts';
import { eventsOf, listen } from '@walkaround/harness/clients/event-stream.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
let photos: Buffer[];
beforeAll(async () => {
  api = await client();
  photos = await Promise.all(Array.from({ length: 6 }, () => photo(200, 150)));
});

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const add = (id: string, name: string, picture: Buffer) =>
  api.upload(`/inspections/${id}/images`, { tasks: [name] }, picture);

const eventsOfTask = async (id: string, name: string) =>
  (await eventsOf(api, id)).filter(({ data }) => data.task === name).map(({ event }) => event);

test('twenty clients that start one task at once start it once, and it runs once', async () => {
  const id = await newInspection(api, { compliances: {} });
  for (const picture of photos.slice(0, 3)) await add(id, 'compliances', picture);
  const answers = await times(20, () => setStatus(api, id, 'compliances', 'TODO'));
  await ended(api, id, 'compliances');

  expect(answers.some(({ status, body }) => status === 200 && body.status === 'TODO')).toBe(true);
  // Only those who come when it is already over are refused.
  for (const { status, body } of answers)
    if (status !== 200)
      expect(body.message).toMatch(/^The task compliances is DONE and cannot become TODO\./);
  expect(await eventsOfTask(id, 'compliances')).toEqual([
    'task.started',
    'task.progress',
    'task.progress',
    'task.progress',
    'task.done',
  ]);
});

test('of one client who starts a task and one who declares it done, only one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await newInspection(api, { compliances: {} });
    const answers = await Promise.all(['TODO', 'DONE'].map((to) => setStatus(api, id, 'compliances', to)));
    await ended(api, id, 'compliances');
    const events = await eventsOfTask(id, 'compliances');
    expect(events.filter((event) => event === 'task.done')).toHaveLength(1);
    // A worker may be quicker than the one who declares it done: by then it is.
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.length === 1 || events.includes('task.started')).toBe(true);
  }
});

test('two people who validate a task at once both succeed, and it is announced once', async () => {
  const organization = randomUUID();
  const anna = await client({ organization });
  const ben = await client({ organization, permissions: ['inspections:update_organization'] });
  const id = await newInspection(anna, { images_ocr: { status: 'DONE' } });
  const answers = await times(10, (i) => setStatus(i % 2 ? anna : ben, id, 'images_ocr', 'VALIDATED'));
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
    answers.map(() => [200, 'VALIDATED']),
  );
  const events = (await eventsOf(anna, id)).filter(({ data }) => data.task === 'images_ocr');
  expect(events.map(({ event }) => event)).toEqual(['task.done', 'task.validated']);
});

test('a photo that is uploaded while its task starts is either part of the task or refused', async () => {
  const outcomes = new Set<number>();
  for (let round = 0; round < 10; round++) {
    const id = await newInspection(api, { compliances: {} });
    const uploads = photos.map((picture) => add(id, 'compliances', picture));
    if (round % 2 === 1) await Promise.race(uploads);
    expect((await setStatus(api, id, 'compliances', 'TODO')).status).toBe(200);
    const answers = await Promise.all(uploads);
    const done = await ended(api, id, 'compliances');

    const accepted = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, body.code]).toEqual([409, 'task_already_started']);
      outcomes.add(status);
    }
    if (accepted.length > 0) outcomes.add(201);
    expect(done.images.map((image: { image_id: string }) => image.image_id).sort()).toEqual(accepted.sort());
    expect(done.progress).toEqual({ done: accepted.length, total: accepted.length });
    const { body } = await api.get(`/inspections/${id}/images`);
    expect(body.data.map((image: { id: string }) => image.id).sort()).toEqual(accepted.sort());
  }
  // Otherwise this test has not seen what it is for.
  expect([...outcomes].sort()).toEqual([201, 409]);
});

test('tasks that are started all at once all end, and the estimate after those it needs', async () => {
  for (let round = 0; round < 5; round++) {
    const names = ['repair_estimate', 'damage_detection', 'wheel_analysis', 'images_ocr'];
    const id = await newInspection(api, Object.fromEntries(names.map((name) => [name, {}])));
    const answers = await Promise.all(names.map((name) => setStatus(api, id, name, 'TODO')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const name of [...names, 'compliances']) await ended(api, id, name);

    const events = (await eventsOf(api, id)).filter(({ data }) => data.task !== undefined);
    const ends = events.filter(({ event }) => event === 'task.error' || event === 'task.done');
    expect(ends.map(({ data }) => data.task).sort()).toEqual([...names, 'compliances'].sort());
    const started = events.filter(({ event }) => event === 'task.started').map(({ data }) => data.task);
    expect(started.sort()).toEqual([...names, 'compliances'].sort());
  }
});

test('an inspection that is deleted while its task runs stays as it was, and nobody hears of it any more', async () => {
  const id = await newInspection(api, { compliances: {} });
  for (const picture of photos) await add(id, 'compliances', picture);
  const stream = await listen(api, id, '0');
  const [started, deleted] = await Promise.all([
    setStatus(api, id, 'compliances', 'TODO'),
    api.delete(`/inspections/${id}`),
  ]);
  expect([200, 404]).toContain(started.status);
  expect(deleted.status).toBe(200);
  expect((await api.get(`/inspections/${id}/tasks/compliances`)).status).toBe(404);
  await stream.until(() => stream.isOver());
  expect(stream.seen.at(-1)!.event).toBe('inspection.deleted');

  const frozen = await api.get(`/inspections/${id}?show_deleted_objects=true`);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const later = await api.get(`/inspections/${id}?show_deleted_objects=true`);
  expect(later.body.tasks).toEqual(frozen.body.tasks);
  expect(later.body.deleted_at).not.toBeNull();
  expect((await setStatus(api, id, 'compliances', 'VALIDATED')).status).toBe(404);
});

test('a failed task that several retry at once ends again, with the message of the new run only', async () => {
  const id = await newInspection(api, { warning_lights: { status: 'TODO' } });
  const first = await ended(api, id, 'warning_lights');
  const answers = await times(3, () => setStatus(api, id, 'warning_lights', 'TODO'));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  const again = await ended(api, id, 'warning_lights');
  expect(again.error_messages).toHaveLength(1);
  expect(again.error_messages[0].id).not.toBe(first.error_messages[0].id);
  expect((await task(api, id, 'warning_lights')).id).toBe(first.id);
});
