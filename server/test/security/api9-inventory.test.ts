import { client } from '@walkaround/harness/clients/client.ts';
import { addressOf, operations } from '@walkaround/harness/clients/operations.ts';
import { expect, inject, test } from 'vitest';

/** That no address is outside the reference but those that are named is in http/routes.test.ts, from the inside. */
const origin = inject('serviceUrl');

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);

test('an address of the reference has the methods that it says and no others', async () => {
  const { token } = await client();
  const known = await operations();
  const said = new Set(known.map(({ name }) => name));
  for (const path of new Set(known.map((operation) => operation.path)))
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      if (said.has(`${method} ${path}`)) continue;
      const address = addressOf(path);
      const { status, headers } = await fetch(`${origin}/v1${address}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
      // PATCH …/images/delete is PATCH …/images/{image_id} of an image that does not exist.
      const isId = known.some((other) => other.method === method && patternOf(other.path).test(address));
      expect(isId ? [404, 422] : [405], `${method} ${path}: ${status}`).toContain(status);
      const allowed = headers.get('allow')?.split(', ') ?? [];
      if (status === 405)
        for (const { name } of known)
          if (name.endsWith(` ${path}`)) expect(allowed, name).toContain(name.split(' ')[0]);
      expect(allowed).not.toContain(method);
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    }
});

test.each(['/v0', '/v2', '/v1.0', '/V1', '/api', '/api/v1', '/v1/v1', '/beta', '/internal', '/admin'])(
  'there is no other version or copy of the interface: %s',
  async (prefix) => {
    expect((await fetch(`${origin}${prefix}/inspections`)).status).toBe(404);
    expect((await fetch(`${origin}${prefix}/health`)).status).toBe(404);
  },
);

test.each([
  '/.env',
  '/.git/config',
  '/admin',
  '/actuator/env',
  '/console/',
  '/debug/pprof',
  '/graphql',
  '/index.html',
  '/package.json',
  '/server-status',
  '/src/main.ts',
  '/assets/',
  '/assets/../package.json',
  '/%2e%2e/package.json',
  '/docs/static/%2e%2e/%2e%2e/package.json',
  '/docs/static/..%2f..%2fpackage.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/%00',
])('nothing lies where scanners look: %s', async (path) => {
  expect([400, 403, 404]).toContain((await fetch(origin + path)).status);
});

test('operations that are on their way out say so in the reference', async () => {
  for (const { name, details } of await operations())
    if (/deprecated/i.test(`${details.summary} ${details.description}`))
      expect(details.deprecated, name).toBe(true);
});
