import { randomUUID } from 'node:crypto';
import { type Body, client } from '@walkaround/harness/clients/client.ts';
import { oneOfEverything, oneWebhook } from '@walkaround/harness/clients/one-of-everything.ts';
import { addressOf, type Ids } from '@walkaround/harness/clients/operations.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, expect, inject, test } from 'vitest';

type Operation = { method: string; path: string; at: string; operation: Body };

let document: Body;
let operations: Operation[];

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

beforeAll(async () => {
  document = await (await fetch(`${inject('serviceUrl')}/openapi.json`)).json();
  ajv.addSchema({ $id: 'openapi', ...document });
  operations = Object.entries<Body>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Body>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      at: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
});

const isSecured = ({ operation }: Operation) => operation.security === undefined;
const successes = ({ operation }: Operation) =>
  Object.entries<Body>(operation.responses).filter(([status]) => status.startsWith('2'));

/** Every object in the document, wherever it stands. */
const walk = function* (value: Body, at = '#'): Generator<[string, Body]> {
  if (typeof value !== 'object' || value === null) return;
  yield [at, value];
  for (const [name, member] of Object.entries(value)) yield* walk(member, `${at}/${name}`);
};

test('the reference is an OpenAPI 3.1 document of this service', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/);
  expect(document.info).toMatchObject({
    title: 'Walkaround',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    description: expect.stringContaining('Authorization: Bearer'),
    license: { name: 'Apache-2.0' },
  });
  expect(document.servers).toEqual([{ url: '/v1' }]);
  expect(document.security).toEqual([{ bearer: [] }]);
  expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(Object.keys(document.paths).every((path) => path.startsWith('/'))).toBe(true);
});

test('every operation of the specification is in it', () => {
  const one = '/inspections/{inspection_id}';
  expect(operations.map(({ at }) => at)).toEqual(
    expect.arrayContaining([
      'GET /inspections',
      'POST /inspections',
      `GET ${one}`,
      `PATCH ${one}`,
      `DELETE ${one}`,
      `PATCH ${one}/pdf_data`,
      `PATCH ${one}/vehicle`,
      `GET ${one}/tasks`,
      `GET ${one}/tasks/{task_name}`,
      `PATCH ${one}/tasks/{task_name}`,
      `GET ${one}/images`,
      `POST ${one}/images`,
      `GET ${one}/images/{image_id}`,
      `PATCH ${one}/images/{image_id}/damage_areas`,
      `POST ${one}/views`,
      `DELETE ${one}/views/{view_id}`,
      `POST ${one}/damages`,
      `DELETE ${one}/damages/{damage_id}`,
      `POST ${one}/severity_pricing`,
      `GET ${one}/severity_pricing`,
      `GET ${one}/severity_pricing/{severity_id}`,
      `PATCH ${one}/severity_pricing/{severity_id}`,
      `DELETE ${one}/severity_pricing/{severity_id}`,
      `POST ${one}/pdf`,
      `GET ${one}/pdf`,
      `GET ${one}/events`,
      'POST /webhooks',
      'GET /health',
    ]),
  );
});

