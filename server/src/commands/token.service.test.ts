import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInIssuer } from '../identity/issuer.ts';
import type { IdentityProvider } from '../identity/provider/provider.ts';
import { createIdentityProvider } from '../identity/provider/provider.ts';
import { createTokenVerifier } from '../identity/verify-token.ts';

const COMMAND = fileURLToPath(new URL('./token.ts', import.meta.url));

let dataDir: string;
let identity: IdentityProvider;

type Outcome = { code: number; stdout: string; stderr: string };

const run = (args: string[] = [], env: Record<string, string> = {}): Promise<Outcome> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      [COMMAND, ...args],
      { env: { DATA_DIR: dataDir, PORT: '8080', ...env } },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

const issuer = builtInIssuer({ port: 8080 });

const verify = (token: string, issuedBy = issuer) =>
  createTokenVerifier({
    issuer: issuedBy,
    audience: 'walkaround',
    keys: { jwks: identity.jwks },
    organizationClaim: 'organization',
  })(`Bearer ${token.trim()}`);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'token-'));
  const log = { error: console.error };
  identity = await createIdentityProvider({
    issuer,
    dataDir,
    audience: 'walkaround',
    organizationClaim: 'organization',
    log,
  });
});
afterAll(() => rm(dataDir, { recursive: true }));

describe('npm run token', () => {
  it('prints nothing but a token of the demo account, good for 12 hours', async () => {
    const { code, stdout, stderr } = await run();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const actor = await verify(stdout);
    expect(actor).toMatchObject({ user_id: 'demo', organization_id: 'demo' });
    expect(actor.permissions).toContain('inspections:read_organization');
    const { iat, exp } = decodeJwt(stdout);
    expect(exp! - iat!).toBe(12 * 3600);
  });

  it('prints permissions as the apps of generation 4 and 5 look for them, too', async () => {
    const { permissions } = decodeJwt(
      (await run(['--user', 'app', '--permissions', 'inspections:read,webhooks:manage'])).stdout,
    );
    expect(permissions).toEqual(['inspections:read', 'webhooks:manage', 'monk_core_api:inspections:read']);
  });

  it('takes a user, an organization, permissions and a lifetime', async () => {
    const { stdout } = await run([
      ...['--user', 'bob', '--organization', 'acme'],
      ...['--permissions', 'inspections:read,webhooks:manage', '--expires-in', '90s'],
    ]);
    const { iat, exp } = decodeJwt(stdout);
    expect(exp! - iat!).toBe(90);
    expect(await verify(stdout)).toEqual({
      user_id: 'bob',
      organization_id: 'acme',
      permissions: new Set(['inspections:read', 'webhooks:manage']),
      token_ends_at: 1000 * exp!,
    });
  });

  it('gives an invented user no rights over the inspections of others', async () => {
    const { permissions } = await verify((await run(['--user', 'bob'])).stdout);
    expect(permissions).toContain('inspections:create');
    expect([...permissions].filter((name) => /_all$|_organization$|^webhooks/.test(name))).toEqual([]);
  });

  it('uses the public address as issuer, or the one that the running service wrote down', async () => {
    const { stdout } = await run([], { PUBLIC_URL: 'https://inspect.example/' });
    expect((await verify(stdout, 'https://inspect.example/identity')).user_id).toBe('demo');
    const path = join(dataDir, 'service.json');
    await writeFile(path, JSON.stringify({ issuer: 'http://localhost:49152/identity' }));
    const running = await run([], { PORT: '0' });
    await rm(path);
    expect((await verify(running.stdout, 'http://localhost:49152/identity')).user_id).toBe('demo');
  });

  it('says to start the service first when there is no key yet', async () => {
    const { code, stdout, stderr } = await run([], { DATA_DIR: join(dataDir, 'nothing') });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Start the service once with `npm start`');
  });

  it('says where tokens come from when another issuer is configured', async () => {
    const { code, stdout, stderr } = await run([], { OIDC_ISSUER: 'https://login.example.com/' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('tokens come from https://login.example.com/');
  });

  it('explains its options, and a wrong one', async () => {
    expect((await run(['--help'])).stdout).toContain('--expires-in');
    expect((await run(['--expires-in', 'soon'])).stderr).toContain('Write it like 90s, 30m, 12h or 7d.');
    const unknown = await run(['--nope']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toBe("Unknown option '--nope'. --help shows how it is used.\n");
  });
});
