import { randomUUID } from 'node:crypto';
import { type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { describe, expect, test } from 'vitest';

const listed = async (api: Client, filter: string) => {
  const { status, body } = await api.get(`/inspections?ownership_filter=${filter}&limit=500`);
  expect(status).toBe(200);
  return body.data.map((inspection: { id: string }) => inspection.id);
};

test('each list shows what the caller may see and nothing else', async () => {
  const [organization, elsewhere] = [randomUUID(), randomUUID()];
  const anna = await client({ organization });
  const ben = await client({ organization, permissions: ['inspections:read_organization'] });
  const carl = await client({ organization: elsewhere, permissions: ['inspections:read_organization'] });
  const dora = await client({ permissions: ['inspections:read_all'] });
  const annas = await newInspection(anna);
  const bens = await newInspection(ben);
  const carls = await newInspection(carl);

  expect(await listed(anna, 'own_resources')).toEqual([annas]);
  expect(await listed(ben, 'organization_resources')).toEqual([bens, annas]);
  expect(await listed(carl, 'organization_resources')).toEqual([carls]);
  expect(await listed(dora, 'own_resources')).toEqual([]);
  expect(await listed(dora, 'all_resources')).toEqual(expect.arrayContaining([carls, bens, annas]));
});

test.each([
  ['organization_resources', ['inspections:read'], 'inspections:read_organization'],
  ['all_resources', ['inspections:read_organization', 'inspections:update_all'], 'inspections:read_all'],
])('the list of %s needs its permission, and the refusal names it', async (filter, permissions, needed) => {
  const api = await client({ organization: 'somewhere', permissions });
  const refused = await api.get(`/inspections?ownership_filter=${filter}`);
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({ code: 'forbidden', message: expect.stringContaining(needed) });
});

test('somebody without an organization has no list of one', async () => {
  const api = await client({ permissions: ['inspections:read_organization'] });
  const refused = await api.get('/inspections?ownership_filter=organization_resources');
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
});

test('two people without an organization do not see each other', async () => {
  const permissions = ['inspections:read_organization', 'inspections:write_organization'];
  const [anna, ben] = [await client({ permissions }), await client({ permissions })];
  const id = await newInspection(anna);
  expect((await ben.get(`/inspections/${id}`)).status).toBe(404);
  expect((await ben.delete(`/inspections/${id}`)).status).toBe(404);
});

describe('a permission counts', () => {
  const name = 'inspections:read_organization';
  test.each<[string, Record<string, unknown>, number]>([
    ['in permissions', { permissions: [name] }, 200],
    ['with the prefix that client libraries use', { permissions: [`monk_core_api:${name}`] }, 200],
    ['with our own prefix', { permissions: [`walkaround:${name}`] }, 200],
    ['in scope', { permissions: undefined, scope: `openid ${name} email` }, 200],
    ['in scope with the prefix', { permissions: undefined, scope: `monk_core_api:${name}` }, 200],
    ['not with another prefix', { permissions: [`other_api:${name}`] }, 404],
    ['not as a part of another word', { permissions: [`${name}s`, 'read_organization'] }, 404],
    ['not in the wrong form', { permissions: { [name]: true }, scope: [name] }, 404],
  ])('%s', async (_where, claims, status) => {
    const organization = randomUUID();
    const id = await newInspection(await client({ organization }));
    const colleague = await client({ organization, claims });
    expect((await colleague.get(`/inspections/${id}`)).status).toBe(status);
  });
});

test('what a request refers to in its body must be of the inspection too', async () => {
  const organization = randomUUID();
  const anna = await client({ organization });
  const stranger = await client({ organization: randomUUID() });
  const things = async (owner: Client) => {
    const id = await newInspection(
      owner,
      { images_ocr: {} },
      { damage_areas: [{ id: randomUUID(), relevant_elements: ['hood'] }] },
    );
    const image = await owner.upload(
      `/inspections/${id}/images`,
      { tasks: ['images_ocr'] },
      await photo(120, 90),
    );
    const damage = await owner.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });
    const { body } = await owner.get(`/inspections/${id}`);
    return { id, image: image.body.id, damage: damage.body.id, area: body.damage_areas[0].id };
  };
  const [mine, other, theirs] = [await things(anna), await things(anna), await things(stranger)];
  for (const foreign of [other, theirs]) {
    const onImage = await anna.post(`/inspections/${mine.id}/views`, { image_id: foreign.image });
    expect([onImage.status, onImage.body.errors[0].path]).toEqual([422, 'image_id']);
    const ofDamage = await anna.post(`/inspections/${mine.id}/views`, {
      image_id: mine.image,
      damage_id: foreign.damage,
    });
    expect([ofDamage.status, ofDamage.body.errors[0].path]).toEqual([422, 'damage_id']);
    const inArea = await anna.upload(
      `/inspections/${mine.id}/images`,
      { tasks: ['images_ocr'], damage_area: foreign.area },
      await photo(120, 90),
    );
    expect([inArea.status, inArea.body.errors[0].path]).toEqual([422, 'damage_area']);
  }
  expect((await anna.get(`/inspections/${mine.id}`)).body.images).toHaveLength(1);

  const related = await anna.post('/inspections', {
    tasks: { images_ocr: {} },
    related_inspection_id: theirs.id,
  });
  expect([related.status, related.body.errors[0].path]).toEqual([422, 'related_inspection_id']);
  const fine = await anna.post('/inspections', { tasks: { images_ocr: {} }, related_inspection_id: mine.id });
  expect(fine.status).toBe(201);
});

test('a cursor of somebody else leads nowhere', async () => {
  const organization = randomUUID();
  const [anna, ben] = [await client({ organization }), await client({ organization })];
  for (let i = 0; i < 2; i++) await newInspection(anna);
  const cursor = (await anna.get('/inspections?limit=1')).body.paging.cursors.after;
  expect((await anna.get(`/inspections?limit=1&after=${cursor}`)).body.data).toHaveLength(1);
  const refused = await ben.get(`/inspections?limit=1&after=${cursor}`);
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'after']);
});
