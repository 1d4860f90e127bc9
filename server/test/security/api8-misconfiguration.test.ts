import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Body, type Client, client, clientOf, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { reference } from '@walkaround/harness/clients/operations.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { inherited, type Service, startService } from '@walkaround/harness/services/service.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const TOKEN_COMMAND = fileURLToPath(new URL('../../src/commands/token.ts', import.meta.url));
const FILE_SECRET = 'the-secret-of-the-file-links-0123456789';

/** The default run with its own identity provider, as talkative as it gets. */
let standard: Service;
let folder: string;
let api: Client;
let inspection: string;
let image: Body;
let shared: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-security-'));
  await writeFile(join(folder, 'app.json'), '{"a": 1}');
  standard = await startService({
    LIVE_CONFIGS_DIR: folder,
    FILE_URL_SECRET: FILE_SECRET,
    LOG_LEVEL: 'trace',
    MODELS_DIR: '/nowhere',
  });
  api = await client({ organization: randomUUID() });
  inspection = await newInspection(api);
  image = (await api.upload(`/inspections/${inspection}/images`, {}, await photo(120, 90))).body;
  shared = (await api.post(`/inspections/${inspection}/share_links`, {})).body.url;
});
afterAll(async () => {
  await standard.stop();
  await rm(folder, { recursive: true });
});

/** The first step of a login, as a browser makes it. */
const startLogin = async () => {
  const { client_id } = (await (await fetch(`${standard.url}/console.json`)).json()) as Body;
  const query = new URLSearchParams({
    client_id,
    response_type: 'code',
    scope: 'openid',
    state: 'the-state-of-a-login',
    redirect_uri: `${standard.url}/callback`,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  const asked = await fetch(`${standard.url}/identity/authorize?${query}`, { redirect: 'manual' });
  const cookies = asked.headers.getSetCookie();
  return {
    asked,
    cookies,
    page: new URL(asked.headers.get('location')!, standard.url),
    headers: { cookie: cookies.map((one) => one.split(';')[0]).join('; ') },
  };
};

type Page = 'data' | 'page' | 'file';

const expectProtected = ({ headers }: Response, what: string, kind: Page = 'data') => {
  expect(headers.get('x-content-type-options'), what).toBe('nosniff');
  expect(headers.get('referrer-policy'), what).toMatch(/^(no-referrer|same-origin)$/);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy, what).toMatch(/^default-src 'none'/);
  expect(policy, what).not.toMatch(/unsafe-eval|script-src[^;]*(unsafe-inline|\*|https?:)/);
  if (kind !== 'file') {
    expect(policy, what).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options'), what).toBe('DENY');
  }
  if (kind === 'page') expect(policy, what).toContain("base-uri 'none'");
  expect(headers.get('server'), what).toBeNull();
  expect(headers.get('x-powered-by'), what).toBeNull();
};

test('the reference is the same whatever is set', async () => {
  const [ours, theirs] = await Promise.all(
    [inject('serviceUrl'), standard.url].map(async (url) => (await fetch(`${url}/openapi.json`)).text()),
  );
  expect(ours).toContain('"openapi":"3.1.0"');
  expect(ours === theirs).toBe(true);
});

test('every kind of answer tells browsers what they must not do with it', async () => {
  const { url } = standard;
  const secret = new URL(shared).pathname.split('/').at(-1);
  const own = inject('serviceUrl');
  const kinds: [string, Page?][] = [
    [`${own}/v1/inspections/${inspection}`],
    [`${own}/v1/nowhere`],
    [`${own}/v1/%E0%A4%A`],
    [`${own}/openapi.json`],
    [`${own}/metrics`],
    [`${own}/health`],
    [`${own}/console.json`],
    [`${own}/v1/shared_inspections/${secret}`],
    [`${own}/v1/live-configurations/none.json`],
    [`${url}/v1/live-configurations/app.json`],
    [image.path, 'file'],
    [`${image.path}&width=100`, 'file'],
    [`${image.path}x`],
    [`${own}/docs`, 'page'],
    [`${own}/docs/`, 'page'],
    [`${own}/docs/json`, 'page'],
    ...['/', '/new', '/settings', '/about', '/callback', '/inspection/x', '/shared/x'].map(
      (path): [string, Page] => [own + path, 'page'],
    ),
    [`${own}/index.html`],
    [`${own}/icon.svg`],
    [`${url}/identity/.well-known/openid-configuration`],
    [`${url}/identity/jwks`],
    [`${url}/identity/nothing`],
  ];
  for (const [address, kind] of kinds) {
    const headers = { authorization: `Bearer ${api.token}` };
    expectProtected(await fetch(address, { headers }), address, kind);
  }
});

test('pages that sign people in are protected too', async () => {
  const { asked, cookies, page, headers } = await startLogin();
  expect(asked.status).toBe(303);
  expectProtected(asked, 'authorize');
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatch(/httponly/i);
  for (const cookie of cookies) expect(cookie).toMatch(/samesite=(lax|strict)/i);
  const login = await fetch(page, { headers });
  expect([login.status, (await login.text()).includes('Sign in')]).toEqual([200, true]);
  expectProtected(login, 'login', 'page');
  expectProtected(await fetch(`${standard.url}/identity/authorize?client_id=nobody`), 'wrong client');
});

test('what one person may read is kept by no cache', async () => {
  const { headers } = await api.get(`/inspections/${inspection}`);
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await fetch(image.path)).headers.get('cache-control')).toMatch(/^private, /);
});

