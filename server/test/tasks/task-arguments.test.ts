import { tmpdir } from 'node:os';
import { type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
beforeAll(async () => {
  api = await client();
});

const change = (id: string, name: string, given: object, rest: object = {}) =>
  api.patch(`/inspections/${id}/tasks/${name}`, { arguments: given, ...rest });

test('arguments can be changed one by one before the start; the others stay as they were', async () => {
  const id = await newInspection(api, {
    damage_detection: { damage_score_threshold: 0.7, generate_visual_output: { generate_parts: true } },
  });
  const before = (await task(api, id, 'damage_detection')).arguments;
  expect(before).toMatchObject({ damage_score_threshold: 0.7, scoring: {} });

  const scoring = { any: { thing: [1, 'two'] } };
  const changed = await change(id, 'damage_detection', { scoring });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ status: 'NOT_STARTED', started_at: null });
  expect(changed.body.arguments).toEqual({ ...before, scoring });
  expect((await task(api, id, 'damage_detection')).arguments).toEqual({ ...before, scoring });
});

test('arguments may be written in camelCase', async () => {
  const id = await newInspection(api, { wheel_analysis: {} });
  expect((await task(api, id, 'wheel_analysis')).arguments).toEqual({ use_longshots: true });
  const changed = await change(id, 'wheel_analysis', { useLongshots: false });
  expect(changed.body.arguments).toEqual({ use_longshots: false });
});

test('arguments that the task does not know are kept and change nothing else', async () => {
  const id = await newInspection(api, { wheel_analysis: {} });
  const changed = await change(id, 'wheel_analysis', { color: 'red', status: 'DONE' });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({
    status: 'NOT_STARTED',
    arguments: { use_longshots: true, color: 'red', status: 'DONE' },
  });
});

test('arguments of the wrong kind are refused with their path and change nothing', async () => {
  const id = await newInspection(api, { damage_detection: {} });
  const before = await task(api, id, 'damage_detection');
  const refused = await change(
    id,
    'damage_detection',
    { damage_score_threshold: 2, dampart_confidence_score: { size_bucket_limits_cm: [] } },
    { status: 'TODO' },
  );
  expect(refused.status).toBe(422);
  expect(refused.body.errors.map((e: { path: string }) => e.path)).toEqual([
    'arguments.damage_score_threshold',
    'arguments.dampart_confidence_score.size_bucket_limits_cm',
  ]);
  expect(await task(api, id, 'damage_detection')).toEqual(before);
});

test('arguments that come with the start belong to the run', async () => {
  const id = await newInspection(api, { wheel_analysis: {} });
  const started = await change(id, 'wheel_analysis', { use_longshots: false }, { status: 'TODO' });
  expect(started.status).toBe(200);
  expect(started.body).toMatchObject({ status: 'TODO', arguments: { use_longshots: false } });
});

test('arguments are closed once the task was started, and open again for a retry only', async () => {
  // Without models a task with a photo ends in ERROR.
  const poor = await ownService({ MODELS_DIR: tmpdir(), LOG_LEVEL: 'silent' });
  try {
    const own = await poor.client();
    const id = await newInspection(own, { wheel_analysis: {} });
    await own.upload(`/inspections/${id}/images`, { tasks: ['wheel_analysis'] }, await photo());
    await setStatus(own, id, 'wheel_analysis', 'TODO');
    const failed = await ended(own, id, 'wheel_analysis', 60_000);
    const address = `/inspections/${id}/tasks/wheel_analysis`;
    const given = { arguments: { use_longshots: false } };
    const refused = await own.patch(address, given);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'task_already_started',
      message: expect.stringContaining('wheel_analysis has already started (it is ERROR)'),
    });
    // The verdict on the photo may still be on its way, and shows in the task.
    const { status, error_messages } = failed;
    const unchanged = { status, error_messages, arguments: failed.arguments };
    expect(await task(own, id, 'wheel_analysis')).toMatchObject(unchanged);

    const retried = await own.patch(address, { ...given, status: 'TODO' });
    expect(retried.status).toBe(200);
    expect(retried.body.arguments).toEqual({ use_longshots: false });
  } finally {
    await poor.stop();
  }
}, 120_000);

test.each(['DONE', 'VALIDATED'])('arguments of a task that is %s are closed', async (status) => {
  const id = await newInspection(api, { wheel_analysis: { status } });
  const refused = await change(id, 'wheel_analysis', { use_longshots: false }, { status });
  expect(refused.status).toBe(409);
  expect(refused.body.code).toBe('task_already_started');
});

test('a start that is sent again with the same arguments changes nothing and is no error', async () => {
  const id = await newInspection(api, { wheel_analysis: { status: 'DONE' } });
  const again = await change(id, 'wheel_analysis', { use_longshots: true }, { status: 'DONE' });
  expect(again.status).toBe(200);
  const failed = await newInspection(api, { wheel_analysis: {} });
  const start = () => change(failed, 'wheel_analysis', { use_longshots: false }, { status: 'TODO' });
  const answers = await Promise.all([start(), start(), start()]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
});

test('an empty change answers with the task as it is', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const answer = await api.patch(`/inspections/${id}/tasks/images_ocr`, {});
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual(await task(api, id, 'images_ocr'));
});

test('the text task has two names, in addresses and in the list', async () => {
  const id = await newInspection(api, { image_ocr: {} });
  expect((await task(api, id, 'image_ocr')).name).toBe('images_ocr');
  expect((await setStatus(api, id, 'image_ocr', 'DONE')).body).toMatchObject({
    name: 'images_ocr',
    status: 'DONE',
  });
  const { body } = await api.get(`/inspections/${id}/tasks`);
  expect(Object.keys(body).sort()).toEqual(['compliances', 'image_ocr', 'images_ocr']);
  expect(body.image_ocr).toEqual(body.images_ocr);
});

test('a task that the inspection lacks, or that does not exist at all, is not found', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const lacking = await setStatus(api, id, 'damage_detection', 'TODO');
  expect([lacking.status, lacking.body.message]).toEqual([
    404,
    'There is no such task damage_detection in this inspection.',
  ]);
  const unknown = await setStatus(api, id, 'toString', 'TODO');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
});
