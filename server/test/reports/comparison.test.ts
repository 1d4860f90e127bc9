import { randomUUID } from 'node:crypto';
import { type Body, type Client, client, clientWithModels } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { hasSharedPictures, sharedPicture } from '@walkaround/harness/pictures/shared-pictures.ts';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 180_000 });

const DOOR = 'door_front_left';
type Damage = [damage_type: string, part_type: string];

/** An inspection by a person: photos of these parts, these damages, and the word that this is all. */
const inspected = async (
  api: Client,
  {
    parts = [] as string[],
    damages = [] as Damage[],
    related = undefined as string | undefined,
    done = true,
  },
) => {
  const rest = related === undefined ? {} : { related_inspection_id: related };
  const id = await newInspection(api, { damage_detection: {} }, rest);
  for (const part of parts) {
    const said = { detailed_viewpoint: { centers_on: [part] } };
    const added = await api.upload(`/inspections/${id}/images`, said, await photo(1000, 800));
    for (const [damage_type, part_type] of damages.filter((damage) => damage[1] === part)) {
      const made = await api.post(`/inspections/${id}/damages`, { damage_type, part_type });
      const box = { xmin: 100, ymin: 100, width: 50, height: 40 };
      await api.post(`/inspections/${id}/views`, {
        image_id: added.body.id,
        damage_id: made.body.id,
        bounding_box: box,
      });
    }
  }
  for (const [damage_type, part_type] of damages.filter((damage) => !parts.includes(damage[1])))
    await api.post(`/inspections/${id}/damages`, { damage_type, part_type });
  if (done) await setStatus(api, id, 'damage_detection', 'DONE');
  return id;
};

