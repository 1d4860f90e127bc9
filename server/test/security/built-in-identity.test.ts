import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Body, clientOf } from '@walkaround/harness/clients/client.ts';
import { inherited, type Service, startService } from '@walkaround/harness/services/service.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../src/commands/token.ts', import.meta.url));
const run = promisify(execFile);

let service: Service;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'info', MODELS_DIR: '/nowhere' });
});
afterAll(() => service.stop());

/** What `npm run -s token` does. */
const tokenCommand = (...options: string[]) =>
  run(process.execPath, [COMMAND, ...options], {
    env: { ...inherited(), DATA_DIR: service.dataDir, PORT: '0' },
  });

const as = async (...options: string[]) =>
  clientOf(`${service.url}/v1`, (await tokenCommand(...options)).stdout.trim());

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

test('the token of the command lists what its organization has, in both spellings, as soon as the service runs', async () => {
  const [api, colleague] = await Promise.all([as(), as('--user', 'cleo')]);
  const { body } = await colleague.post('/inspections', { tasks: { images_ocr: {} } });
  expect(body.organization_id).toBe('demo');
  const listed = async (query: string) => (await api.get(`/inspections?${query}`)).body;
  for (const query of ['ownership_filter=organization_resources', 'organization_resources=true']) {
    expect((await listed(query)).data.map(({ id }: Body) => id)).toContain(body.id);
    expect((await api.get(`/inspections/count?${query}`)).body.total).toBe((await listed(query)).data.length);
  }
  expect((await listed('organization_resources=false')).data.map(({ id }: Body) => id)).not.toContain(
    body.id,
  );
  expect((await colleague.get('/inspections?organization_resources=true')).status).toBe(403);
});

test('the command makes tokens for other people, organizations, permissions and times', async () => {
  const permissions = 'inspections:read_organization,webhooks:manage';
  const [anna, colleague, reader] = await Promise.all([
    as('--user', 'anna', '--organization', 'acme', '--expires-in', '90s'),
    as('--user', 'ben', '--organization', 'acme'),
    as('--user', 'ben', '--organization', 'acme', '--permissions', permissions),
  ]);
  const { exp, iat } = decodeJwt(anna.token!);
  expect(exp! - iat!).toBe(90);
  const created = await anna.post('/inspections', { tasks: { images_ocr: {} } });
  expect(created.body).toMatchObject({ owner_id: 'anna', organization_id: 'acme' });

  const address = `/inspections/${created.body.id}`;
  expect((await colleague.get(address)).status).toBe(404);
  expect((await reader.get(address)).status).toBe(200);
  expect((await reader.delete(address)).status).toBe(403);
  expect((await reader.get('/webhooks')).status).toBe(200);
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
