import { type Body, type Client, client, clientOf } from '@walkaround/harness/clients/client.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { beforeAll, expect, inject, test } from 'vitest';

let api: Client;
beforeAll(async () => {
  api = await client();
});

const sights = async (query = ''): Promise<Body[]> => {
  const { status, body } = await api.get(`/sights${query}`);
  expect(status).toBe(200);
  return body.data;
};

test('the sights of all capture apps are listed, with where each is taken from and what it is for', async () => {
  const all = await sights();
  expect(all).toHaveLength(479);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.find(({ id }) => id === 'haccord-2v-2_QD5')).toEqual({
    id: 'haccord-2v-2_QD5',
    object_type: 'SIGHT',
    category: 'exterior',
    vehicle: 'haccord',
    vehicle_type: 'sedan',
    label: 'front-lateral-low-left',
    viewpoint: 'left',
    position: 70,
    orientation: 90,
    height: 'low',
    distance: 'close',
    wheel_name: 'wheel_front_left',
    tasks: ['wheel_analysis'],
  });
});

test('they can be asked for by vehicle, by its type and by category', async () => {
  const accord = await sights('?vehicle=haccord');
  expect(accord.length).toBeGreaterThanOrEqual(40);
  expect(new Set(accord.map(({ vehicle }) => vehicle))).toEqual(new Set(['haccord']));
  const sedans = await sights('?vehicleType=sedan');
  expect(new Set(sedans.map(({ vehicle }) => vehicle))).toEqual(new Set(['haccord', 'teslam3', 'teslams']));
  const inside = await sights('?vehicle=all&category=interior');
  expect(inside).toHaveLength(31);
  for (const { viewpoint } of inside) expect(viewpoint).toBeNull();
});

test('a vehicle that has no sights is refused with those that have', async () => {
  const answer = await api.get('/sights?vehicle=batmobile');
  expectProblem(answer, 422, 'invalid_input');
  expect(answer.body.message).toContain('haccord');
});

test('the list answers with /v1 and without, in both representations, and may be kept by the client', async () => {
  const plain = await api.get('/sights?vehicle=man12');
  const root = await api.get(`${inject('serviceUrl')}/sights?vehicle=man12`);
  expect(root.body).toEqual(plain.body);
  expect(plain.status).toBe(200);
  expect(plain.headers.get('cache-control')).toBe('private, max-age=86400');
  expect(plain.headers.get('vary')).toContain('Accept');
  const { body } = await api.send('GET', '/sights?vehicle=man12', { normalized: true });
  expect(body.result).toEqual(plain.body.data.map(({ id }: Body) => id));
  expect(body.entities.sights[body.result[0]]).toMatchObject({ vehicle: 'man12', vehicleType: 'hgv' });
});

test('it needs a token', async () => {
  const answer = await clientOf(inject('serviceUrl'), null).get('/sights');
  expect(answer.status).toBe(401);
});
