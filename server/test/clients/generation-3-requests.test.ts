/** What apps of generation 3 send and no other client does, and what they do with the answer. */
import { randomUUID } from 'node:crypto';
import { type Body, clientOf, until } from '@walkaround/harness/clients/client.ts';
import {
  type Generation3,
  generation3,
  Refused,
  refusal,
} from '@walkaround/harness/clients/generations/generation-3.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import { signToken } from '@walkaround/harness/services/issuer.ts';
import { beforeAll, expect, inject, test } from 'vitest';

const newToken = () => signToken(inject('issuerKey'), { user: `user-${randomUUID()}` });
const baseUrl = `${inject('serviceUrl')}/v1`;
const newClient = async () => generation3(baseUrl, await newToken());

let api: Generation3;
let token: string;
beforeAll(async () => {
  token = await newToken();
  api = generation3(baseUrl, token);
});

/** A list page that takes the id of its last row for the cursor of the next page, as the types say. */
const readById = async (page: (cursor: Body) => Promise<{ data: Body[] }>, limit: number) => {
  const pages: string[][] = [];
  for (let cursor: Body = {}; ; cursor = { after: pages.at(-1)!.at(-1) }) {
    const { data } = await page({ limit, ...cursor });
    if (data.length === 0) return pages;
    pages.push(data.map(({ id }) => id));
  }
};

test('a list of inspections is gone through by the ids of its rows, forwards and backwards', async () => {
  const own = await newClient();
  const made: string[] = [];
  for (let index = 0; index < 5; index++)
    made.unshift(await own.inspection.createOne({ tasks: { damageDetection: {} } }));
  expect(await readById((cursor) => own.inspection.getMany(cursor), 2)).toEqual([
    made.slice(0, 2),
    made.slice(2, 4),
    made.slice(4),
  ]);
  const sorted = (cursor: Body) => own.inspection.getMany({ orderBy: 'status', ...cursor });
  expect((await readById(sorted, 3)).flat()).toEqual(made);
  const { data, paging } = await own.inspection.getMany({ before: made[4], limit: 2 });
  expect(data.map(({ id }: Body) => id)).toEqual(made.slice(2, 4));
  expect(paging.cursors.next.after).toBeTypeOf('string');
});

test('the photos of an inspection are gone through by their ids, also past one that was deleted since', async () => {
  const id = await api.inspection.createOne({ tasks: { damageDetection: {} } });
  const made: string[] = [];
  for (let index = 0; index < 4; index++)
    made.unshift(await api.image.upload(id, { tasks: ['damage_detection'] }, await photo(64 + index, 48)));
  const page = (cursor: Body) => api.image.getMany(id, cursor);
  expect(await readById(page, 3)).toEqual([made.slice(0, 3), made.slice(3)]);
  const deleted = await clientOf(baseUrl, token).delete(`/inspections/${id}/images/${made[1]}`);
  expect(deleted.status).toBe(200);
  const { data } = await api.image.getMany(id, { after: made[1] });
  expect(data.map((image: Body) => image.id)).toEqual(made.slice(2));
  const other = await api.inspection.createOne({ tasks: { damageDetection: {} } });
  const refused = (await refusal(api.image.getMany(other, { after: made[0] }))).answer;
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringContaining('no row with that id'),
  ]);
});

test('a row that has left a filtered list since still leads to its next page', async () => {
  const own = await newClient();
  const made: string[] = [];
  for (let index = 0; index < 3; index++)
    made.unshift(await own.inspection.createOne({ tasks: { damageDetection: {} } }));
  const filter = { inspectionStatus: 'NOT_STARTED', limit: 1 };
  await own.task.updateOne(made[0]!, 'damage_detection', { status: 'DONE' });
  const { data } = await own.inspection.getMany({ ...filter, after: made[0] });
  expect(data.map(({ id }: Body) => id)).toEqual([made[1]]);
});

test('the id of somebody else’s inspection is no cursor, and does not tell whether it exists', async () => {
  const theirs = await (await newClient()).inspection.createOne({ tasks: { damageDetection: {} } });
  for (const after of [theirs, randomUUID()]) {
    const { answer } = await refusal(api.inspection.getMany({ after }));
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, 'after']);
    expect(answer.body.message).toContain('This list has no row with that id.');
  }
});

/** The page polls until there is an address; 422 is "not yet" to it. */
const reportOf = (id: string) =>
  until(
    () => api.inspection.getInspectionReportPdf(id).catch((error: Refused) => error),
    (outcome) => !(outcome instanceof Refused) || outcome.answer.status !== 422,
    100_000,
  );

test.each([
  ['fr', 'fr', false],
  ['fr-FR', 'fr', false],
  ['DE_at', 'de', false],
  ['it', 'en', true],
  ['zh-Hant', 'en', true],
])(
  'a report asked for in %s is made in %s, and the answer says so',
  async (asked, made, told) => {
    const id = await api.inspection.createOne({ tasks: { damageDetection: {} } });
    const wish = { pricing: true, customer: 'toyota', clientName: 'Bo', language: asked };
    const requested = await api.inspection.requestInspectionReportPdf(id, wish);
    expect(requested).toMatchObject({
      id,
      language: made,
      notice: told ? expect.stringContaining(`There is no report in the language ${asked}`) : null,
    });
    const { pdf_url, language } = await reportOf(id);
    expect(language).toBe(made);
    expect((await readPdf(Buffer.from(await (await fetch(pdf_url)).arrayBuffer()))).language).toBe(made);
  },
  120_000,
);

test('the task inspection_pdf takes the languages that the report takes', async () => {
  const id = await api.inspection.createOne({
    tasks: { inspectionPdf: { status: 'TODO', language: 'es-MX' } },
  });
  expect((await reportOf(id)).language).toBe('es');
}, 120_000);

test('fields that an app sends for a task, at creation and at start, are stored even if the service does not know them', async () => {
  const id = await api.inspection.createOne({
    tasks: { damageDetection: { status: 'NOT_STARTED', myBatch: { number: 7 } }, wheelAnalysis: {} },
  });
  expect((await api.task.getOne(id, 'damage_detection')).arguments).toMatchObject({ myBatch: { number: 7 } });
  const given = { useLongshots: false, workshop: 'Lyon', model: { name: 'new' } };
  await api.task.updateOne(id, 'wheel_analysis', { status: 'TODO', arguments: given });
  const started = await api.task.getOne(id, 'wheel_analysis');
  expect(started.status).not.toBe('NOT_STARTED');
  expect(started.arguments).toEqual(given);
});

test.each([
  ['hood', ['hood']],
  [{ centers_on: 'hood' }, ['hood']],
  [{ centersOn: ['hood', 'door_front_left'] }, ['hood', 'door_front_left']],
])('a photo about %j is read back as one about those parts', async (detailed_viewpoint, parts) => {
  const id = await api.inspection.createOne({ tasks: { damageDetection: {} } });
  const json = { tasks: ['damage_detection'], image_type: 'close_up', detailed_viewpoint };
  const image = await api.image.getOne(id, await api.image.upload(id, json, await photo(64, 48)));
  expect(image.detailed_viewpoint).toEqual({ centers_on: parts });
});

test('a viewpoint that is no part is refused with the words that there are', async () => {
  const id = await api.inspection.createOne({ tasks: { damageDetection: {} } });
  const { answer } = await refusal(
    api.image.upload(id, { detailed_viewpoint: 'bonnet' }, await photo(64, 48)),
  );
  expect([answer.status, answer.body.errors[0].path]).toEqual([422, 'detailed_viewpoint']);
  expect(answer.body.message).toContain('hood');
});
