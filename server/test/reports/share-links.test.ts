import { randomUUID } from 'node:crypto';
import { type Body, type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { anyone, secretIn } from '@walkaround/harness/clients/contests.ts';
import { eventTypesUntilDeleted, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { addDamage, estimated } from '@walkaround/harness/pictures/damages.ts';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import { expect, test } from 'vitest';

const opened = (secret: string) => anyone().get(`/shared_inspections/${secret}`);

const share = async (api: Client, id: string, wish: object = {}): Promise<Body> => {
  const made = await api.post(`/inspections/${id}/share_links`, wish);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
};

/** What the link shows once its report is there. */
const withReport = async (secret: string): Promise<Body> =>
  (
    await until(
      () => opened(secret),
      ({ body }) => body.report.status === 'ready' && !body.report.stale,
      60_000,
    )
  ).body;

const fileOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

/** With everything that nobody but its people should know. */
const SECRETS = [
  'owner-secret',
  'note-secret',
  'agent-secret',
  'comment-secret',
  'callback-secret',
  'file-secret',
];
const told = async () => {
  const user = `ada-${randomUUID()}`;
  const api = await client({ user, organization: `org-${randomUUID()}` });
  const callbacks = [{ url: 'https://callback-secret.example.com/', event: 'STATUS_SET_TO_DONE' }];
  const id = await estimated(
    api,
    [
      ['dent', 'hood'],
      ['scratch', 'door_front_left'],
    ],
    {
      options: { callbacks },
      rest: {
        vehicle: {
          brand: 'Škoda',
          model: 'Octavia',
          plate: 'AB-123-CD',
          market_value: { value: 18_500, unit: 'EUR' },
          owner_info: { name: 'owner-secret' },
        },
        additional_data: { note: 'note-secret' },
      },
    },
  );
  await api.patch(`/inspections/${id}/pdf_data`, {
    agent_last_name: 'agent-secret',
    comment: 'comment-secret',
  });
  const photo = { tasks: [], additional_data: { from: 'file-secret' } };
  await api.upload(`/inspections/${id}/images`, photo, await carDrawing(), { name: 'file-secret.jpeg' });
  const severity = { label: 'hood', level: 3, comment: 'comment-secret' };
  expect((await api.post(`/inspections/${id}/severity_pricing`, severity)).status).toBe(201);
  return { api, id, user };
};

test('a link shows the vehicle, its photos and its damages to somebody without a token, and nothing of the people', async () => {
  const { api, id, user } = await told();
  const link = await share(api, id);
  expect(link).toMatchObject({ inspection_id: id, costs: false, language: 'en', created_by: user });
  expect(new URL(link.url).pathname).toMatch(/^\/shared\/[\w-]{43}$/);
  const shown = await withReport(secretIn(link));
  expect(shown).toMatchObject({
    id: link.id,
    vehicle: { brand: 'Škoda', model: 'Octavia', plate: 'AB-123-CD' },
    images: [{ path: expect.stringContaining(`share=${link.id}`) }],
    costs: null,
    logo_url: null,
  });
  const levels = shown.damages.map(({ part_type, level }: Body) => [part_type, level > 0]);
  expect(levels).toEqual([
    ['hood', true],
    ['door_front_left', true],
  ]);
  expect((await fetch(shown.images[0].path)).headers.get('content-type')).toBe('image/jpeg');

  const { text, links, pictures } = await readPdf(await fileOf(shown.report.pdf_url));
  expect(text).toContain('AB-123-CD');
  expect(text).toContain('Hood – dent');
  expect(pictures).toBeGreaterThan(0);
  expect(links).toEqual([]);
  for (const secret of [...SECRETS, user, '18,500', '€', 'EUR']) {
    expect(text).not.toContain(secret);
    expect(JSON.stringify(shown)).not.toContain(secret);
  }
});

test('with costs it tells what the repairs cost, on the page and in the report', async () => {
  const { api, id, user } = await told();
  const whole = (await api.get(`/inspections/${id}`)).body.pricing.labor_cost;
  const shown = await withReport(secretIn(await share(api, id, { costs: true, language: 'fr' })));
  expect(shown.costs).toMatchObject({
    currency: 'EUR',
    total: whole.total_price,
    total_with_tax: whole.total_price_with_tax,
    range: whole.range,
  });
  expect(shown.costs.parts.map(({ part_type }: Body) => part_type).sort()).toEqual([
    'door_front_left',
    'hood',
  ]);
  const { text, language } = await readPdf(await fileOf(shown.report.pdf_url));
  expect(language).toBe('fr');
  expect(text).toContain('€');
  for (const secret of [...SECRETS, user]) expect(text).not.toContain(secret);
});

test('photos of identity and registration papers are not shared', async () => {
  const api = await client();
  const id = await newInspection(api, { images_ocr: {} });
  const car = await api.upload(`/inspections/${id}/images`, { tasks: [] }, await carDrawing());
  const details = { name: 'images_ocr', image_details: { image_type: 'VEHICLE_REGISTRATION_PAPERS_FR' } };
  const papers = await api.upload(`/inspections/${id}/images`, { tasks: [details] }, await carDrawing());
  expect([car.status, papers.status]).toEqual([201, 201]);
  const shown = (await opened(secretIn(await share(api, id)))).body;
  expect(shown.images.map((image: Body) => image.id)).toEqual([car.body.id]);
});

test('its address is told once: neither the list nor the same request sent again has it', async () => {
  const api = await client();
  const id = await newInspection(api);
  const headers = { 'idempotency-key': randomUUID() };
  const path = `/inspections/${id}/share_links`;
  const first = await api.post(path, { costs: true }, { headers });
  expect(first.body.url).toContain('/shared/');
  const again = await api.post(path, { costs: true }, { headers });
  expect(again.body).toEqual({ ...first.body, url: null });
  expect((await api.get(path)).body.data).toEqual([{ ...first.body, url: null }]);
});

test('a link that was taken back stops at once, with the pictures and the report that were opened by it', async () => {
  const { api, id } = await told();
  const link = await share(api, id);
  const other = await share(api, id);
  const shown = await withReport(secretIn(link));
  const files = [shown.images[0].path, `${shown.images[0].path}&width=320`, shown.report.pdf_url];
  for (const file of files) expect((await fetch(file)).status).toBe(200);
  expect((await api.delete(`/inspections/${id}/share_links/${link.id}`)).body).toEqual({
    id: link.id,
    deleted: true,
  });
  expectProblem(await opened(secretIn(link)), 404, 'not_found');
  for (const file of files) expectProblem(await anyone().get(file), 404, 'not_found');
  expectProblem(await api.delete(`/inspections/${id}/share_links/${link.id}`), 404, 'not_found');
  expect((await opened(secretIn(other))).status).toBe(200);
  const [newest, taken] = (await api.get(`/inspections/${id}/share_links`)).body.data;
  expect([newest.revoked_at, newest.last_opened_at]).toEqual([null, expect.any(String)]);
  expect(taken.revoked_at).toEqual(expect.any(String));
});

test('a link ends when its time is over, and so do the links to its photos', async () => {
  const api = await client();
  const id = await newInspection(api);
  await api.upload(`/inspections/${id}/images`, { tasks: [] }, await carDrawing());
  const link = await share(api, id, { expires_in_hours: 3 / 3600 });
  const shown = (await opened(secretIn(link))).body;
  const path = new URL(shown.images[0].path);
  expect(Number(path.searchParams.get('expires')) * 1000).toBeLessThanOrEqual(Date.parse(link.expires_at));
  const over = await until(
    () => opened(secretIn(link)),
    ({ status }) => status !== 200,
  );
  expectProblem(over, 404, 'not_found');
  expect(over.body.message).toContain('Ask the sender for a new one');
  expect([403, 404]).toContain((await fetch(path)).status);
  path.searchParams.delete('share');
  expect((await fetch(path)).status).toBe(403);
});

test('deleting the inspection ends its links; events tell who shared it and who took it back', async () => {
  const api = await client();
  const id = await newInspection(api);
  const link = await share(api, id);
  await api.delete(`/inspections/${id}/share_links/${(await share(api, id)).id}`);
  const types = await eventTypesUntilDeleted(api, id);
  expect(types.filter((type) => type.startsWith('share_link'))).toEqual([
    'share_link.created',
    'share_link.created',
    'share_link.revoked',
  ]);
  expectProblem(await opened(secretIn(link)), 404, 'not_found');
});

test('a change of the inspection makes another report by itself, once somebody looks', async () => {
  const { api, id } = await told();
  const secret = secretIn(await share(api, id));
  const before = await withReport(secret);
  await addDamage(api, id, ['dent', 'trunk']);
  const changed = (await opened(secret)).body;
  expect(changed.report).toMatchObject({ status: 'requested', stale: true, made_at: before.report.made_at });
  expect(changed.damages).toHaveLength(3);
  const after = await withReport(secret);
  expect(after.report.made_at).not.toBe(before.report.made_at);
  expect((await readPdf(await fileOf(after.report.pdf_url))).text).toContain('Trunk – ');
});

test('what is not a link is answered like one that has ended, and nothing of it is kept by anybody', async () => {
  for (const wrong of ['x', randomUUID(), 'A'.repeat(43), "1' or '1'='1", '%00', 'ü'.repeat(200)]) {
    const refused = await opened(encodeURIComponent(wrong));
    expectProblem(refused, 404, 'not_found');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(refused.headers.get('referrer-policy')).toBe('no-referrer');
    expect(refused.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  }
});

test.each([
  [{ expires_in_hours: 0 }, 'expires_in_hours'],
  [{ expires_in_hours: -5 }, 'expires_in_hours'],
  [{ expires_in_hours: 9000 }, 'expires_in_hours'],
  [{ expires_in_hours: '3' }, 'expires_in_hours'],
  [{ expires_at: 'tomorrow' }, 'expires_at'],
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  [{ expires_at: '2999-01-01T00:00:00Z' }, 'expires_at'],
  [{ expires_at: '2999-01-01T00:00:00Z', expires_in_hours: 3 }, 'expires_at'],
  [{ costs: 'yes' }, 'costs'],
  [{ language: 'xx' }, 'language'],
])('%j is refused', async (wish, path) => {
  const api = await client();
  const id = await newInspection(api);
  expectProblem(await api.post(`/inspections/${id}/share_links`, wish), 422, 'invalid_input', [path]);
  expect((await api.get(`/inspections/${id}/share_links`)).body.data).toEqual([]);
});
