import { randomUUID } from 'node:crypto';
import { type Body, type Client, client, clientOf, until } from '@walkaround/harness/clients/client.ts';
import { setStatus } from '@walkaround/harness/clients/tasks.ts';
import { estimated, inspectionOf } from '@walkaround/harness/pictures/damages.ts';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import { expect, inject, test } from 'vitest';

const MARK = 'DRAFT, NOT REVIEWED';
const OPEN = { required: true, approved: false };
const APPROVED = { required: true, approved: true };

/** Of an organization that wants a person to approve. */
const strict = async () => {
  const organization = `org-${randomUUID()}`;
  const user = `ada-${randomUUID()}`;
  const admin = await client({ organization, permissions: ['organization:manage'] });
  const set = (require_approval: boolean) => admin.patch('/organization/settings', { require_approval });
  expect((await set(true)).body).toMatchObject({ require_approval: true });
  return { api: await client({ organization, user, claims: { name: 'Ada Handler' } }), user, set };
};

const approve = async (api: Client, id: string) => {
  for (const name of ['damage_detection', 'repair_estimate']) {
    await setStatus(api, id, name, 'DONE');
    expect((await setStatus(api, id, name, 'VALIDATED')).status).toBe(200);
  }
};

const pagesOf = async (api: Client, id: string, wish: object = {}) => {
  expect((await api.post(`/inspections/${id}/pdf`, wish)).status).toBe(202);
  const headers = { accept: 'application/pdf' };
  const made = await until(
    () => api.get(`/inspections/${id}/pdf`, { headers }),
    ({ status }) => status === 200,
    60_000,
  );
  return (await readPdf(made.body)).pages;
};

const pdfOf = async (api: Client, id: string): Promise<Body> =>
  (await api.get(`/inspections/${id}/pdf`)).body;

const summaryOf = async (api: Client, id: string): Promise<Body> =>
  (await api.get('/inspections/summaries')).body.data.find((one: Body) => one.id === id);

const correctionsOf = async (api: Client, id: string): Promise<Body[]> =>
  (await api.get(`/inspections/${id}/corrections`)).body.data;

test('without the setting costs are final at once, and answers say so', async () => {
  const api = await client({ organization: `org-${randomUUID()}` });
  const id = await estimated(api, [['dent', 'hood']]);
  const inspection = await inspectionOf(api, id);
  expect(inspection.review).toEqual({ required: false, approved: false });
  expect((await pagesOf(api, id, { pricing: true })).join()).not.toContain(MARK);
});

test('until a person approves, answers, the list and every page of the report say that costs are a draft; nothing is hidden', async () => {
  const { api, set } = await strict();
  const id = await estimated(api, [['dent', 'hood']]);
  const before = await inspectionOf(api, id);
  expect(before).toMatchObject({ review: OPEN });
  expect(before.pricing.labor_cost.total_price).toBeGreaterThan(0);
  expect(await summaryOf(api, id)).toMatchObject({ review: OPEN });
  const draft = await pagesOf(api, id, { pricing: true });
  for (const page of draft) expect(page).toContain(MARK);
  expect(draft[0]).toContain('Its costs are not final.');
  expect(await pdfOf(api, id)).toMatchObject({ review: OPEN, stale: false });

  await approve(api, id);
  expect(await inspectionOf(api, id)).toMatchObject({ review: APPROVED });
  expect(await summaryOf(api, id)).toMatchObject({ review: APPROVED });
  expect(await pdfOf(api, id)).toMatchObject({ review: APPROVED, stale: true });
  expect((await pagesOf(api, id, { pricing: true })).join()).not.toContain(MARK);

  await api.post(`/inspections/${id}/damages`, { damage_type: 'scratch', part_type: 'roof' });
  expect(await inspectionOf(api, id)).toMatchObject({ review: OPEN });
  await set(false);
  expect(await inspectionOf(api, id)).toMatchObject({ review: { required: false } });
});

test('one task that nobody approved keeps the costs a draft, and so does an open review by a person', async () => {
  const { api } = await strict();
  const id = await estimated(api, [['dent', 'hood']]);
  await setStatus(api, id, 'repair_estimate', 'VALIDATED');
  expect(await inspectionOf(api, id)).toMatchObject({ review: APPROVED });
  await setStatus(api, id, 'damage_detection', 'DONE');
  expect(await inspectionOf(api, id)).toMatchObject({ review: OPEN });
});

test('a shared page and its report say it too, with and without costs', async () => {
  const { api } = await strict();
  const id = await estimated(api, [['dent', 'hood']]);
  const made = await api.post(`/inspections/${id}/share_links`, { costs: true });
  const secret = new URL(made.body.url).pathname.split('/').at(-1)!;
  const anyone = clientOf(`${inject('serviceUrl')}/v1`, null);
  const opened = (): Promise<Body> =>
    until(
      async () => (await anyone.get(`/shared_inspections/${secret}`)).body,
      ({ report }) => report.status === 'ready' && !report.stale,
      60_000,
    );
  const pages = async ({ report }: Body) =>
    (await readPdf(Buffer.from(await (await fetch(report.pdf_url)).arrayBuffer()))).pages;
  const draft = await opened();
  expect(draft).toMatchObject({ review: OPEN, costs: { total: expect.any(Number) } });
  for (const page of await pages(draft)) expect(page).toContain(MARK);
  await approve(api, id);
  const approved = await opened();
  expect(approved).toMatchObject({ review: APPROVED });
  expect((await pages(approved)).join()).not.toContain(MARK);
});

test('the history tells who approved what, when, and with which versions of the models', async () => {
  const { api, user } = await strict();
  const id = await estimated(api, [['dent', 'hood']]);
  await approve(api, id);
  const given = (await correctionsOf(api, id)).filter(({ action }) => action === 'validated');
  expect(given.map(({ after }) => after.task)).toEqual(['damage_detection', 'repair_estimate']);
  expect(given[0]).toMatchObject({
    made_by: user,
    made_by_name: 'Ada Handler',
    made_at: expect.any(String),
    before: { task: 'damage_detection', status: 'DONE' },
    after: { task: 'damage_detection', status: 'VALIDATED', models: [] },
  });
  expect((await pagesOf(api, id)).join(' ')).toMatch(/Ada Handler\s+Validated: damage detection/);
});
