/** For tests: the built-in provider on a real HTTP server and a data folder of its own. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { builtInIssuer } from '../issuer.ts';
import { createTokenVerifier } from '../verify-token.ts';
import { createIdentityProvider } from './provider.ts';
import type { Browser } from './test-browser.ts';
import { target } from './test-browser.ts';

export const AUDIENCE = 'walkaround';
export const DEMO = 'demo@walkaround.local';

export type Tokens = { access_token: string; refresh_token: string; id_token: string };

const startOn = (issuer: string, dataDir: string) =>
  createIdentityProvider({
    issuer,
    dataDir,
    audience: AUDIENCE,
    organizationClaim: 'organization',
    log: { error: (details, message) => console.error(message, details) },
  });

export const startTestProvider = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'identity-'));
  const server = createServer((request, response) => running.handle(request, response));
  await new Promise<void>((done) => server.listen(0, done));
  const issuer = builtInIssuer({ port: (server.address() as AddressInfo).port });
  let running = await startOn(issuer, dataDir);
  const password = (await readFile(running.demo!.passwordFile, 'utf8')).trim();

  const fileAt = (name: string) => join(dataDir, 'identity', name);
  const accountsFile = fileAt('accounts.json');
  const restart = async (as = issuer) => {
    running = await startOn(as, dataDir);
    return running;
  };

  const codeVerifier = randomBytes(32).toString('base64url');
  const redirectUri = `${new URL(issuer).origin}/callback`;

  const authorizeUrl = (more: Record<string, string | undefined> = {}) => {
    const parameters = {
      client_id: 'walkaround-console',
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: redirectUri,
      state: 'abc',
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    };
    const given = Object.entries(parameters).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    return `${issuer}/authorize?${new URLSearchParams(given)}`;
  };

  const askToken = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${issuer}/token`, { method: 'POST', body: new URLSearchParams(form), headers });

  const openLogin = async (browser: Browser, url = authorizeUrl()) => target(await browser.get(url), url);

  const logIn = async (browser: Browser): Promise<URL> => {
    const page = await openLogin(browser);
    const submitted = await browser.post(page, { email: DEMO, password });
    expect(submitted.status).toBe(303);
    const resume = target(submitted, page);
    return new URL(target(await browser.get(resume), resume));
  };

  const tokensFor = async (browser: Browser): Promise<Tokens> => {
    const response = await askToken({
      grant_type: 'authorization_code',
      code: (await logIn(browser)).searchParams.get('code')!,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
      client_id: 'walkaround-console',
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Tokens;
  };

  const refresh = (refreshToken: string) =>
    askToken({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: 'walkaround-console' });

  const verify = (token: string) =>
    createTokenVerifier({
      issuer,
      audience: AUDIENCE,
      keys: { discover: issuer },
      organizationClaim: 'organization',
    })(`Bearer ${token}`);

  const readAccountsFile = async () => JSON.parse(await readFile(accountsFile, 'utf8'));
  const writeAccountsFile = (content: unknown) => writeFile(accountsFile, JSON.stringify(content));

  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await rm(dataDir, { recursive: true });
  };

  return {
    ...{ issuer, password, redirectUri, fileAt, readAccountsFile, writeAccountsFile, restart, stop },
    ...{ authorizeUrl, openLogin, logIn, askToken, tokensFor, refresh, verify },
    current: () => running,
  };
};

export type TestProvider = Awaited<ReturnType<typeof startTestProvider>>;
