import { randomUUID } from 'node:crypto';
import { type Body, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { expect, test } from 'vitest';

const severitiesOf = async (api: Awaited<ReturnType<typeof client>>, id: string): Promise<Body[]> =>
  (await api.get(`/inspections/${id}`)).body.severity_results;

const withInspection = async () => {
  const api = await client();
  const id = await newInspection(api);
  return { api, id, path: `/inspections/${id}/severity_pricing` };
};

test('a severity for a part is found again in the inspection, with the part it belongs to', async () => {
  const { api, id, path } = await withInspection();
  const made = await api.post(path, { label: 'hood', level: 3, pricing: 250.5, repair_operation: 'replace' });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    object_type: 'SEVERITY_RESULT',
    inspection_id: id,
    label: 'hood',
    is_user_modified: true,
    related_item_type: 'part',
    operation: 'replace',
    repair_operation: { REPLACE: true },
    value: {
      custom_severity: { level: 3, pricing: 250.5, comment: null, repair_operation: { REPLACE: true } },
    },
  });
  const whole = (await api.get(`/inspections/${id}`)).body;
  expect(whole.severity_results).toEqual([made.body]);
  expect(whole.parts).toEqual([
    expect.objectContaining({ id: made.body.related_item_id, part_type: 'hood', damage_ids: [] }),
  ]);
});

test('a severity with nothing but its part still has a custom severity to read', async () => {
  const { api, id, path } = await withInspection();
  expect((await api.post(path, { label: 'roof' })).status).toBe(201);
  const [severity] = await severitiesOf(api, id);
  expect(severity.value.custom_severity).toEqual({
    level: null,
    pricing: null,
    example_prices: false,
    comment: null,
    repair_operation: { REPLACE: false },
  });
});

test('a remark on no part in particular belongs to no part, and is no price of the vehicle', async () => {
  const { api, id, path } = await withInspection();
  const made = await api.post(path, { label: 'ignore', comment: 'smells of smoke' });
  expect(made.body).toMatchObject({
    related_item_type: 'comment',
    related_item_id: null,
    value: { custom_severity: { comment: 'smells of smoke' } },
  });
  await api.patch(`${path}/${made.body.id}`, { pricing: 50 });
  const { parts, pricing } = (await api.get(`/inspections/${id}`)).body;
  expect(parts).toEqual([]);
  expect(pricing).toEqual({});
});

test('a change sets what it names, clears what it names as null and leaves the rest', async () => {
  const { api, path } = await withInspection();
  const { body } = await api.post(path, {
    label: 'hood',
    level: 2,
    pricing: 90,
    repair_operation: 'replace',
  });
  const priced = await api.patch(`${path}/${body.id}`, { pricing: 120.25 });
  expect(priced.status).toBe(200);
  expect(priced.body).toEqual({
    ...body,
    value: { custom_severity: { ...body.value.custom_severity, pricing: 120.25 } },
  });
  const cleared = await api.patch(`${path}/${body.id}`, { pricing: null });
  expect(cleared.body.value.custom_severity).toMatchObject({
    level: 2,
    pricing: null,
    repair_operation: { REPLACE: true },
  });
  expect((await api.get(`${path}/${body.id}`)).body).toEqual(cleared.body);
});

test('severities can be listed, read and deleted', async () => {
  const { api, id, path } = await withInspection();
  const hood = (await api.post(path, { label: 'hood', level: 1 })).body;
  const roof = (await api.post(path, { label: 'roof', level: 2 })).body;
  expect((await api.get(path)).body).toEqual({ data: [hood, roof] });
  expect((await api.get(`${path}/${roof.id}`)).body).toEqual(roof);

  const deleted = await api.delete(`${path}/${hood.id}`);
  expect(deleted).toMatchObject({ status: 200, body: { id: hood.id, deleted: true } });
  expect((await api.get(path)).body).toEqual({ data: [roof] });
  expect(await severitiesOf(api, id)).toEqual([roof]);
  for (const gone of [
    await api.get(`${path}/${hood.id}`),
    await api.patch(`${path}/${hood.id}`, { level: 2 }),
    await api.delete(`${path}/${hood.id}`),
    await api.get(`${path}/${randomUUID()}`),
    await api.get(`${path}/nonsense`),
  ]) {
    expectProblem(gone, 404, 'not_found');
    expect(gone.body.message).toBe('There is no such severity.');
  }
});

test('a severity cannot be reached through another inspection', async () => {
  const { api, path } = await withInspection();
  const severity = (await api.post(path, { label: 'hood', level: 1 })).body;
  const other = await newInspection(api);
  const wrong = `/inspections/${other}/severity_pricing/${severity.id}`;
  expectProblem(await api.get(wrong), 404, 'not_found');
  expectProblem(await api.patch(wrong, { level: 3 }), 404, 'not_found');
  expectProblem(await api.delete(wrong), 404, 'not_found');
  expect((await api.get(`${path}/${severity.id}`)).body).toEqual(severity);
});

test.each([
  [{}, 'label'],
  [{ label: 'left ear' }, 'label'],
  [{ label: 'ignore', level: 2 }, 'label'],
  [{ label: 'background', pricing: 50 }, 'label'],
  [{ label: 'hood', level: 0 }, 'level'],
  [{ label: 'hood', level: 4 }, 'level'],
  [{ label: 'hood', level: 1.5 }, 'level'],
  [{ label: 'hood', level: '2' }, 'level'],
  [{ label: 'hood', pricing: -1 }, 'pricing'],
  [{ label: 'hood', pricing: 1e10 }, 'pricing'],
  [{ label: 'hood', repair_operation: 'pray' }, 'repair_operation'],
])('a severity of %j is refused by the name of the field', async (json, path) => {
  const { api, id, path: severities } = await withInspection();
  expectProblem(await api.post(severities, json), 422, 'invalid_input', [path]);
  expect(await severitiesOf(api, id)).toEqual([]);
  expect((await api.get(`/inspections/${id}`)).body.parts).toEqual([]);
});