test('every reference leads somewhere and every schema is a valid JSON Schema', () => {
  for (const [at, value] of walk(document)) {
    if (typeof value.$ref === 'string') {
      const target = value.$ref
        .split('/')
        .slice(1)
        .reduce((node: Body, name: string) => node?.[name], document);
      expect(target, `${at} → ${value.$ref}`).toBeTypeOf('object');
    }
    if (at.endsWith('/schema')) expect(ajv.validateSchema(value), `${at}: ${ajv.errorsText()}`).toBe(true);
  }
  for (const [name, schema] of Object.entries<Body>(document.components.schemas))
    expect(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`).toBe(true);
});

test('every operation says what it does and where it belongs', () => {
  const tags = document.tags.map((tag: Body) => tag.name);
  for (const { at, operation } of operations) {
    expect(operation.summary, at).toMatch(/^[A-Z][^.]+$/);
    expect(operation.tags, at).toHaveLength(1);
    expect(tags, at).toContain(operation.tags[0]);
  }
  const summaries = operations.map(({ operation }) => operation.summary);
  expect(summaries.length - new Set(summaries).size, 'summaries used twice').toBeLessThanOrEqual(1);
});

test('every part of a path and every query parameter is described by a schema', () => {
  for (const { at, path, operation } of operations) {
    const parameters = operation.parameters ?? [];
    const inPath = parameters.filter((p: Body) => p.in === 'path');
    const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    expect(inPath.map((p: Body) => p.name).sort(), at).toEqual(named.sort());
    expect(
      inPath.every((p: Body) => p.required === true),
      at,
    ).toBe(true);
    for (const parameter of parameters) expect(Object.keys(parameter.schema), at).not.toEqual([]);
  }
});

test('every operation has an answer with a schema, and both representations where there is a record', () => {
  for (const each of operations) {
    expect(successes(each).length, each.at).toBeGreaterThan(0);
    for (const [status, response] of successes(each)) {
      expect(response.description, each.at).toBeTypeOf('string');
      const content = Object.entries<Body>(response.content ?? {});
      expect(content.length, `${each.at} ${status}`).toBeGreaterThan(0);
      for (const [type, { schema }] of content)
        expect(schema, `${each.at} ${status} ${type}`).toBeTypeOf('object');
      if (isSecured(each) && response.content['application/json'])
        expect(response.content, each.at).toHaveProperty(['application/vnd.walkaround.normalized+json']);
    }
  }
});

test('photos are described as pictures and events as a stream', () => {
  const types = (path: string) => Object.keys(document.paths[path].get.responses[200].content);
  expect(types('/files/{*}')).toEqual(['image/*']);
  expect(types('/inspections/{inspection_id}/events')).toEqual(['text/event-stream']);
});

test('every operation names its refusals, all in one form', () => {
  for (const each of operations.filter(isSecured)) {
    const { responses, requestBody } = each.operation;
    const expected = ['401', '429', '503'];
    if (/\{(?!task)/.test(each.path)) expected.push('404');
    if (requestBody) expected.push('400', '413', '415', '422');
    expect(Object.keys(responses), each.at).toEqual(expect.arrayContaining(expected));
    for (const [status, response] of Object.entries<Body>(responses).filter(([s]) => s >= '4')) {
      expect(response.description, `${each.at} ${status}`).toMatch(/\w/);
      expect(response.content['application/problem+json'].schema, `${each.at} ${status}`).toEqual({
        $ref: '#/components/schemas/Problem',
      });
    }
  }
});

test('every body has an example, and the example is right', () => {
  const withBody = operations.filter(({ operation }) => operation.requestBody);
  expect(withBody.length).toBeGreaterThanOrEqual(14);
  const pointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
  for (const { at, method, path, operation } of withBody)
    for (const [type, media] of Object.entries<Body>(operation.requestBody.content)) {
      const schema = type === 'multipart/form-data' ? media.schema.properties.json : media.schema;
      const example = type === 'multipart/form-data' ? schema.example : (media.example ?? schema.example);
      expect(example, `${at} ${type}`).toBeTypeOf('object');
      const place = `${pointer(path)}/${method.toLowerCase()}/requestBody/content/${pointer(type)}/schema`;
      const inside = type === 'multipart/form-data' ? '/properties/json' : '';
      const validate = ajv.compile({ $ref: `openapi#/paths/${encodeURI(place)}${inside}` });
      expect(validate(example), `${at} ${type}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
});

test('a body is required exactly where a request without one is refused', async () => {
  const permissions = ['webhooks:manage', 'pricing_matrix:manage', 'organization:manage'];
  const api = await client({ organization: randomUUID(), permissions });
  const ids: Ids = { ...(await oneOfEverything(api)), ...(await oneWebhook(api)) };
  // What would be deleted comes last.
  const withBody = operations
    .filter(({ operation }) => operation.requestBody)
    .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  const optional: string[] = [];
  for (const { at, method, path, operation } of withBody) {
    const { status, body } = await api.send(method, addressOf(path, ids));
    expect(status >= 400, `${at}: ${JSON.stringify(body)}`).toBe(operation.requestBody.required);
    if (status < 400) optional.push(at);
  }
  expect(optional.filter((at) => at.startsWith('PATCH'))).toHaveLength(7);
});

test('rules that a schema can express are in the reference', () => {
  const bodyOf = (method: string, path: string) =>
    document.paths[path][method].requestBody.content['application/json'].schema;
  const one = '/inspections/{inspection_id}';
  expect(bodyOf('patch', `${one}/damages/{damage_id}`).minProperties).toBe(1);
  expect(bodyOf('post', `${one}/views`).minProperties).toBe(1);
  const rate = bodyOf('put', '/pricing_matrix').properties.hourly_rates.properties.paint;
  expect(rate).toMatchObject({ exclusiveMinimum: 0, maximum: 1000 });
});

test.each(['images', 'views'])('uploading to %s is described as json and then a file', (resource) => {
  const { content } = document.paths[`/inspections/{inspection_id}/${resource}`].post.requestBody;
  expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data']);
  const upload = content['multipart/form-data'].schema;
  expect(Object.keys(upload.properties)).toEqual(['json', 'image']);
  expect(upload.required).toEqual(['json', 'image']);
  expect(upload.properties.image).toMatchObject({
    type: 'string',
    contentMediaType: 'application/octet-stream',
  });
  const json = upload.properties.json.properties;
  const described = resource === 'views' ? json.new_image.properties : json;
  expect(described).toHaveProperty('tasks');
  expect(described).toHaveProperty('rotate_image_before_upload');
  expect(content['application/json'].schema.properties).not.toHaveProperty('json');
});

test('a POST can be repeated safely, and the reference says how', () => {
  const posts = operations.filter(({ method }) => method === 'POST');
  // Where nobody is known, what was sent tells whether it is the same.
  for (const { at, operation } of posts.filter((post) => post.operation.security === undefined))
    expect(operation.parameters, at).toContainEqual(
      expect.objectContaining({ in: 'header', name: 'Idempotency-Key' }),
    );
});

test('every documented operation is really there', async () => {
  const api = await client();
  for (const { at, method, path } of operations) {
    const filled = path
      .replace('{task_name}', 'damage_detection')
      .replace('{*}', 'nothing.jpg?expires=1&signature=x')
      .replaceAll(/\{[^}]+\}/g, () => randomUUID());
    const json = method === 'POST' || method === 'PATCH' ? {} : undefined;
    for (const address of [filled, `${inject('serviceUrl')}${filled}`]) {
      const { status, body } = await api.send(method, address, { json });
      expect(status, `${at}: ${JSON.stringify(body)}`).toBeLessThan(500);
      expect(body.message ?? '', at).not.toContain('There is no such address');
    }
  }
});

test('the reference can be browsed, with nothing loaded from elsewhere', async () => {
  const page = await fetch(`${inject('serviceUrl')}/docs`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  const html = await page.text();
  const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) {
    const address = new URL(link, page.url);
    expect(address.origin, link).toBe(new URL(page.url).origin);
    expect((await fetch(address)).status, link).toBe(200);
  }
});
