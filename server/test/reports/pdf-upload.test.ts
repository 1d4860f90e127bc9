import { randomUUID } from 'node:crypto';
import { type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { multipart, type Part } from '@walkaround/harness/clients/multipart.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { expect, test } from 'vitest';

const PDF = '%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n';
const JSON_PART: Part = { name: 'json', content: JSON.stringify({ pdf_post_strategy: 'upload' }) };

/** As generation 5 sends it: the type of the file is a bare extension. */
const file = (content: string | Buffer): Part => ({
  name: 'pdf_data',
  filename: 'report-1773480413000.pdf',
  type: 'pdf',
  content,
});

const upload = (api: Client, path: string, parts: Part[], more: Record<string, string> = {}) => {
  const { body, headers } = multipart(parts);
  return api.send('POST', path, { body, headers: { ...headers, ...more } });
};

const withInspection = async () => {
  const api = await client();
  const id = await newInspection(api);
  return { api, id, path: `/inspections/${id}/pdf` };
};

test('a finished PDF is uploaded and read at once, byte by byte', async () => {
  const { api, id, path } = await withInspection();
  const sent = await upload(api, path, [JSON_PART, file(PDF)]);
  expect(sent.status).toBe(201);
  expect(sent.body).toMatchObject({ inspection_id: id, status: 'ready' });
  const { status, body } = await api.get(path);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id,
    report_id: sent.body.report_id,
    language: null,
    stale: false,
    source: 'client',
  });
  expect(await (await fetch(body.pdf_url)).text()).toBe(PDF);
  const direct = await api.get(path, { headers: { accept: 'application/pdf' } });
  expect(direct.body.toString()).toBe(PDF);
  expect((await api.get(`/inspections/${id}`)).body).toMatchObject({ pdf_generation_ready: true });
});

test('an uploaded PDF takes the place of the one before, and grows stale like any other', async () => {
  const { api, id, path } = await withInspection();
  await upload(api, path, [JSON_PART, file(PDF)]);
  const first = (await api.get(path)).body;
  const other = PDF.replace('1 0 obj', '2 0 obj');
  await upload(api, path, [JSON_PART, file(other)]);
  const second = (await api.get(path)).body;
  expect(second.report_id).not.toBe(first.report_id);
  expect(await (await fetch(second.pdf_url)).text()).toBe(other);
  expect((await fetch(first.pdf_url)).status).toBe(404);
  await api.patch(`/inspections/${id}/pdf_data`, { comment: 'Seen by the owner.' });
  expect((await api.get(path)).body.stale).toBe(true);
});

test('the same upload with the same key is taken once', async () => {
  const { api, path } = await withInspection();
  const headers = { 'idempotency-key': randomUUID() };
  const first = await upload(api, path, [JSON_PART, file(PDF)], headers);
  const again = await upload(api, path, [JSON_PART, file(PDF)], headers);
  expect(again.body).toEqual(first.body);
  expect((await (await fetch((await api.get(path)).body.pdf_url)).text()).length).toBe(PDF.length);
  const another = await upload(api, path, [JSON_PART, file(`${PDF}\n%%EOF`)], headers);
  expectProblem(another, 422, 'idempotency_key_reused');
});

test.each<[string, Part[], number, string, string[]]>([
  ['a picture', [JSON_PART, file(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))], 422, 'invalid_pdf', ['pdf_data']],
  ['an empty file', [JSON_PART, file('')], 422, 'invalid_pdf', ['pdf_data']],
  ['half a PDF', [JSON_PART, file(PDF.slice(0, 20))], 422, 'invalid_pdf', ['pdf_data']],
  ['no file', [JSON_PART], 422, 'invalid_input', ['pdf_data']],
  ['two files', [JSON_PART, file(PDF), file(PDF)], 422, 'invalid_input', ['pdf_data']],
  ['no json', [file(PDF)], 422, 'invalid_input', ['json']],
  [
    'another strategy',
    [{ name: 'json', content: '{"pdf_post_strategy":"fax"}' }, file(PDF)],
    422,
    'invalid_input',
    ['pdf_post_strategy'],
  ],
  ['json that is none', [{ name: 'json', content: '{' }, file(PDF)], 400, 'malformed_request', []],
])(
  '%s in place of a finished PDF is refused, and the last good one stays',
  async (_, parts, status, code, paths) => {
    const { api, path } = await withInspection();
    await upload(api, path, [JSON_PART, file(PDF)]);
    const before = (await api.get(path)).body;
    const refused = await upload(api, path, parts);
    expectProblem(refused, status, code, paths);
    expect((await api.get(path)).body.report_id).toBe(before.report_id);
  },
);