const comparison = async (api: Client, id: string): Promise<Body> => {
  const { status, body } = await api.get(`/inspections/${id}/comparison`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

const verdicts = ({ damages }: Body) =>
  damages.map(
    ({ status, reason, damage_type, part_type }: Body) =>
      `${status}${reason ? ` (${reason.code})` : ''} ${damage_type} ${part_type}`,
  );

test('damages entered by people at check-out and check-in: the dent is new, the scratch exists, the cracked light is gone', async () => {
  const api = await client();
  const parts = ['hood', DOOR, 'head_light_left'];
  const before = await inspected(api, {
    parts,
    damages: [
      ['scratch', DOOR],
      ['broken_light', 'head_light_left'],
    ],
  });
  const after = await inspected(api, {
    parts,
    damages: [
      ['scratch', DOOR],
      ['dent', 'hood'],
    ],
    related: before,
  });
  const body = await comparison(api, after);
  expect(verdicts(body)).toEqual([
    'new dent hood',
    `existing scratch ${DOOR}`,
    'gone broken_light head_light_left',
  ]);
  expect(body).toMatchObject({
    id: after,
    object_type: 'COMPARISON',
    before: { inspection_id: before },
    after: { inspection_id: after },
    counts: { new: 1, existing: 1, gone: 1, unknown: 0 },
  });
  const [dent, scratch, light] = body.damages;
  const box = { xmin: 100, ymin: 100, width: 50, height: 40 };
  for (const side of [scratch.before, scratch.after, dent.after, light.before])
    expect(side).toMatchObject({ damage_id: expect.any(String), views: [{ bounding_box: box }] });
  // The other side shows the part, without the damage.
  for (const side of [dent.before, light.after])
    expect(side).toMatchObject({ damage_id: null, views: [{ view_id: null, image_width: 1000 }] });
  for (const damage of body.damages)
    for (const view of [...damage.before.views, ...damage.after.views])
      expect((await api.get(view.path)).status).toBe(200);
});

test('which was earlier is told by when they were created, whichever names the other', async () => {
  const api = await client();
  const first = await inspected(api, { parts: ['hood'], damages: [['dent', 'hood']] });
  const second = await inspected(api, { parts: ['hood'], related: first });
  const { before, damages } = await comparison(api, second);
  expect([before.inspection_id, damages[0].status]).toEqual([first, 'gone']);
});

test('it says why it cannot tell', async () => {
  const api = await client();
  const before = await inspected(api, { parts: ['hood'], damages: [['rustiness', 'roof']] });
  const related = before;
  const damages: Damage[] = [
    ['scratch', DOOR],
    ['dent', 'ignore'],
    ['dent', 'hood'],
  ];
  const after = await inspected(api, { parts: [DOOR, 'hood'], damages, related });
  const body = await comparison(api, after);
  expect(verdicts(body)).toEqual([
    'new dent hood',
    `unknown (part_not_photographed) scratch ${DOOR}`,
    'unknown (part_unknown) dent ignore',
    'unknown (part_not_photographed) rustiness roof',
  ]);
  const [, scratch, , rust] = body.damages;
  expect(scratch.reason.message).toBe('The earlier inspection has no photo that shows the front left door.');
  expect(rust.reason.message).toBe('The later inspection has no photo that shows the roof.');

  const open = await inspected(api, { parts: ['hood'], related: after, done: false });
  expect(
    new Set(verdicts(await comparison(api, open)).map((verdict: string) => verdict.split(' ')[1])),
  ).toEqual(new Set(['(not_analysed)']));
});

test('corrections count at once: a damage that was deleted is not compared', async () => {
  const api = await client();
  const before = await inspected(api, { parts: ['hood'], damages: [['dent', 'hood']] });
  const after = await inspected(api, { parts: ['hood'], damages: [['dent', 'hood']], related: before });
  const [{ before: old }] = (await comparison(api, after)).damages;
  await api.delete(`/inspections/${before}/damages/${old.damage_id}`);
  expect(verdicts(await comparison(api, after))).toEqual(['new dent hood']);
});

test('the normalized form holds the same under its id, and the root path answers as /v1 does', async () => {
  const api = await client();
  const before = await inspected(api, { parts: ['hood'], damages: [['dent', 'hood']] });
  const after = await inspected(api, { parts: ['hood'], damages: [['dent', 'hood']], related: before });
  const raw = await comparison(api, after);
  const root = `${new URL(api.baseUrl).origin}/inspections/${after}/comparison`;
  expect((await api.get(root)).body).toEqual(raw);
  const { body } = await api.get(`/inspections/${after}/comparison`, { normalized: true });
  expect(body.result).toBe(after);
  const [damage] = raw.damages;
  expect(body.entities.comparisons[after]).toMatchObject({
    counts: raw.counts,
    damages: [{ status: 'existing', damageType: 'dent', after: { damageId: damage.after.damage_id } }],
  });
});

test('there is nothing to compare without a related inspection, or after it was deleted', async () => {
  const api = await client();
  const alone = await inspected(api, {});
  expectProblem(await api.get(`/inspections/${alone}/comparison`), 409, 'nothing_to_compare');
  const later = await inspected(api, { related: alone });
  await api.delete(`/inspections/${alone}`);
  const refused = await api.get(`/inspections/${later}/comparison`);
  expectProblem(refused, 409, 'nothing_to_compare');
  expect(refused.body.message).toContain(alone);
  await api.delete(`/inspections/${later}`);
  expectProblem(await api.get(`/inspections/${later}/comparison`), 404, 'not_found');
  expectProblem(await api.get(`/inspections/${randomUUID()}/comparison`), 404, 'not_found');
});

test('nobody sees through a comparison what they may not read: neither side', async () => {
  const organization = `org-${randomUUID()}`;
  const owner = await client({ organization });
  const colleague = await client({ organization, permissions: ['inspections:read_organization'] });
  const before = await inspected(colleague, { parts: ['hood'], damages: [['dent', 'hood']] });
  const linking = await client({
    user: 'linker',
    organization,
    permissions: ['inspections:read_organization'],
  });
  const after = await inspected(linking, { parts: ['hood'], related: before });
  expect(verdicts(await comparison(linking, after))).toEqual(['gone dent hood']);
  const withoutPermission = await client({ user: 'linker', organization });
  expectProblem(await withoutPermission.get(`/inspections/${after}/comparison`), 409, 'nothing_to_compare');
  expectProblem(await owner.get(`/inspections/${after}/comparison`), 404, 'not_found');
});

const analysed = async (api: Client, photos: Buffer[], related?: string) => {
  const rest = related === undefined ? {} : { related_inspection_id: related };
  const id = await newInspection(api, { damage_detection: {} }, rest);
  for (const one of photos)
    await api.upload(`/inspections/${id}/images`, { tasks: ['damage_detection'] }, one);
  await setStatus(api, id, 'damage_detection', 'TODO');
  expect((await ended(api, id, 'damage_detection', 150_000)).status).toBe('DONE');
  return id;
};

const again = (picture: Buffer) => sharp(picture).modulate({ brightness: 0.93 }).jpeg().toBuffer();

describe('with the models, on a drawn car', () => {
  test('a scratch that only the later photo shows is new, and one that both show is existing', async () => {
    const api = await clientWithModels();
    const [clean, scratched] = [await carDrawing(), await carDrawing({ scratched: true })];
    const before = await analysed(api, [clean]);
    const after = await analysed(api, [scratched], before);
    const body = await comparison(api, after);
    expect(verdicts(body)).toEqual([`new scratch ${DOOR}`]);
    const [{ before: was, after: is }] = body.damages;
    const [expected, found] = [was.views[0].expected_at, is.views[0].bounding_box];
    const middle = ({ xmin, width }: Body) => xmin + width / 2;
    expect(Math.abs(middle(expected) - middle(found))).toBeLessThan(40);

    const later = await analysed(api, [await again(scratched)], after);
    expect(verdicts(await comparison(api, later))).toEqual([`existing scratch ${DOOR}`]);
    const repaired = await analysed(api, [clean], after);
    expect(verdicts(await comparison(api, repaired))).toEqual([`gone scratch ${DOOR}`]);
  });
});

describe.skipIf(!hasSharedPictures)(
  'with the models, on real photos (skipped where ../shared/data is not)',
  () => {
    test('the dent that was there is existing; that of a door nobody photographed before cannot be told', async () => {
      const api = await clientWithModels();
      const dent = await sharedPicture('cardd_02439.webp');
      const before = await analysed(api, [dent]);
      const after = await analysed(api, [await again(dent), await sharedPicture('cardd_01083.webp')], before);
      const { damages } = await comparison(api, after);
      const of = (part: string) =>
        damages.filter((one: Body) => one.damage_type === 'dent' && one.part_type === part);
      expect(of(DOOR)).toContainEqual(expect.objectContaining({ status: 'existing' }));
      expect(of('door_front_right').length).toBeGreaterThan(0);
      for (const { status, reason } of of('door_front_right'))
        expect([status, reason.code]).toEqual(['unknown', 'part_not_photographed']);
    });
  },
);
