import { randomUUID } from 'node:crypto';
import { type Body, type Client, clientWithModels, until } from '@walkaround/harness/clients/client.ts';
import { foundDamages } from '@walkaround/harness/clients/found-damages.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { newSuspicion } from '@walkaround/harness/clients/suspicion.ts';
import { setStatus } from '@walkaround/harness/clients/tasks.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { beforeAll, expect, inject, test } from 'vitest';

const organization = randomUUID();
const BOX = { xmin: 10, ymin: 10, width: 20, height: 20 };
let api: Client;

beforeAll(async () => {
  // The thresholds are those of the model that judges.
  api = await clientWithModels({ organization });
});

const run = async (text: string, values: unknown[] = []): Promise<Body[]> => {
  const database = await databaseOf({ dataDir: inject('serviceWithModelsDataDir') });
  try {
    return (await database.query(text, values)).rows;
  } finally {
    await database.end();
  }
};

/** Of a photo that no task looks at, so that nothing but the test says what is on it. */
const inspection = async (...suspicions: [type: string, score: number][]) => {
  const id = await newInspection(api);
  const added = await api.upload(`/inspections/${id}/images`, {}, await photo(80, 60));
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const image = added.body.id;
  for (const [damage_type, score] of suspicions)
    await newSuspicion(id, image, { damage_type, score }, inject('serviceWithModelsDataDir'));
  return { id, image };
};
const found = ({ id, image }: { id: string; image: string }, damage_type: string) =>
  foundDamages(id, [{ image, damage_type, box: BOX }], inject('serviceWithModelsDataDir'));
const done = (id: string) => setStatus(api, id, 'damage_detection', 'DONE');

const summaries = async (query = ''): Promise<Body[]> =>
  (await api.get(`/inspections/summaries?order_by=learning_value&pagination_order=desc${query}`)).body.data;
const lessonOf = async (id: string) => (await summaries()).find((row) => row.id === id)!;
const reasonsOf = async (id: string) =>
  (await lessonOf(id)).learning_reasons.map(({ message }: Body) => message);
const reasonsBecome = (id: string, expected: string[]) =>
  until(
    () => reasonsOf(id),
    (reasons) => JSON.stringify(reasons) === JSON.stringify(expected),
    30_000,
  ).catch(async () => expect(await reasonsOf(id)).toEqual(expected));

test('a list sorted by what a review teaches tells the reasons, follows what people do, and how long it takes', async () => {
  const dull = await inspection();
  const unsure = await inspection(['scratch', 0.7], ['rustiness', 0.62], ['dent', 0.4]);
  const rare = await inspection();
  const [dent] = await found(rare, 'dent');
  expect(await lessonOf(unsure.id)).toMatchObject({ learning_value: 0, learning_reasons: [] });
  for (const { id } of [dull, unsure, rare]) await done(id);

  await reasonsBecome(unsure.id, [
    'scratch: 0 labels so far',
    'dent: 0 labels so far',
    'rustiness: 0 labels so far',
    '1 suspicion near the threshold',
  ]);
  await reasonsBecome(rare.id, ['dent: 0 labels so far']);
  expect(await lessonOf(unsure.id)).toMatchObject({
    learning_value: 96,
    learning_reasons: expect.arrayContaining([
      { code: 'suspicions_near_threshold', count: 1, damage_type: null, message: expect.any(String) },
    ]),
  });

  // Page by page, and none twice.
  const walked: string[] = [];
  for (let after = ''; ; ) {
    const { body } = await api.get(
      `/inspections/summaries?order_by=learning_value&pagination_order=desc&limit=1${after}`,
    );
    walked.push(...body.data.map(({ id }: Body) => id));
    if (!body.paging.cursors.next) break;
    after = `&after=${body.paging.cursors.next.after}`;
  }
  expect(walked).toEqual([unsure.id, rare.id, dull.id]);

  const WORTH = '/inspections/worth_reviewing?ownership_filter=organization_resources';
  const worth = async () => (await api.get('/inspections/worth_reviewing')).body;
  expect((await api.get(WORTH)).status, 'as with any list').toBe(403);
  const usual = { minutes: 6, minutes_per_inspection: 3, timed_reviews: null, is_at_least: false };
  expect(await worth()).toEqual({ inspections: 2, ...usual });
  const failed = await api.get('/inspections/worth_reviewing?inspection_status=ERROR');
  expect(failed.body.inspections, 'by the filters of the list').toBe(0);

  // What a person decided teaches nothing more.
  const [scratch] = await run(
    `select id from suspicions where inspection_id = $1 and damage_type = 'scratch'`,
    [unsure.id],
  );
  await api.post(`/inspections/${unsure.id}/suspicions/${scratch!.id}/dismiss`, {});
  await reasonsBecome(unsure.id, ['dent: 0 labels so far', 'rustiness: 0 labels so far']);
  await api.patch(`/inspections/${rare.id}/damages/${dent}`, { is_confirmed: true });
  await reasonsBecome(rare.id, []);
  expect((await setStatus(api, rare.id, 'damage_detection', 'VALIDATED')).status).toBe(200);

  // The labels are counted anew after an hour, and the notes that name them follow.
  await run(`update labels_so_far set counted_at = now() - interval '2 hours' where organization_id = $1`, [
    organization,
  ]);
  const later = await inspection(['dent', 0.4]);
  await done(later.id);
  await reasonsBecome(later.id, ['dent: 1 label so far']);
  expect(
    await run('select reviews_timed from labels_so_far where organization_id = $1', [organization]),
  ).toEqual([{ reviews_timed: 1 }]);
  await run(`insert into pgboss.job (name) values ('clean-up')`);
  await reasonsBecome(unsure.id, ['rustiness: 0 labels so far', 'dent: 1 label so far']);

  // Where enough reviews were timed, their time counts.
  await run('update labels_so_far set reviews_timed = 25, review_seconds = 90 where organization_id = $1', [
    organization,
  ]);
  expect(await worth()).toEqual({
    inspections: 2,
    minutes: 3,
    minutes_per_inspection: 1.5,
    timed_reviews: 25,
    is_at_least: false,
  });
});
