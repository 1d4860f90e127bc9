import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Body, clientOf } from '@walkaround/harness/clients/client.ts';
import { databaseUrlOf } from '@walkaround/harness/services/database.ts';
import { trust } from '@walkaround/harness/services/https.ts';
import { inherited, type Service, startService } from '@walkaround/harness/services/service.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../src/commands/token.ts', import.meta.url));
const run = promisify(execFile);

let service: Service;
beforeAll(async () => {
  service = await startService({
    TLS_SELF_SIGNED: 'true',
    LOG_LEVEL: 'warn',
    SHUTDOWN_TIMEOUT_SECONDS: '5',
    MODELS_DIR: '/nowhere',
  });
});
afterAll(() => service.stop());

const token = async () => {
  const env = { ...inherited(), DATA_DIR: service.dataDir, PORT: '0' };
  return (await run(process.execPath, [COMMAND], { env })).stdout.trim();
};

test('a stranger does not trust the certificate that the service made, until it is told to', async () => {
  await expect(fetch(`${service.url}/health`)).rejects.toThrow();
  await trust(service);
  const answer = await fetch(`${service.url}/health`);
  expect(await answer.json()).toMatchObject({ live: true, ready: true });
});

test('the printed lines, the issuer and the token command all say https', async () => {
  await trust(service);
  expect(service.url).toMatch(/^https:\/\/localhost:\d+$/);
  expect(service.output()).toContain(`reference  ${service.url}/docs`);
  expect(service.output()).toContain(join(service.dataDir, 'tls/certificate.pem'));
  const issuer = `${service.url}/identity`;
  const discovery: Body = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  expect(discovery).toMatchObject({ issuer, token_endpoint: `${issuer}/token` });
  const [, claims] = (await token()).split('.');
  expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({ iss: issuer });
});

test('the token that is printed is accepted', async () => {
  await trust(service);
  const api = clientOf(`${service.url}/v1`, await token());
  expect((await api.get('/inspections?limit=1')).status).toBe(200);
});

test('whoever speaks plain HTTP to it gets no answer, and the service goes on', async () => {
  await trust(service);
  await expect(fetch(`http${service.url.slice('https'.length)}/health`)).rejects.toThrow();
  expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
});

test('with TLS_CERT and TLS_KEY it shows that certificate, and one file may hold both', async () => {
  await trust(service);
  const both = join(service.dataDir, 'tls/self-signed.pem');
  const DATABASE_URL = await databaseUrlOf(service);
  const own = await startService({
    ROLE: 'api',
    DATABASE_URL,
    TLS_CERT: both,
    TLS_KEY: both,
    LOG_LEVEL: 'warn',
  });
  try {
    expect(own.url).toMatch(/^https:/);
    expect((await fetch(`${own.url}/health`)).status).toBe(200);
    expect(own.output()).not.toContain('certificate made by this service');
  } finally {
    await own.stop();
  }
});

test('connections without a handshake do not hold up its end', async () => {
  const mute = connect(Number(new URL(service.url).port), '127.0.0.1');
  mute.on('error', () => {});
  await once(mute, 'connect');
  const began = Date.now();
  expect(await service.stop()).toBe(0);
  expect(Date.now() - began).toBeLessThan(15_000);
});

test('a start with a certificate that is not there ends with a sentence', async () => {
  const DATABASE_URL = await databaseUrlOf({ dataDir: inject('serviceDataDir') });
  const files = { TLS_CERT: '/nowhere/cert.pem', TLS_KEY: '/nowhere/key.pem' };
  await expect(startService({ ROLE: 'api', DATABASE_URL, ...files })).rejects.toThrow(
    'TLS_CERT: there is no file /nowhere/cert.pem. Name one that exists.',
  );
});
