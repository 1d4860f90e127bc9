import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, clientOf } from './harness/client.ts';
import { type Service, startService } from './harness/service.ts';

const COMMAND = fileURLToPath(new URL('../src/identity/token-command.ts', import.meta.url));
const run = promisify(execFile);

let service: Service;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'info' });
});
afterAll(() => service.stop());

/** What `npm run -s token` does. */
const tokenCommand = (options: string[] = [], environment: Record<string, string> = {}) =>
  run(process.execPath, [COMMAND, ...options], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: service.dataDir, PORT: '0', ...environment },
  });

const token = async (...options: string[]) => (await tokenCommand(options)).stdout.trim();

const as = async (...options: string[]) => clientOf(`${service.url}/v1`, await token(...options));

test('the default run prints how to get a token, and the command prints one that works', async () => {
  expect(service.output()).toContain('npm run -s token');
  const { stdout, stderr } = await tokenCommand();
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  const api = clientOf(`${service.url}/v1`, stdout.trim());
  const created = await api.post('/inspections', { tasks: { images_ocr: {} } });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ owner_id: 'demo', organization_id: 'demo' });
  expect((await api.get('/inspections?ownership_filter=all_resources')).status).toBe(200);
});

test('the command makes tokens for other people, organizations and permissions', async () => {
  const anna = await as('--user', 'anna', '--organization', 'acme');
  const created = await anna.post('/inspections', { tasks: { images_ocr: {} } });
  expect(created.body).toMatchObject({ owner_id: 'anna', organization_id: 'acme' });

  const address = `/inspections/${created.body.id}`;
  const colleague = await as('--user', 'ben', '--organization', 'acme');
  expect((await colleague.get(address)).status).toBe(404);
  const permissions = 'inspections:read_organization,webhooks:manage';
  const reader = await as('--user', 'ben', '--organization', 'acme', '--permissions', permissions);
  expect((await reader.get(address)).status).toBe(200);
  expect((await reader.delete(address)).status).toBe(403);
  expect((await reader.get('/webhooks')).status).toBe(200);
});

test('the command says how long the token works', async () => {
  const short = decodeJwt(await token('--expires-in', '90s'));
  expect(short.exp! - short.iat!).toBe(90);
  const usual = decodeJwt(await token());
  expect(usual.exp! - usual.iat!).toBe(12 * 3600);
});

test.each([
  [['--expires-in', 'soon'], '--expires-in soon is not a duration'],
  [['--whoami'], '--help'],
])('the command refuses %j with a cure and no token', async (options, cure) => {
  const failed = await tokenCommand(options).catch((error) => error);
  expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(cure) });
});

test('the command on a folder where the service never ran says so', async () => {
  const failed = await tokenCommand([], { DATA_DIR: join(service.dataDir, 'nothing') }).catch(
    (error) => error,
  );
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('Start the service once') });
});

test('programs get tokens of their own with client credentials, as the discovery document says', async () => {
  const issuer = `${service.url}/identity`;
  const discovery: Body = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  expect(discovery).toMatchObject({
    issuer,
    grant_types_supported: expect.arrayContaining(['authorization_code', 'client_credentials']),
    code_challenge_methods_supported: ['S256'],
  });
  const { keys }: Body = await (await fetch(discovery.jwks_uri)).json();
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(Object.keys(key)).not.toContain('d');

  const { clients } = JSON.parse(await readFile(join(service.dataDir, 'identity/accounts.json'), 'utf8'));
  const { id, secret } = clients.find((candidate: { secret?: string }) => candidate.secret);
  const grant = (password: string) =>
    fetch(discovery.token_endpoint, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
  expect((await grant('a wrong secret of some length')).status).toBe(401);
  const granted: Body = await (await grant(secret)).json();
  expect(granted).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  const api = clientOf(`${service.url}/v1`, granted.access_token);
  const created = await api.post('/inspections', { tasks: { images_ocr: {} } });
  expect(created.body).toMatchObject({ owner_id: id, organization_id: 'demo' });
});

test('keys, accounts and passwords are for the owner of the data folder only, and none of them is in the log', async () => {
  for (const file of ['identity/accounts.json', 'identity/demo-password.txt'])
    expect((await stat(join(service.dataDir, file))).mode & 0o077).toBe(0);
  const password = (await readFile(join(service.dataDir, 'identity/demo-password.txt'), 'utf8')).trim();
  const accounts = await readFile(join(service.dataDir, 'identity/accounts.json'), 'utf8');
  expect(accounts).not.toContain(password);
  expect(service.output()).not.toContain(password);
  expect(service.output()).not.toMatch(/eyJ[\w-]+\.[\w-]+/);
});
