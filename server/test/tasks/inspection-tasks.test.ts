import { type Body, client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expect, test } from 'vitest';

const named = (tasks: Body[], name: string) => tasks.find((task) => task.name === name);

const createdTasks = async (tasks: Record<string, unknown>) => {
  const created = await (await client()).post('/inspections', { tasks });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return created.body;
};

test('damage detection keeps its options as arguments, with all defaults filled in', async () => {
  const { tasks } = await createdTasks({ damage_detection: {} });
  expect(named(tasks, 'damage_detection')).toMatchObject({
    object_type: 'TASK',
    arguments: { damage_score_threshold: 0.3, scoring: {} },
    damage_score_threshold: 0.3,
    scoring: {},
    confidence_pre_execution: null,
    confidence_pre_execution_status: 'NOT_STARTED',
    confidence_post_execution: null,
    started_at: null,
    done_at: null,
    images: [],
    error_messages: [],
    progress: { done: 0, total: 0 },
  });
});

test('sub-images are cut with margin 0, quality 0.9, ratio 4:3 and interpolation 0 unless told otherwise', async () => {
  const { tasks } = await createdTasks({
    damage_detection: {
      damage_score_threshold: 0.45,
      generate_visual_output: { generate_damages: true },
      generate_subimages_parts: { generate_tight: false },
      generate_subimages_damages: { margin: 0.2, quality: 0.5, ratio: 1, damage_view_part_interpolation: 1 },
      damage_severity: {},
      scoring: { 'Free form': { T1: 1 } },
      dampart_confidence_score: { size_bucket_limits_cm: [3, 10] },
    },
  });
  expect(named(tasks, 'damage_detection').arguments).toEqual({
    damage_score_threshold: 0.45,
    generate_visual_output: { generate_parts: false, generate_damages: true },
    generate_subimages_parts: {
      generate_tight: false,
      margin: 0,
      quality: 0.9,
      ratio: 4 / 3,
      damage_view_part_interpolation: 0,
    },
    generate_subimages_damages: {
      generate_tight: false,
      margin: 0.2,
      quality: 0.5,
      ratio: 1,
      damage_view_part_interpolation: 1,
    },
    damage_severity: { output_format: 'default' },
    scoring: { 'Free form': { T1: 1 } },
    dampart_confidence_score: { size_bucket_limits_cm: [3, 10] },
  });
});

test('every task of the vocabulary can be created, each with its own options', async () => {
  const { tasks } = await createdTasks({
    wheel_analysis: { use_longshots: false },
    repair_estimate: {},
    images_ocr: {},
    compliances: {},
    pricing: { methodology: 'labor_cost', config: 'fleet' },
    human_in_the_loop: {},
    odometer: {},
    warning_lights: {},
    dashboard_ocr: {},
    image_editing: {},
    inspection_pdf: {},
  });
  expect(Object.fromEntries(tasks.map((task: Body) => [task.name, task.arguments]))).toEqual({
    wheel_analysis: { use_longshots: false },
    repair_estimate: { use_pricing_matrix: true },
    images_ocr: {},
    compliances: {},
    pricing: { output_format: 'default', methodology: 'labor_cost', config: 'fleet' },
    human_in_the_loop: {},
    odometer: {},
    warning_lights: {},
    dashboard_ocr: {},
    image_editing: { blur_plates: true, blur_faces: true },
    inspection_pdf: { pricing: false, paper: 'a4', suspicions: false },
  });
  expect(tasks.every((task: Body) => task.status === 'NOT_STARTED')).toBe(true);
});

test('wheel analysis looks at long shots unless told otherwise', async () => {
  const { tasks } = await createdTasks({ wheel_analysis: {} });
  expect(named(tasks, 'wheel_analysis').arguments).toEqual({ use_longshots: true });
});

test('image_ocr is the same task as images_ocr and is shown as images_ocr', async () => {
  const api = await client();
  const id = await newInspection(api, { image_ocr: {} });
  const byName = (await api.get(`/inspections/${id}/tasks`)).body;
  expect(Object.keys(byName).sort()).toEqual(['compliances', 'image_ocr', 'images_ocr']);
  expect(byName.image_ocr).toEqual(byName.images_ocr);
  expect(byName.images_ocr.name).toBe('images_ocr');
  for (const name of ['image_ocr', 'images_ocr'])
    expect((await api.get(`/inspections/${id}/tasks/${name}`)).body).toEqual(byName.images_ocr);
  const moved = await api.patch(`/inspections/${id}/tasks/image_ocr`, { status: 'DONE' });
  expect(moved.body).toMatchObject({ id: byName.images_ocr.id, name: 'images_ocr', status: 'DONE' });
});

test('a listing without a text task does not invent one', async () => {
  const api = await client();
  const id = await newInspection(api);
  expect(Object.keys((await api.get(`/inspections/${id}/tasks`)).body)).toEqual([
    'damage_detection',
    'compliances',
  ]);
});

test('the quality check is there even when nobody asked for it, and only once when somebody did', async () => {
  const added = await createdTasks({ wheel_analysis: { status: 'DONE' } });
  expect(named(added.tasks, 'compliances')).toMatchObject({ arguments: {} });
  const asked = await createdTasks({ compliances: {}, damage_detection: {} });
  expect(asked.tasks.filter((task: Body) => task.name === 'compliances')).toHaveLength(1);
});

test('a task created as TODO is started at once and makes the inspection IN_PROGRESS', async () => {
  const api = await client();
  const created = await api.post('/inspections', {
    tasks: { damage_detection: { status: 'TODO' }, wheel_analysis: {} },
  });
  expect(created.body.status).toBe('IN_PROGRESS');
  expect(named(created.body.tasks, 'damage_detection')).toMatchObject({
    status: 'TODO',
    started_at: expect.any(String),
    done_at: null,
  });
  const ended = await until(
    () => api.get(`/inspections/${created.body.id}`),
    ({ body }) => body.status !== 'IN_PROGRESS',
  );
  expect(['DONE', 'ERROR', 'NOT_STARTED']).toContain(ended.body.status);
  expect(named(ended.body.tasks, 'damage_detection').done_at).not.toBeNull();
});

test.each([
  [{ damage_detection: { status: 'DONE' }, wheel_analysis: { status: 'DONE' } }, 'DONE'],
  [{ damage_detection: { status: 'DONE' }, wheel_analysis: { status: 'VALIDATED' } }, 'DONE'],
  [{ damage_detection: { status: 'VALIDATED' }, wheel_analysis: { status: 'VALIDATED' } }, 'VALIDATED'],
  [{ damage_detection: { status: 'DONE' }, wheel_analysis: {} }, 'DONE'],
])('tasks created as %j make an inspection that is %s', async (tasks, status) => {
  const inspection = await createdTasks(tasks);
  expect(inspection.status).toBe(status);
  for (const [name, given] of Object.entries(tasks)) {
    const done = 'status' in given ? expect.any(String) : null;
    expect(named(inspection.tasks, name)).toMatchObject({ done_at: done, started_at: done });
  }
});
