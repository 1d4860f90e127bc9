import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, target } from './test-browser.ts';
import type { TestProvider, Tokens } from './test-provider.ts';
import { AUDIENCE, DEMO, startTestProvider } from './test-provider.ts';

let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.stop());

describe('a person', () => {
  it('logs in with the demo account and gets tokens that the service accepts', async () => {
    const tokens = await provider.tokensFor(openBrowser());
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ azp: 'walkaround-console', aud: AUDIENCE });
    const actor = await provider.verify(tokens.access_token);
    expect(actor).toMatchObject({ user_id: 'demo', organization_id: 'demo' });
    for (const name of ['webhooks:manage', 'inspections:read_organization'])
      expect(actor.permissions).toContain(name);
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      email: 'demo@walkaround.local',
      aud: 'walkaround-console',
    });
    const userinfo = await fetch(`${provider.issuer}/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}`, origin: 'http://localhost:5173' },
    });
    expect(await userinfo.json()).toMatchObject({ sub: 'demo', name: 'Demo account', organization: 'demo' });
    expect(userinfo.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('is sent back to the app with its state', async () => {
    const end = await provider.logIn(openBrowser());
    expect(`${end.origin}${end.pathname}`).toBe(provider.redirectUri);
    expect(Object.fromEntries(end.searchParams)).toMatchObject({ state: 'abc', iss: provider.issuer });
  });

  it('sees a page without scripts that nobody can frame, with the demo account on it', async () => {
    const browser = openBrowser();
    const response = await browser.get(await provider.openLogin(browser));
    const html = await response.text();
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; .*frame-ancestors 'none'/,
    );
    expect(html).not.toMatch(/<script|\son\w+=|javascript:/i);
    expect(html).toContain('demo@walkaround.local');
    expect(html).toContain('identity/demo-password.txt');
    expect(html).not.toContain(provider.password);
  });

  it('is told that the password is wrong, keeps the email, and can try again', async () => {
    const browser = openBrowser();
    const page = await provider.openLogin(browser);
    const wrong = await browser.post(page, { email: 'demo@walkaround.local"><b>', password: 'wrong' });
    expect(wrong.status).toBe(422);
    const html = await wrong.text();
    expect(html).toContain('The email or the password is not right.');
    expect(html).toContain('value="demo@walkaround.local&#34;&#62;&#60;b&#62;"');
    expect(
      (await browser.post(page, { email: ' Demo@Walkaround.local ', password: provider.password })).status,
    ).toBe(303);
  });

  it('who cancels is sent back to the app with access_denied', async () => {
    const browser = openBrowser();
    const page = await provider.openLogin(browser);
    const resume = target(await browser.post(page, { cancel: 'yes' }), page);
    const back = new URL(target(await browser.get(resume), resume));
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(`${back.origin}${back.pathname}`).toBe(provider.redirectUri);
  });

  it('who is logged in is not asked again, not even by prompt=none', async () => {
    const browser = openBrowser();
    await provider.logIn(browser);
    const again = new URL(
      target(await browser.get(provider.authorizeUrl({ prompt: 'none' })), provider.issuer),
    );
    expect(again.searchParams.get('code')).toBeTruthy();
    const stranger = new URL(
      target(await openBrowser().get(provider.authorizeUrl({ prompt: 'none' })), provider.issuer),
    );
    expect(stranger.searchParams.get('error')).toBe('login_required');
  });

  it('whose guesses come too fast has to wait', async () => {
    const browser = openBrowser();
    const page = await provider.openLogin(browser);
    const statuses: number[] = [];
    let last: Response | undefined;
    for (let i = 0; i < 11; i++) {
      last = await browser.post(page, { email: 'eve@walkaround.local', password: `guess ${i}` });
      statuses.push(last.status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await last!.text()).toMatch(/too many attempts to sign in\. Wait \d+ seconds/);
    expect((await browser.post(page, { email: DEMO, password: provider.password })).status).toBe(303);
  });

  it('cannot use a login page from another browser or after it has expired', async () => {
    const page = await provider.openLogin(openBrowser());
    const response = await openBrowser().post(page, { email: DEMO, password: provider.password });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Go back to the app and start again.');
    const json = await openBrowser().get(page, 'application/json');
    expect(await json.json()).toMatchObject({
      error: 'invalid_request',
      message: expect.stringContaining('expired'),
    });
  });

  it('who signs out can no longer refresh, and has to log in again', async () => {
    const browser = openBrowser();
    const tokens = await provider.tokensFor(browser);
    const back = `${new URL(provider.issuer).origin}/`;
    const asked = { id_token_hint: tokens.id_token, post_logout_redirect_uri: back };
    const html = await (await browser.get(`${provider.issuer}/logout?${new URLSearchParams(asked)}`)).text();
    const [, action] = /action="([^"]+)"/.exec(html) ?? [];
    const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(html) ?? [];
    const done = await browser.post(action!, { xsrf: xsrf!, logout: 'yes' });
    expect(target(done, provider.issuer)).toBe(back);
    expect((await provider.refresh(tokens.refresh_token)).status).toBe(400);
    expect(await provider.openLogin(browser)).toContain('/interaction/');
  });
});

describe('a refresh token', () => {
  it('gives a new access token and is replaced; used twice, it ends the login', async () => {
    const tokens = await provider.tokensFor(openBrowser());
    const renewed = (await (await provider.refresh(tokens.refresh_token)).json()) as Tokens;
    expect((await provider.verify(renewed.access_token)).user_id).toBe('demo');
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect((await provider.refresh(tokens.refresh_token)).status).toBe(400);
    expect((await provider.refresh(renewed.refresh_token)).status).toBe(400);
  });
});
