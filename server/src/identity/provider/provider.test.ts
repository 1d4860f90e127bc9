import { stat } from 'node:fs/promises';
import type { JSONWebKeySet } from 'jose';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBrowser, target } from './test-browser.ts';
import type { TestProvider, Tokens } from './test-provider.ts';
import { AUDIENCE, startTestProvider } from './test-provider.ts';

const printed = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')];

let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.stop());

describe('the first start', () => {
  it('prints nothing by itself', () => {
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
  });

  it('makes keys, accounts and the demo password that only the operator can read', async () => {
    for (const name of ['keys.json', 'accounts.json', 'demo-password.txt'])
      expect((await stat(provider.fileAt(name))).mode & 0o777).toBe(0o600);
    expect(provider.current().demo?.email).toBe('demo@walkaround.local');
    expect(JSON.stringify(await provider.readAccountsFile())).not.toContain(provider.password);
  });

  it('shows no private part of a key', async () => {
    const published = (await (await fetch(`${provider.issuer}/jwks`)).json()) as JSONWebKeySet;
    expect(published.keys).toHaveLength(1);
    for (const jwk of [...published.keys, ...provider.current().jwks.keys])
      expect(Object.keys(jwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it('is discovered at the issuer, whatever the Host header says', async () => {
    const document = await (
      await fetch(`${provider.issuer.replace('localhost', '127.0.0.1')}/.well-known/openid-configuration`)
    ).json();
    expect(document).toMatchObject({
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/authorize`,
      token_endpoint: `${provider.issuer}/token`,
      jwks_uri: `${provider.issuer}/jwks`,
      userinfo_endpoint: `${provider.issuer}/userinfo`,
      end_session_endpoint: `${provider.issuer}/logout`,
      code_challenge_methods_supported: ['S256'],
    });
  });
});

describe('a script', () => {
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`walkaround-script:${secret}`).toString('base64')}`,
  });

  it('gets a token with its secret, which the service accepts', async () => {
    const { secret } = (await provider.readAccountsFile()).clients[1];
    const response = await provider.askToken({ grant_type: 'client_credentials' }, basic(secret));
    const { access_token: token } = (await response.json()) as Tokens;
    const actor = await provider.verify(token);
    expect(actor).toMatchObject({ user_id: 'walkaround-script', organization_id: 'demo' });
    expect(actor.permissions).toContain('inspections:read_organization');
    expect(decodeJwt(token)).toMatchObject({ iss: provider.issuer, aud: AUDIENCE, azp: 'walkaround-script' });
    expect(decodeJwt(token).permissions).toContain('monk_core_api:inspections:create');
  });

  it('gets JSON and no token with a wrong secret', async () => {
    const response = await provider.askToken({ grant_type: 'client_credentials' }, basic('wrong'));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: 'invalid_client' });
  });

  it('gets no more rights by asking for more', async () => {
    const before = await provider.readAccountsFile();
    const [console, { secret, ...script }] = before.clients;
    const limited = { ...script, secret, permissions: ['inspections:read'] };
    await provider.writeAccountsFile({ ...before, clients: [console, limited] });
    await provider.restart();
    const form = { grant_type: 'client_credentials', scope: 'inspections:read_all' };
    const { access_token: token } = (await (await provider.askToken(form, basic(secret))).json()) as Tokens;
    expect([...(await provider.verify(token)).permissions]).toEqual(['inspections:read']);
    await provider.writeAccountsFile(before);
    await provider.restart();
  });
});

describe('an app', () => {
  it('cannot log people in without PKCE', async () => {
    const url = provider.authorizeUrl({ code_challenge: undefined, code_challenge_method: undefined });
    const back = new URL(target(await openBrowser().get(url), provider.issuer));
    expect(back.searchParams.get('error')).toBe('invalid_request');
  });

  it('cannot exchange a code without the PKCE verifier', async () => {
    const code = (await provider.logIn(openBrowser())).searchParams.get('code')!;
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: provider.redirectUri,
      client_id: 'walkaround-console',
    };
    expect((await provider.askToken(form)).status).toBe(400);
    expect((await provider.askToken({ ...form, code_verifier: 'x'.repeat(43) })).status).toBe(400);
  });

  it('may come back to any port of this machine, but to no other machine', async () => {
    expect(
      await provider.openLogin(
        openBrowser(),
        provider.authorizeUrl({ redirect_uri: 'http://localhost:5173/callback' }),
      ),
    ).toContain('/interaction/');
    const refused = await openBrowser().get(
      provider.authorizeUrl({ redirect_uri: 'https://evil.example/callback' }),
    );
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('not registered');
  });

  it('in a browser of another origin may call the token endpoint', async () => {
    const response = await fetch(`${provider.issuer}/token`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  });

  it('gets JSON for what does not exist', async () => {
    const response = await fetch(`${provider.issuer}/nothing`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'not_found', message: 'There is no such page.' });
  });
});

describe('after a restart', () => {
  it('the keys are the same, so tokens go on working', async () => {
    const { access_token: token } = await provider.tokensFor(openBrowser());
    const keysBefore = provider.current().jwks;
    await provider.restart();
    expect(provider.current().jwks).toEqual(keysBefore);
    expect((await provider.verify(token)).user_id).toBe('demo');
  });

  it('a password that the operator wrote into the file is hashed and works', async () => {
    const file = await provider.readAccountsFile();
    file.accounts.push({ id: 'ada', email: 'ada@example.com', name: 'Ada', password: 'correct horse' });
    await provider.writeAccountsFile(file);
    await provider.restart();
    expect(JSON.stringify(await provider.readAccountsFile())).not.toContain('correct horse');
    const browser = openBrowser();
    const page = await provider.openLogin(browser);
    expect((await browser.post(page, { email: 'ada@example.com', password: 'correct horse' })).status).toBe(
      303,
    );
  });

  it('a damaged accounts file is refused with its name and the cure', async () => {
    const before = await provider.readAccountsFile();
    await provider.writeAccountsFile({ accounts: [{}] });
    await expect(provider.restart()).rejects.toThrow(
      /accounts\.json cannot be used: [\s\S]*Correct it, or delete it/,
    );
    await provider.writeAccountsFile(before);
  });
});

describe('behind a public https address', () => {
  it('uses that address everywhere, sends Secure cookies and tells no path of the machine', async () => {
    await provider.restart('https://inspect.example/identity');
    const discovery = await fetch(`${provider.issuer}/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({
      authorization_endpoint: 'https://inspect.example/identity/authorize',
    });
    const browser = openBrowser();
    const started = await browser.get(
      provider.authorizeUrl({ redirect_uri: 'https://inspect.example/callback' }),
    );
    for (const cookie of started.headers.getSetCookie()) expect(cookie).toMatch(/; secure/i);
    const { pathname } = new URL(target(started, provider.issuer));
    const page = await (await browser.get(`${new URL(provider.issuer).origin}${pathname}`)).text();
    expect(page).toContain('<code>identity/demo-password.txt in the data folder</code>');
    const elsewhere = await openBrowser().get(
      provider.authorizeUrl({ redirect_uri: 'http://localhost:5173/callback' }),
    );
    expect(elsewhere.status).toBe(400);
    await provider.restart();
  });
});
