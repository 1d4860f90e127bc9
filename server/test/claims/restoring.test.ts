import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
beforeAll(async () => {
  api = await client();
});

const listed = async (query: string): Promise<string[]> =>
  (await api.get(`/inspections/summaries?${query}`)).body.data.map(({ id }: Body) => id);

test('a deleted inspection is in the list of deleted ones, and restored it is as it was', async () => {
  const id = await newInspection(api, { damage_detection: {} }, { reference: 'CLM-1' });
  await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });
  const before = (await api.get(`/inspections/${id}`)).body;
  await api.delete(`/inspections/${id}`);
  expect(await listed('show_deleted=false')).toEqual([]);
  expect(await listed('only_deleted=true')).toEqual([id]);
  const restored = await api.post(`/inspections/${id}/restore`);
  expect(restored.body).toMatchObject({ id, deleted_at: null });
  expect(await listed('only_deleted=true')).toEqual([]);
  expect((await api.get(`/inspections/${id}`)).body).toEqual(before);
  const { data } = (await api.get(`/inspections/${id}/corrections`)).body;
  expect(data.map(({ action }: Body) => action)).toEqual(['created', 'deleted', 'restored']);
  expect((await api.post(`/inspections/${id}/restore`)).status).toBe(200);
});

test('what is being erased does not come back', async () => {
  const id = await newInspection(api);
  await api.delete(`/inspections/${id}?erase=true`);
  const answer = await api.post(`/inspections/${id}/restore`);
  // The job may have removed it already.
  if (answer.status !== 404) expectProblem(answer, 409, 'being_erased');
  expect((await api.get(`/inspections/${id}`)).status).toBe(404);
});