test('a live configuration is one of the files in its folder, and no name leads out of it', async () => {
  const read = async (name: string) => (await fetch(`${standard.url}/v1/live-configurations/${name}`)).status;
  expect(await read('app.json')).toBe(200);
  const data = encodeURIComponent(`${standard.dataDir}/identity/accounts`);
  for (const name of [
    '..%2fidentity%2faccounts.json',
    '%2e%2e%2fapp.json',
    '..%5capp.json',
    data,
    'app.json%00',
    '%2fetc%2fpasswd',
  ])
    expect(await read(name), name).toBe(404);
});

test('web pages of other origins get no credentials of the browser', async () => {
  const { headers } = await api.get('/inspections', { headers: { origin: 'https://evil.example.com' } });
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
});

test('the reference promises no cookie and no key in an address', async () => {
  const { components } = await reference();
  expect(components.securitySchemes).toEqual({
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  });
});

/** What `npm run -s token` prints. */
const ownToken = async () => {
  const env = { ...inherited(), DATA_DIR: standard.dataDir, PORT: '0' };
  return (await promisify(execFile)(process.execPath, [TOKEN_COMMAND], { env })).stdout.trim();
};

/** The second step of a login; its cookie is a secret too. */
const login = async (password: string) => {
  const { page, headers } = await startLogin();
  const body = new URLSearchParams({ email: 'demo@walkaround.local', password });
  const { status } = await fetch(page, { method: 'POST', body, headers, redirect: 'manual' });
  return { status, cookie: /walkaround_login=([^;]+)/.exec(headers.cookie)![1]! };
};

/** People, vehicles and callbacks: test/operations/operations.test.ts. */
test('no secret is in the log, however much it tells', async () => {
  const api = clientOf(`${standard.url}/v1`, await ownToken());
  const id = await newInspection(api);
  const path = `/inspections/${id}`;
  const hook = await api.post('/webhooks', { url: 'https://example.com/hook', active: false });
  const link = (await api.post(`${path}/share_links`, {})).body.url as string;
  const secret = link.split('/').at(-1)!;
  const image = (await api.upload(`${path}/images`, {}, await photo(120, 90))).body;
  const opened = (await (await fetch(`${standard.url}/v1/shared_inspections/${secret}`)).json()) as Body;
  const signatures = [image.path, opened.images[0].path].map(
    (one) => new URL(one).searchParams.get('signature')!,
  );
  for (const address of [link, image.path, opened.images[0].path])
    expect((await fetch(address)).status).toBe(200);
  for (const address of [
    `${standard.url}/shared/${secret}/more`,
    `${standard.url}/v1/shared_inspections/${secret}/more`,
    `${image.path}x`,
  ])
    await fetch(address);
  // Mistakes that put secrets where they do not belong.
  await fetch(`${standard.url}/v1/inspections?access_token=${api.token}`);
  await fetch(`${standard.url}/v1/${api.token}`);
  await fetch(`${standard.url}/v1/inspections`, {
    headers: { authorization: `Token ${api.token}`, cookie: `token=${api.token}` },
  });
  await api.post('/webhooks', { url: 'https://user:the-password-in-an-address@example.com/' });
  await api.patch(`${path}/vehicle`, { [secret]: secret });

  const password = (await readFile(join(standard.dataDir, 'identity/demo-password.txt'), 'utf8')).trim();
  const wrong = await login('a-password-that-is-wrong');
  const right = await login(password);
  expect([wrong.status, right.status]).toEqual([422, 303]);

  const secrets = {
    'the token': api.token!.split('.')[2]!,
    'what the token says': api.token!.split('.')[1]!,
    'the secret of a webhook': hook.body.secret,
    'the secret of a share link': secret,
    'the signature of a photo': signatures[0]!,
    'the signature of a shared photo': signatures[1]!,
    'what signs photos': FILE_SECRET,
    'a password in an address': 'the-password-in-an-address',
    'a wrong password': 'a-password-that-is-wrong',
    'a password': password,
    'a cookie': right.cookie,
    'the state of a login': 'the-state-of-a-login',
  };
  for (const [what, value] of Object.entries(secrets)) expect(value.length, what).toBeGreaterThan(7);
  const log = await until(
    async () => standard.output(),
    (output) => output.includes('"route":"/inspections/:inspection_id/vehicle"'),
  );
  expect(Object.keys(secrets).filter((what) => log.includes(secrets[what as keyof typeof secrets]))).toEqual(
    [],
  );
});
