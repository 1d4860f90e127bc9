import { randomUUID } from 'node:crypto';
import { type Body, type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import { expect, inject, test } from 'vitest';

const POISON = ['"__proto__": {"polluted": 1}', '"constructor": {"prototype": {"polluted": 1}}'];

/** The json of a file as it stands, which no well-behaved client would write. */
const upload = async (api: Client, method: string, path: string, json: string, file = 'image') => {
  const form = new FormData();
  form.append('json', json);
  form.append(file, new File([new Uint8Array(await photo(120, 90))], 'a.jpeg'));
  return api.send(method, path, { body: form });
};

test.each(POISON)('no upload can say anything about all objects: %s', async (poison) => {
  const api = await client({ organization: randomUUID(), permissions: ['organization:manage'] });
  const id = await newInspection(api);
  const path = `/inspections/${id}`;
  for (const refused of [
    await upload(api, 'POST', `${path}/images`, `{${poison}}`),
    await upload(api, 'POST', `${path}/images`, `{"additional_data": {"a": [{${poison}}]}}`),
    await upload(api, 'POST', `${path}/views`, `{"new_image": {"additional_data": {${poison}}}}`),
    await upload(api, 'POST', `${path}/pdf`, `{"pdf_post_strategy": "upload", ${poison}}`),
    await upload(api, 'PUT', '/organization/logo', `{${poison}}`, 'logo'),
  ])
    expectProblem(refused, 422, 'invalid_input');
  expect((await api.get(path)).body.images).toEqual([]);
  expect((await api.get(path)).body.polluted).toBeUndefined();
});

test('a constructor of one’s own is a word like any other', async () => {
  const api = await client();
  const additional_data = { constructor: 'Coachworks Ltd', prototype: 1, toString: 'x' };
  const id = await newInspection(api, { images_ocr: {} }, { additional_data });
  expect((await api.get(`/inspections/${id}`)).body.additional_data).toEqual(additional_data);
  const sent = await api.upload(`/inspections/${id}/images`, { additional_data }, await photo(120, 90));
  expect([sent.status, sent.body.additional_data]).toEqual([201, additional_data]);
});

test('names of objects’ own members are no vehicle, task, sight or order', async () => {
  const api = await client();
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    for (const query of [
      '/sights?vehicle=',
      '/inspections?order_by=',
      '/inspections?task=',
      '/inspections?ownership_filter=',
    ])
      expect((await api.get(query + name)).status, query + name).toBe(422);
});

test('what is searched for is text, not a pattern and not SQL', async () => {
  const api = await client();
  const plates = ['AA-111-AA', 'BB_222', "O'NEIL--1"];
  for (const plate of plates) await newInspection(api, { images_ocr: {} }, { vehicle: { plate } });
  const found = async (query: string): Promise<string[]> => {
    const { status, body } = await api.get(`/inspections?verbose=1&${query}`);
    expect(status).toBe(200);
    return body.data.map(({ vehicle }: Body) => vehicle.plate);
  };
  for (const wild of [
    '%',
    '_',
    '%25%',
    'A%',
    'A_',
    '.*',
    '^A',
    "' or '1'='1",
    '\\',
    "'; drop table inspections; --",
  ]) {
    expect(await found(`plate=${encodeURIComponent(wild)}`), wild).toEqual([]);
  }
  for (const wild of ['%111', '_A111', '.*111', '^.A', '[AB]', "X' or plate <> '", 'A\\'])
    expect(await found(`search=${encodeURIComponent(wild)}`), wild).toEqual(
      wild === 'A\\' ? ['AA-111-AA'] : [],
    );
  expect(await found(`plate=${encodeURIComponent("o'neil--1")}`)).toEqual(["O'NEIL--1"]);
  expect((await api.get('/inspections')).body.data).toHaveLength(plates.length);
});

test('names, plates and comments with markup are words on a report, and nothing in it runs', async () => {
  const api = await client();
  const script = '<script>alert(1)</script>';
  const link = 'javascript:app.alert(1)';
  const object = ') /OpenAction << /S /JavaScript /JS (app.alert(1)) >> endobj (';
  const svg = '<svg onload="alert(1)"><image href="https://evil.example.com/x"/></svg>';
  const vehicle = { brand: script, model: '{{7*7}} #{7*7}', plate: '<b>AB</b>', owner_info: { name: svg } };
  const id = await newInspection(api, { damage_detection: {} }, { vehicle });
  const path = `/inspections/${id}`;
  await api.patch(`${path}/pdf_data`, {
    comment: `${link} ${object} ${svg} =cmd|' /C calc'!A0`,
    agent_first_name: script,
    vehicle_owner_last_name: object,
    vehicle_owner_email: `"><img src=x onerror=alert(1)>@example.com`,
  });
  await api.post(`${path}/severity_pricing`, { label: 'hood', level: 2, comment: `${script}${object}` });
  expect((await api.post(`${path}/pdf`, { client_name: svg, customer: script, vin: link })).status).toBe(202);
  const { body } = await until(
    () => api.get(`${path}/pdf`),
    ({ status }) => status === 200,
    60_000,
  );
  const bytes = Buffer.from(await (await fetch(body.pdf_url)).arrayBuffer());
  const report = await readPdf(bytes);
  const words = report.text.replaceAll(/\s/g, '');
  for (const written of [
    'alert(1)',
    '{{7*7}}#{7*7}',
    '<b>AB</b>',
    link,
    '/S/JavaScript/JS(app.alert(1))',
    'evil.example.com',
  ])
    expect(words).toContain(written);
  expect(report.links).toEqual([`${inject('serviceUrl')}/inspection/${id}`]);
  // What makes a PDF act stands outside of its compressed pages.
  const active =
    /\/(JavaScript|JS|OpenAction|AA|Launch|EmbeddedFiles?|SubmitForm|ImportData|RichMedia|XFA|GoToR)\b/;
  const outside = bytes.toString('latin1').replaceAll(/stream\r?\n[\s\S]*?endstream/g, '');
  expect(active.exec(outside.replaceAll(/\((?:\\.|[^\\)])*\)/gs, ''))).toBeNull();
});
