import { randomUUID } from 'node:crypto';
import { type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { eventTypesUntilDeleted, imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { isJudged } from '@walkaround/harness/clients/judged.ts';
import { multipart } from '@walkaround/harness/clients/multipart.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import { expect, test } from 'vitest';

const WITHIN_MS = 60_000;

/** Waits for the report and tells what was said until it was there. */
const finished = async (api: Client, path: string) => {
  const said = new Set<string>();
  const ended = await until(
    () => api.get(path),
    ({ status, body }) => {
      if (status === 422) said.add(body.message);
      return status !== 422;
    },
    WITHIN_MS,
  );
  for (const message of said) expect(message).toMatch(/^PDF is being generated/);
  expect(ended.status, JSON.stringify(ended.body)).toBe(200);
  return ended.body;
};

const fileOf = async (api: Client, path: string) => {
  const answer = await api.get(path, { headers: { accept: 'application/pdf' } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  return answer;
};

const withReport = async (wish: object = {}, rest: Record<string, unknown> = {}) => {
  const api = await client();
  const id = await newInspection(api, { damage_detection: {} }, rest);
  const path = `/inspections/${id}/pdf`;
  expect((await api.post(path, wish)).status).toBe(202);
  return { api, id, path, report: await finished(api, path) };
};

test('a report that nobody asked for says so in the words that clients look for', async () => {
  const api = await client();
  const refused = await api.get(`/inspections/${await newInspection(api)}/pdf`);
  expectProblem(refused, 422, 'pdf_not_requested');
  expect(refused.body.message).toContain('PDF has not been required to be generated');
});

test('a report is asked for, waited for, and read by its link, by its path and in the inspection', async () => {
  const api = await client();
  const vehicle = { brand: 'Škoda', model: 'Octavia', plate: 'AB-123-CD' };
  const id = await newInspection(api, { damage_detection: {} }, { vehicle });
  const path = `/inspections/${id}/pdf`;
  await api.upload(`/inspections/${id}/images`, { tasks: [] }, await carDrawing());
  // The verdict on the photo is in the report; one that came later would make it stale.
  await until(
    () => imagesOf(api, id),
    ([image]) => isJudged(image),
    WITHIN_MS,
  );
  await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });

  const wish = { pricing: true, customer: 'toyota', client_name: 'Bo', language: 'fr', vin: 'VF1' };
  const asked = await api.post(path, wish);
  expect(asked.status).toBe(202);
  expect(asked.body).toMatchObject({
    inspection_id: id,
    status: 'requested',
    requested_at: expect.any(String),
  });

  const report = await finished(api, path);
  expect(report).toEqual({
    id,
    report_id: asked.body.report_id,
    language: 'fr',
    pdf_url: expect.stringContaining('/files/'),
    stale: false,
    made_at: expect.any(String),
    data_version: expect.stringMatching(/^[0-9a-f]{12}$/),
    source: 'service',
    review: { required: false, approved: false },
  });
  const linked = await fetch(report.pdf_url);
  expect(linked.headers.get('content-type')).toBe('application/pdf');
  const bytes = Buffer.from(await linked.arrayBuffer());
  const direct = await fileOf(api, path);
  expect(direct.body.equals(bytes)).toBe(true);
  expect(direct.headers.get('content-disposition')).toBe(`inline; filename="inspection-${id}.pdf"`);

  const { text, pictures, links, language } = await readPdf(bytes);
  for (const words of [
    'Škoda Octavia',
    'AB-123-CD',
    'Capot – enfoncement',
    'toyota',
    'VF1',
    report.data_version,
  ])
    expect(text).toContain(words);
  expect(pictures).toBe(1);
  expect(language).toBe('fr');
  expect(links).toEqual([`${api.baseUrl.replace(/\/v1$/, '')}/inspection/${id}`]);

  const whole = (await api.get(`/inspections/${id}`)).body;
  expect(whole).toMatchObject({ pdf_status: 'ready', pdf_generation_ready: true });
  expect(Buffer.from(await (await fetch(whole.pdf_url)).arrayBuffer()).equals(bytes)).toBe(true);
});

test('a change of the inspection makes the report stale; asking again makes a new one, and the old file is gone', async () => {
  const { api, id, path, report } = await withReport();
  await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });
  const stale = (await api.get(path)).body;
  expect(stale).toMatchObject({ ...report, stale: true, pdf_url: expect.any(String) });
  expect((await readPdf((await fileOf(api, path)).body)).text).not.toContain('Hood – dent');

  expect((await api.post(path, {})).status).toBe(202);
  const fresh = await finished(api, path);
  expect(fresh.stale).toBe(false);
  expect(fresh.data_version).not.toBe(report.data_version);
  expect((await readPdf((await fileOf(api, path)).body)).text).toContain('Hood – dent');
  await until(
    () => fetch(report.pdf_url),
    ({ status }) => status === 404,
  );
});

