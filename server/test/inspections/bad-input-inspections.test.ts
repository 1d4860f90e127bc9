import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Answer, type Client, client, clientOf } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

let api: Client;

beforeEach(async () => {
  api = await client();
});

afterEach(async () => {
  const { data } = (await api.get('/inspections')).body;
  expect(data, 'a refused request has stored something').toEqual([]);
});

const raw = (body: string | Buffer, type = 'application/json'): Promise<Answer> =>
  api.send('POST', '/inspections', {
    body: new Uint8Array(Buffer.from(body)),
    headers: { 'content-type': type },
  });

const refusedFields = async (json: unknown, paths: string[]) => {
  const refused = await api.post('/inspections', json);
  expectProblem(refused, 422, 'invalid_input', paths);
  return refused.body.errors.map((error: { message: string }) => error.message);
};

const tasks = { damage_detection: {} };

test.each(['{"tasks":', 'tasks', "{'tasks': {}}", '{"tasks": {}}}', '\u0000', '"'])(
  'the body %j is not JSON and is called so',
  async (body) => {
    const refused = await raw(body);
    expectProblem(refused, 400, 'malformed_request');
    expect(refused.body.message).toContain('not valid JSON');
  },
);

test('a JSON request without a body is told which field is missing', async () => {
  expectProblem(await raw(''), 422, 'invalid_input', ['tasks']);
});

test.each(['[]', '"text"', '7', 'true'])('the JSON value %s is not an object', async (body) => {
  expectProblem(await raw(body), 422, 'invalid_input', ['']);
});

test.each([
  [{}, 'It is missing: expected object.'],
  [{ tasks: null }, 'It has the wrong type: expected object.'],
  [{ tasks: [] }, 'It has the wrong type: expected object.'],
  [{ tasks: 'damage_detection' }, 'It has the wrong type: expected object.'],
])('an inspection of %j names its tasks as what is wrong', async (json, message) => {
  expect(await refusedFields(json, ['tasks'])).toEqual([message]);
});

test('an unknown task is named together with the known ones', async () => {
  const messages = await refusedFields({ tasks: { ...tasks, paint_job: {}, tyres: {} } }, [
    'tasks.paint_job',
    'tasks.tyres',
  ]);
  expect(messages[0]).toMatch(/^Unknown task. Use: damage_detection, .*, image_ocr\.$/);
});

test.each([
  [
    { tasks: { damage_detection: { status: 'IN_PROGRESS' } } },
    'tasks.damage_detection.status',
    'NOT_STARTED, TODO, DONE, VALIDATED',
  ],
  [{ tasks: { pricing: { methodology: 'magic' } } }, 'tasks.pricing.methodology', 'labor_cost, flat_rate'],
  [
    { tasks, images: [{ acquisition: { strategy: 'fax', url: 'https://example.com/a.jpg' } }] },
    'images.0.acquisition.strategy',
    'download_from_url',
  ],
])('the unknown value in %j is refused with the values there are', async (json, path, values) => {
  const [message] = await refusedFields(json, [path]);
  expect(message).toContain(values);
});

test.each([
  [{ tasks: { damage_detection: true } }, 'tasks.damage_detection'],
  [{ tasks: { damage_detection: null } }, 'tasks.damage_detection'],
  [
    { tasks: { damage_detection: { damage_score_threshold: '0.3' } } },
    'tasks.damage_detection.damage_score_threshold',
  ],
  [
    { tasks: { damage_detection: { damage_score_threshold: 1.1 } } },
    'tasks.damage_detection.damage_score_threshold',
  ],
  [
    { tasks: { damage_detection: { generate_subimages_parts: { quality: 0 } } } },
    'tasks.damage_detection.generate_subimages_parts.quality',
  ],
  [{ tasks: { wheel_analysis: { use_longshots: 'no' } } }, 'tasks.wheel_analysis.use_longshots'],
  [{ tasks, accident_nature: 5 }, 'accident_nature'],
  [{ tasks, accident_nature: 'x'.repeat(501) }, 'accident_nature'],
  [{ tasks, usage_duration: '3' }, 'usage_duration'],
  [{ tasks, usage_duration: -1 }, 'usage_duration'],
  [{ tasks, additional_data: 'text' }, 'additional_data'],
  [{ tasks, additional_data: [] }, 'additional_data'],
  [{ tasks, damage_areas: {} }, 'damage_areas'],
  [{ tasks, damage_areas: [{ id: 'a', relevant_elements: [1] }] }, 'damage_areas.0.relevant_elements.0'],
  [{ tasks, damage_areas: [{ relevant_elements: [] }] }, 'damage_areas.0.id'],
  [{ tasks, damage_areas: [{ id: 'a' }, { id: 'a' }] }, 'damage_areas'],
  [{ tasks, related_inspection_id: 7 }, 'related_inspection_id'],
  [{ tasks, vehicle: 'Fiat' }, 'vehicle'],
  [{ tasks, images: 'https://example.com/a.jpg' }, 'images'],
  [{ tasks, images: [{}] }, 'images.0.acquisition'],
])('the wrong value in %j is refused by its path', async (json, path) => {
  await refusedFields(json, [path]);
});

test('all wrong fields are named at once', async () => {
  await refusedFields(
    { tasks: { damage_detection: { status: 1 } }, usage_duration: 'x', vehicle: { brand: 1 } },
    ['tasks.damage_detection.status', 'vehicle.brand', 'usage_duration'],
  );
});

const callback = { url: 'https://example.com/hook', headers: { 'X-Key': 'secret' } };
const withCallbacks = (...callbacks: unknown[]) => ({ tasks: { damage_detection: { callbacks } } });

