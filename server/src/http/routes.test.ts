import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ports } from '../inspections/ports/ports.ts';
import type { Router } from './context.ts';
import { createRequestCounts } from './limits/request-counts.ts';
import { createMetrics } from './metrics.ts';
import { buildServer } from './server.ts';

let app: Router;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-console-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  const start = {
    issuer: 'https://issuer.example.com',
    client_id: 'console',
    scope: '',
    audience: '',
    address: null,
    max_image_bytes: 1000,
    max_image_pixels: 1000,
  };
  app = await buildServer({
    // Nothing is asked of them: only the addresses are looked at.
    ports: {} as Ports,
    portsFor: () => ({}) as Ports,
    version: '0',
    tls: null,
    log: pino({ level: 'silent' }),
    verifyToken: () => Promise.reject(new Error('nobody')),
    links: { publicUrl: undefined, fileSecret: 'secret', fileTtlSeconds: 60 },
    health: { checks: {}, capabilities: async () => [], notes: async () => [] },
    phase: () => 'running',
    trustedProxies: [],
    console: { folder, publicUrl: undefined, start: () => start },
    metrics: createMetrics(
      { counts: async () => ({}), scheduled: async () => [] },
      async () => ({ files_removed: 0, bytes_removed: 0, finished_at: null }),
      async () => [],
    ),
    corsOrigins: '*',
    rateLimitPerMinute: 1,
    requestCounts: createRequestCounts(),
    maxJsonBytes: 1000,
    requestTimeoutSeconds: 1,
    maxImageBytes: 1000,
    shutdownTimeoutSeconds: 1,
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Every address that is not in the reference, and why it exists. */
const UNDOCUMENTED = [
  // Answers every browser that asks whether it may.
  'OPTIONS *',
  // The reference itself, and the page that shows it.
  'GET /openapi.json',
  'GET /docs',
  'GET /docs/',
  'GET /docs/json',
  'GET /docs/yaml',
  'GET /docs/static/*',
  'GET /docs/static/index.html',
  'GET /docs/static/swagger-initializer.js',
  'GET /docs/static/theme/walkaround.css',
  // For Prometheus.
  'GET /metrics',
  // As some clients write it.
  'GET /image_resize/',
  // Pages of the console.
  'GET /',
  'GET /about',
  'GET /callback',
  'GET /new',
  'GET /settings',
  'GET /shared/*',
  'GET /vehicle/*',
  'GET /inspection/*',
];

/** The lines of fastify's own table of addresses, put together again. */
const registered = (): string[] => {
  const above: string[] = [];
  return app
    .printRoutes()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const [, indent, part, methods] = /^([│├└─ ]*)(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)!;
      const depth = indent!.length / 4;
      above.length = depth;
      above[depth] = part!;
      const path = above
        .join('')
        .replace('(empty root node)', '')
        .replaceAll(/:(\w+)/g, '{$1}');
      return (methods?.split(', ') ?? [])
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path}`);
    });
};

const documented = (): string[] =>
  Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('{*}', '*')}`),
  );

test('there is no address that is neither in the reference nor named here', () => {
  const known = documented();
  const unknown = registered().filter((route) => !known.includes(route));
  expect([...new Set(unknown)].sort()).toEqual([...UNDOCUMENTED].sort());
});

test('every address of the reference is there', () => {
  const known = registered();
  expect(known.length).toBeGreaterThan(70);
  expect(documented().filter((route) => !known.includes(route))).toEqual([]);
});

/** A body is read before anybody asks whether the address takes one. */
const OF_BODIES = ['400', '413', '415'];

test('every address that may be sent a body says how it refuses one', () => {
  const operations = Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { responses: object }>)
      .filter(([method]) => ['post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, { responses }]) => ({ name: `${method} ${path}`, responses: Object.keys(responses) })),
  );
  expect(operations.length).toBeGreaterThan(40);
  const silent = operations.filter(({ responses }) =>
    OF_BODIES.some((status) => !responses.includes(status)),
  );
  expect(silent).toEqual([]);
});
