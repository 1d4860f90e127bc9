import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { beforeAll, expect, inject, test } from 'vitest';

let api: Client;
let inspection: string;
beforeAll(async () => {
  api = await client();
  inspection = await newInspection(api);
});

/** What comes back on a bare connection. */
const raw = async (request: string) => {
  const { port, hostname } = new URL(inject('serviceUrl'));
  const socket = connect(Number(port), hostname);
  socket.write(request);
  return text(socket);
};

const withHost = (host: string) =>
  raw(
    `GET /v1/inspections?limit=1 HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${api.token}\r\nconnection: close\r\n\r\n`,
  );

test.each(['[', 'a b', 'evil.example.com/x', 'user@evil.example.com', 'x:99999', 'a#b', 'a?b', 'a\\b'])(
  'a Host header that is no host is refused: %s',
  async (host) => {
    const answer = await withHost(host);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"malformed_request"');
  },
);

test.each([
  'localhost',
  'inspect.example.com:8443',
  '[::1]:80',
  '10.0.0.1',
  'xn--bcher-kva.example',
  'my_service',
])('a Host header that is one is taken: %s', async (host) =>
  expect(await withHost(host)).toMatch(/^HTTP\/1\.1 200 /),
);

test('two requests cannot be hidden in one', async () => {
  const head = `POST /v1/inspections HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.token}\r\n`;
  const hidden = '0\r\n\r\nGET /metrics HTTP/1.1\r\nhost: x\r\n\r\n';
  for (const lengths of [
    'content-length: 4\r\ntransfer-encoding: chunked\r\n',
    'content-length: 4\r\ncontent-length: 60\r\n',
    'transfer-encoding: chunked, identity\r\n',
    'transfer-encoding : chunked\r\n',
  ]) {
    const answer = await raw(`${head}content-type: application/json\r\n${lengths}\r\n${hidden}`);
    expect(answer, lengths).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer, lengths).not.toContain('walkaround_');
  }
});

test('a failure tells nothing of the inside', async () => {
  const answers = [
    await api.get(`/inspections/${"' or 1=1; --"}`),
    await api.post('/inspections', { tasks: 5 }),
    await api.get('/inspections?after=%27'),
    await api.send('PATCH', `/inspections/${inspection}/vehicle`, {
      body: '{',
      headers: { 'content-type': 'application/json' },
    }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBeLessThan(500);
    expect(JSON.stringify(body)).not.toMatch(/\.ts:|node_modules|at async|select |postgres|stack/i);
  }
});

test('a part of an upload whose head is broken ends in a refusal, not in waiting', async () => {
  const body = '--edge\r\ncontent-disposition: form-data; name="json"M\n\r\n{}\r\n--edge--\r\n';
  const head = [
    `POST /inspections/${await newInspection(api)}/images HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${api.token}`,
    'connection: close',
    'content-type: multipart/form-data; boundary=edge',
    `content-length: ${body.length}`,
  ];
  const answer = await raw(`${head.join('\r\n')}\r\n\r\n${body}`);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toContain('a part of it has no end');
});
