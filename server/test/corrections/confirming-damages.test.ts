import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { setStatus } from '@walkaround/harness/clients/tasks.ts';
import { estimated, inspectionOf } from '@walkaround/harness/pictures/damages.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
let user: string;
beforeAll(async () => {
  user = `handler-${randomUUID()}`;
  api = await client({ user, claims: { name: 'Ada Handler' } });
});

const dented = async () => {
  const id = await estimated(api, [['dent', 'hood']]);
  const [damage] = (await inspectionOf(api, id)).damages;
  return { id, path: `/inspections/${id}/damages/${damage.id}` };
};
const said = async (id: string): Promise<Body[]> =>
  (await api.get(`/inspections/${id}/corrections`)).body.data.filter(
    ({ action }: Body) => action === 'changed',
  );

test('a person says that a damage is there, and takes it back; both stay on record', async () => {
  const { id, path } = await dented();
  expect((await inspectionOf(api, id)).damages).toMatchObject([{ confirmed_by: null }]);
  const confirmed = await api.patch(path, { is_confirmed: true });
  expect(confirmed.body).toMatchObject({ damage_type: 'dent', part_type: 'hood', confirmed_by: user });
  // A second time changes nothing.
  await api.patch(path, { is_confirmed: true });
  expect((await api.patch(path, { is_confirmed: false })).body.confirmed_by).toBeNull();
  const words = (is_confirmed: boolean) => ({ damage_type: 'dent', part_type: 'hood', is_confirmed });
  expect(await said(id)).toMatchObject([
    { before: words(false), after: words(true), made_by: user, made_by_name: 'Ada Handler' },
    { before: words(true), after: words(false) },
  ]);
});

test('to confirm a damage leaves a validation as it is; another type withdraws it', async () => {
  const { id, path } = await dented();
  await setStatus(api, id, 'repair_estimate', 'VALIDATED');
  await api.patch(path, { is_confirmed: true });
  expect((await inspectionOf(api, id)).locked_by).toEqual(['repair_estimate']);
  await api.patch(path, { damage_type: 'scratch' });
  expect(await inspectionOf(api, id)).toMatchObject({
    locked_by: [],
    damages: [{ damage_type: 'scratch', confirmed_by: user }],
  });
});

test('only who may change an inspection confirms its damages', async () => {
  const { path } = await dented();
  expectProblem(await (await client()).patch(path, { is_confirmed: true }), 404, 'not_found');
});