test('reading does not make a report stale, nor does a second request that was already answered', async () => {
  const { api, id, path } = await withReport();
  await api.get(`/inspections/${id}`);
  expect((await api.get(path)).body.stale).toBe(false);
  const headers = { 'idempotency-key': randomUUID() };
  const first = await api.post(path, {}, { headers });
  const made = await finished(api, path);
  expect((await api.post(path, {}, { headers })).body).toEqual(first.body);
  expect((await api.get(path)).body.report_id).toBe(made.report_id);
});

test('events tell when a report was asked for and when it is ready', async () => {
  const { api, id } = await withReport();
  const types = await eventTypesUntilDeleted(api, id);
  expect(types.filter((type) => type.startsWith('pdf.'))).toEqual(['pdf.requested', 'pdf.ready']);
});

test.each([
  [{ language: 33 }, 'language'],
  [{ language: 5 }, 'language'],
  [{ paper: 'a5' }, 'paper'],
  [{ pricing: 'yes' }, 'pricing'],
  [{ client_name: 5 }, 'client_name'],
])('a report wish of %j is refused and nothing is recorded', async (json, path) => {
  const api = await client();
  const id = await newInspection(api);
  expectProblem(await api.post(`/inspections/${id}/pdf`, json), 422, 'invalid_input', [path]);
  expectProblem(await api.get(`/inspections/${id}/pdf`), 422, 'pdf_not_requested');
});

test('a report can be asked for with no body at all, and languages in capitals', async () => {
  const api = await client();
  const path = `/inspections/${await newInspection(api)}/pdf`;
  expect((await api.post(path)).status).toBe(202);
  expect((await api.post(path, { language: 'DE', paper: 'Letter' })).status).toBe(202);
  await finished(api, path);
  const { text, size } = await readPdf((await fileOf(api, path)).body);
  expect(text).toContain('Bericht zur Fahrzeuginspektion');
  expect(size).toEqual([612, 792]);
});

test('nobody reads, asks for or uploads a report of an inspection that is not theirs', async () => {
  const { path } = await withReport();
  const stranger = await client();
  expectProblem(await stranger.get(path), 404, 'not_found');
  expectProblem(await stranger.get(path, { headers: { accept: 'application/pdf' } }), 404, 'not_found');
  expectProblem(await stranger.post(path, {}), 404, 'not_found');
  const { body, headers } = multipart([
    { name: 'json', content: '{"pdf_post_strategy":"upload"}' },
    { name: 'pdf_data', filename: 'a.pdf', type: 'pdf', content: '%PDF-1.7\n%%EOF' },
  ]);
  expectProblem(await stranger.send('POST', path, { body, headers }), 404, 'not_found');
});

test('a report of an inspection that is deleted meanwhile is never made', async () => {
  const api = await client();
  const id = await newInspection(api);
  await api.post(`/inspections/${id}/pdf`, {});
  await api.delete(`/inspections/${id}`);
  expectProblem(await api.get(`/inspections/${id}/pdf`), 404, 'not_found');
});

test('a report marks what the last approved inspection of the vehicle has already, without being told of it', async () => {
  const api = await client({ organization: randomUUID(), permissions: ['inspections:update_organization'] });
  const vehicle = { plate: `P-${randomUUID().slice(0, 8)}` };
  const done = { damage_detection: { status: 'DONE' } };
  const inspected = async (reference: string, parts: string[]) => {
    const { body } = await api.post('/inspections', { tasks: done, vehicle, reference });
    for (const part_type of parts)
      await api.post(`/inspections/${body.id}/damages`, { damage_type: 'dent', part_type });
    return body.id as string;
  };
  const reportOn = async (id: string) => {
    const path = `/inspections/${id}/pdf`;
    await api.post(path, {});
    await finished(api, path);
    return (await readPdf((await fileOf(api, path)).body)).text.replace(/\s+/g, ' ');
  };
  const first = await inspected('IN-1', ['hood']);
  const second = await inspected('OUT-1', ['hood', 'roof']);
  expect(await reportOn(second)).not.toContain('Already known');
  await api.patch(`/inspections/${first}/tasks/damage_detection`, { status: 'VALIDATED' });
  const text = await reportOn(second);
  expect(text.match(/Already known since [^(]*\(inspection IN-1\)/g)).toHaveLength(1);
  expect(text).toMatch(/New: 0 Already known: 1 Cannot be told: 1/);
  expect((await api.get(`/inspections/${second}/pdf`)).body.stale).toBe(false);
  await api.post(`/inspections/${first}/damages`, { damage_type: 'dent', part_type: 'roof' });
  expect((await api.get(`/inspections/${second}/pdf`)).body.stale).toBe(true);
});
