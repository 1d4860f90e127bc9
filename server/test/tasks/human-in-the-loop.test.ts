import { type Body, type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { ended, setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

const REVIEW = 'human_in_the_loop';

let api: Client;
beforeAll(async () => {
  api = await client();
});

const callbacks = [{ url: 'https://example.com/reviewed' }];
const toldOf = async (id: string): Promise<string[]> =>
  (await api.get(`/inspections/${id}/deliveries`)).body.data.map((delivery: Body) => delivery.event_type);

const waiting = async (as: Client, more = ''): Promise<string[]> =>
  (await as.get(`/inspections?task=${REVIEW}&task_status=IN_PROGRESS${more}`)).body.data.map(
    (inspection: Body) => inspection.id,
  );

/** The worker has had its time: what was asked for later is done. */
const somethingElseIsDone = async () =>
  ended(api, await newInspection(api, { compliances: { status: 'TODO' } }), 'compliances');

const reviewed = (id: string, status: string) =>
  until(
    () => task(api, id, REVIEW),
    (review) => review.status === status,
  );

test('a started review waits for a person without a time limit, and the list of waiting reviews contains it', async () => {
  const id = await newInspection(api, { [REVIEW]: { callbacks } });
  expect(await waiting(api)).not.toContain(id);
  const started = await setStatus(api, id, REVIEW, 'TODO');
  expect(started.body).toMatchObject({ name: REVIEW, status: 'IN_PROGRESS', error_messages: [] });
  expect(Date.parse(started.body.started_at)).toBeGreaterThan(0);
  await somethingElseIsDone();
  expect(await task(api, id, REVIEW)).toMatchObject({ status: 'IN_PROGRESS', done_at: null });
  expect(await waiting(api)).toContain(id);
  expect((await api.get(`/inspections/count?task=${REVIEW}&task_status=IN_PROGRESS`)).body.total).toBe(1);
  expect((await api.get(`/inspections/${id}`)).body.status).toBe('IN_PROGRESS');
  expect(await toldOf(id)).toEqual([]);

  const finished = await setStatus(api, id, REVIEW, 'DONE');
  expect(finished.body).toMatchObject({ id: started.body.id, status: 'DONE' });
  expect(Date.parse(finished.body.done_at)).toBeGreaterThan(0);
  expect(await toldOf(id)).toEqual(['STATUS_SET_TO_DONE']);
  expect(await waiting(api)).not.toContain(id);
  expect((await api.get(`/inspections/${id}`)).body.status).toBe('DONE');
});

test('approving a review at once is finishing it: whoever waits for that is told, once', async () => {
  const id = await newInspection(api, { [REVIEW]: { status: 'TODO', callbacks } });
  const approved = await setStatus(api, id, REVIEW, 'VALIDATED');
  expect(approved.body).toMatchObject({ status: 'VALIDATED' });
  expect(Date.parse(approved.body.done_at)).toBeGreaterThan(0);
  expect((await setStatus(api, id, REVIEW, 'VALIDATED')).status).toBe(200);
  expect(await toldOf(id)).toEqual(['STATUS_SET_TO_DONE']);
  expect((await api.get(`/inspections/${id}`)).body.status).toBe('VALIDATED');
});

test('clients declare a review and never start it: it begins when everything has ended that they use', async () => {
  const id = await newInspection(api, {
    warning_lights: {},
    odometer: {},
    // Declared, but no photo is for it and nobody starts it.
    dashboard_ocr: {},
    pricing: { status: 'TODO' },
    [REVIEW]: {},
  });
  await ended(api, id, 'pricing');
  const review = { name: REVIEW, image_details: { sight_label: 'Dashboard' } };
  const about = { tasks: ['warning_lights', 'odometer', review] };
  const added = await api.upload(`/inspections/${id}/images`, about, await photo(64, 48));
  expect(added.status).toBe(201);
  await setStatus(api, id, 'warning_lights', 'TODO');
  await ended(api, id, 'warning_lights');
  expect(await task(api, id, REVIEW)).toMatchObject({ status: 'NOT_STARTED' });
  await setStatus(api, id, 'odometer', 'DONE');
  expect(await reviewed(id, 'IN_PROGRESS')).toMatchObject({
    images: [{ image_id: added.body.id, details: { sight_label: 'Dashboard' } }],
  });
  await setStatus(api, id, 'dashboard_ocr', 'DONE');
  expect(await ended(api, id, 'compliances')).toMatchObject({ status: 'DONE' });
});

test('the report that was asked for as a task waits for the review, and tells what came of it', async () => {
  const id = await newInspection(api, { [REVIEW]: { status: 'TODO' }, inspection_pdf: { language: 'fr' } });
  await setStatus(api, id, 'inspection_pdf', 'TODO');
  await somethingElseIsDone();
  expect(await task(api, id, 'inspection_pdf')).toMatchObject({ status: 'TODO' });
  expectProblem(await api.get(`/inspections/${id}/pdf`), 422, 'pdf_not_requested');
  await setStatus(api, id, REVIEW, 'DONE');
  expect(await ended(api, id, 'inspection_pdf')).toMatchObject({ status: 'DONE', error_messages: [] });
  const report = (await api.get(`/inspections/${id}/pdf`)).body;
  expect(report).toMatchObject({ stale: false, source: 'service' });
  const file = await fetch(report.pdf_url);
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  await setStatus(api, id, REVIEW, 'VALIDATED');
  expect((await api.get(`/inspections/${id}/pdf`)).body.stale).toBe(true);
  const again = await setStatus(api, id, 'inspection_pdf', 'TODO', {
    again: true,
    arguments: { paper: 'letter' },
  });
  expect(again.status).toBe(200);
  await until(
    () => api.get(`/inspections/${id}/pdf`),
    ({ body }) => body.stale === false && body.report_id !== report.report_id,
  );
  // The old file goes after the new report is there: whoever reads at that moment finds one of them.
  await until(
    () => fetch(report.pdf_url),
    ({ status }) => status === 404,
  );
});

test('nobody else sees, finishes or finds a review', async () => {
  const id = await newInspection(api, { [REVIEW]: { status: 'TODO' } });
  const stranger = await client();
  expect(await waiting(stranger)).toEqual([]);
  expectProblem(await setStatus(stranger, id, REVIEW, 'DONE'), 404, 'not_found');
  expect(await task(api, id, REVIEW)).toMatchObject({ status: 'IN_PROGRESS' });
});

test('a review that is done can be asked for once more; one that waits can be asked for again without harm', async () => {
  const id = await newInspection(api, { [REVIEW]: { status: 'TODO', callbacks } });
  expect((await setStatus(api, id, REVIEW, 'TODO')).body.status).toBe('IN_PROGRESS');
  expectProblem(await setStatus(api, id, REVIEW, 'NOT_STARTED'), 409, 'illegal_transition');
  await setStatus(api, id, REVIEW, 'DONE');
  expectProblem(await setStatus(api, id, REVIEW, 'TODO'), 409, 'illegal_transition');
  expect((await setStatus(api, id, REVIEW, 'TODO', { again: true })).body.status).toBe('IN_PROGRESS');
  await setStatus(api, id, REVIEW, 'DONE');
  expect(await toldOf(id)).toEqual(['STATUS_SET_TO_DONE', 'STATUS_SET_TO_DONE']);
});

test('a list can be narrowed to those with a task, or with any task in a status; both must be known words', async () => {
  const own = await client();
  const failed = await newInspection(own, { warning_lights: { status: 'TODO' } });
  const declared = await newInspection(own, { image_ocr: {} });
  await ended(own, failed, 'warning_lights');
  const listed = async (query: string) =>
    (await own.get(`/inspections?${query}`)).body.data.map((inspection: Body) => inspection.id);
  expect(await listed('task=warning_lights')).toEqual([failed]);
  expect(await listed('task=image_ocr')).toEqual([declared]);
  expect(await listed('task_status=ERROR')).toEqual([failed]);
  expect(await listed('task=images_ocr&task_status=DONE')).toEqual([]);
  expectProblem(await own.get('/inspections?task_status=LATER'), 422, 'invalid_input');
});