test('a task has at most 16 callbacks', async () => {
  const [message] = await refusedFields(withCallbacks(...Array(17).fill(callback)), [
    'tasks.damage_detection.callbacks',
  ]);
  expect(message).toBe('A task has at most 16 callbacks.');
});

test.each([
  [{ ...callback, headers: { 'X-Key': 'a\r\nSet-Cookie: b' } }, 'headers.X-Key'],
  [{ ...callback, headers: { 'X-Key': 'a\nb' } }, 'headers.X-Key'],
  [{ ...callback, headers: { 'X Key:': 'a' } }, 'headers.X Key:'],
  [{ ...callback, headers: { 'X-Key': 5 } }, 'headers.X-Key'],
  [{ ...callback, params: { deep: {} } }, 'params.deep'],
  [{ ...callback, event: 'STATUS_SET_TO_TODO' }, 'event'],
  [{ ...callback, url: 'ftp://example.com' }, 'url'],
  [{ ...callback, url: 'javascript:alert(1)' }, 'url'],
  [{ headers: {} }, 'url'],
])('the callback %j is refused', async (wrong, path) => {
  await refusedFields(withCallbacks(callback, wrong), [`tasks.damage_detection.callbacks.1.${path}`]);
});

test.each(['"__proto__": {"polluted": 1}', '"constructor": {"prototype": {"polluted": 1}}'])(
  'a body with %s is refused, wherever it stands',
  async (poison) => {
    for (const body of [
      `{"tasks": {"damage_detection": {}}, ${poison}}`,
      `{"tasks": {"damage_detection": {}}, "additional_data": {${poison}}}`,
      `{"tasks": {"damage_detection": {${poison}}}}`,
      `{"tasks": {"damage_detection": {}}, "vehicle": {"owner_info": {"a": [{${poison}}]}}}`,
    ]) {
      const refused = await raw(body);
      expectProblem(refused, 400, 'malformed_request');
      expect(refused.body.message).toContain('__proto__');
    }
  },
);

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is not a task', async (name) => {
  if (name !== '__proto__') await refusedFields({ tasks: { [name]: {} } }, [`tasks.${name}`]);
  const other = await client();
  const id = await newInspection(other);
  const refused = await other.get(`/inspections/${id}/tasks/${name}`);
  expectProblem(refused, 404, 'not_found');
  expect(refused.body.message).toMatch(new RegExp(`^There is no such task ${name}\\. The tasks are: `));
});

test('text that no database can keep is refused by its path', async () => {
  for (const broken of ['a\u0000b', '\ud800', 'x\udc00y']) {
    await refusedFields({ tasks, accident_nature: broken }, ['accident_nature']);
    await refusedFields({ tasks, additional_data: { list: [{ deep: broken }] } }, [
      'additional_data.list.0.deep',
    ]);
    await refusedFields({ tasks, additional_data: { [broken]: 1 } }, ['additional_data']);
    await refusedFields({ tasks, damage_areas: [{ id: broken }] }, ['damage_areas.0.id']);
  }
});

test.each([70, 8000, 200_000])('a body nested %i levels deep is refused, not choked on', async (levels) => {
  const nest = '['.repeat(levels) + ']'.repeat(levels);
  const refused = await raw(`{"tasks": {"damage_detection": {}}, "additional_data": {"nest": ${nest}}}`);
  expectProblem(refused, 422, 'invalid_input');
  expect(refused.body.errors[0].message).toContain('nested');
});

test('a body of two megabytes is too large', async () => {
  const refused = await api.post('/inspections', { tasks, additional_data: { x: 'y'.repeat(2_000_000) } });
  expectProblem(refused, 413, 'too_large');
});

test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'image/jpeg', 'nonsense'])(
  'a body of type %s is not accepted',
  async (type) => {
    expectProblem(await raw(JSON.stringify({ tasks }), type), 415, 'unsupported_media_type');
  },
);

test('a form with a file is not accepted where no file belongs', async () => {
  const refused = await api.upload(`/inspections/${randomUUID()}/damages`, {}, Buffer.from('photo'));
  expectProblem(refused, 415, 'unsupported_media_type');
  expect(refused.body.message).toContain('application/json');
});

test.each([
  ['GET', '/nothing'],
  ['POST', '/inspections/x/y/z'],
  ['GET', '/v1/inspections'],
])('%s %s is no address of the service', async (method, path) => {
  const refused = await api.send(method, path);
  expectProblem(refused, 404, 'not_found');
  expect(refused.body.message).toContain(`${method} ${path.split('?')[0]}`);
});

test.each([
  ['PUT', '/inspections', 'GET, HEAD, POST'],
  ['POST', '/inspections/x', 'DELETE, GET, HEAD, PATCH'],
  ['PROPFIND', '/health', 'GET, HEAD'],
  ['DELETE', '/files/a/b.jpg', 'GET, HEAD'],
])('%s %s is refused with the methods that the address takes', async (method, path, allowed) => {
  const refused = await clientOf(api.baseUrl, null).send(method, path);
  expectProblem(refused, 405, 'method_not_allowed');
  expect(refused.headers.get('allow')).toBe(allowed);
  expect(refused.body.message).toContain(`does not take ${method}. It takes ${allowed}.`);
});

test('an address that cannot be decoded is a problem document too', async () => {
  expectProblem(await api.get('/nothing/%E0%A4%A'), 400, 'malformed_request');
});

test.each([
  ['nonsense\r\n\r\n', 400, 'malformed_request'],
  [
    `GET /v1/inspections HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(40_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
])('even what is hardly HTTP gets a problem document (%#)', async (request, status, code) => {
  const { hostname, port } = new URL(api.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  const [head, body] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('content-type: application/problem+json');
  expect(JSON.parse(body!)).toMatchObject({
    status,
    code,
    message: expect.any(String),
    request_id: expect.any(String),
  });
});
