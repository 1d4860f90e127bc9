/** A person at the console: a real service with its built-in identity provider, and a real browser. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openBrowser, openWholeBrowser } from '@walkaround/harness/services/browser.ts';
import { inherited, type Service, startService } from '@walkaround/harness/services/service.ts';
import { createClient } from '@walkaround/sdk';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, inject } from 'vitest';

const TOKEN_COMMAND = fileURLToPath(new URL('../../../server/src/commands/token.ts', import.meta.url));

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export type Desk = Awaited<ReturnType<typeof deskAt>>;

const fillIn = async (page: Page, password: string) => {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill('demo@walkaround.local');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Account', { exact: true }).waitFor();
};

/** From the command of the service. Without a name it is one of the demo account. */
const tokenFor = async (
  { dataDir }: Pick<Service, 'dataDir'>,
  who: { user?: string; organization?: string | undefined; permissions?: string },
) => {
  const wishes = Object.entries(who).flatMap(([name, value]) => (value ? [`--${name}`, value] : []));
  const { stdout } = await promisify(execFile)(process.execPath, [TOKEN_COMMAND, ...wishes], {
    env: { ...inherited(), DATA_DIR: dataDir },
  });
  return stdout.trim();
};

const tokenOf = (page: Page) =>
  page.evaluate(() => {
    const kept = Object.entries(sessionStorage).find(([name]) => name.startsWith('oidc.user:'));
    return JSON.parse(kept![1]).access_token as string;
  });

/** The provider's cookies, and what the tab keeps of who is signed in. */
type SignedIn = {
  cookies: Awaited<ReturnType<BrowserContext['storageState']>>;
  tab: Record<string, string>;
};

/** Whoever signs in first at the shared service leaves it for the other files. */
const signedInAt = (dataDir: string) => join(dataDir, 'test-signed-in.json');

const readSignedIn = async (dataDir: string): Promise<SignedIn | undefined> => {
  const text = await readFile(signedInAt(dataDir), 'utf8').catch(() => null);
  return text === null ? undefined : JSON.parse(text);
};

const leaveSignedIn = async (dataDir: string, signedIn: SignedIn) => {
  const whole = `${signedInAt(dataDir)}.${randomUUID()}`;
  await writeFile(whole, JSON.stringify(signedIn));
  await rename(whole, signedInAt(dataDir));
};

/**
 * As a tab that was signed in before: without it each page would load the console three times, to ask the provider who
 * is there. Once for each tab, so that whoever signs out stays so; other tabs of the context ask the provider.
 */
const takeOver = (page: Page, { tab }: SignedIn) =>
  page.addInitScript((kept) => {
    if (window === window.top && sessionStorage.length === 0)
      for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
  }, tab);

/** The same person, who acts for another organization. */
const actingFor = async (
  service: Pick<Service, 'dataDir'>,
  organization: string,
  { cookies, tab }: SignedIn,
) => {
  const [name, kept] = Object.entries(tab).find(([key]) => key.startsWith('oidc.user:'))!;
  const access_token = await tokenFor(service, { organization });
  return { cookies, tab: { ...tab, [name]: JSON.stringify({ ...JSON.parse(kept), access_token }) } };
};

/** Others sign in there with the same account: for files that look at inspections of their own only. */
const sharedDesk = (name: 'desk' | 'deskWithModels') => ({ ...inject(name), stop: async () => {} });

/** A service and a browser; each test opens pages of its own. `organization`: another one than that of the account. */
const deskAt = async (
  service: Pick<Service, 'url' | 'dataDir'> & { stop(): Promise<unknown> },
  browserOptions: string[] | 'whole browser' = [],
  organization?: string,
) => {
  const browser = await (browserOptions === 'whole browser'
    ? openWholeBrowser()
    : openBrowser(browserOptions));
  const password = (await readFile(join(service.dataDir, 'identity/demo-password.txt'), 'utf8')).trim();
  const contexts: BrowserContext[] = [];
  /** Once somebody has signed in: the form is filled in once. */
  let known = await readSignedIn(service.dataDir);

  /** A page of somebody who is signed in. What the page complains about fails the test that looks at `complaints`. */
  const open = async (path = '/', viewport = DESKTOP) => {
    const context = await browser.newContext({
      viewport,
      hasTouch: viewport.width < 600,
      permissions: ['camera'],
      locale: 'en-GB',
      // Nobody looks at what moves while a page waits, and each frame takes processor time from what it waits for.
      reducedMotion: 'reduce',
      storageState: known?.cookies,
    });
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    if (known) await takeOver(page, known);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(service.url + path);
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    await button.or(page.getByLabel('Account')).first().waitFor();
    if (await button.isVisible()) {
      await fillIn(page, password);
      const tab = await page.evaluate(() => ({ ...sessionStorage }));
      known = { cookies: await context.storageState(), tab };
      await leaveSignedIn(service.dataDir, known);
    }
    return { page, context, complaints };
  };

  if (organization) {
    if (!known) await (await open()).context.close();
    known = await actingFor(service, organization, known!);
  }

  const clientWith = (token: string) => createClient({ baseUrl: service.url, getToken: () => token });

  /** The service as the same person sees it, to prepare what a test looks at. */
  const clientFor = async (page: Page) => clientWith(await tokenOf(page));

  /** Somebody else of the organization, with the rights over their own inspections. */
  const colleague = async (user: string) => clientWith(await tokenFor(service, { user, organization }));

  return {
    url: service.url,
    service,
    browser,
    password,
    organization,
    open,
    clientFor,
    colleague,
    close: async () => {
      for (const context of contexts) await context.close();
      await browser.close();
      await service.stop();
    },
  };
};

/** They are the shared ones, unless there are settings: then they are started for them. */
export const openDesk = async (
  environment?: Record<string, string>,
  browserOptions?: string[] | 'whole browser',
): Promise<Desk> => {
  const own = environment && { LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0', ...environment };
  return deskAt(own ? await startService(own) : sharedDesk('desk'), browserOptions);
};

/** The shared one whose models look at every photo: for files in which it matters what they find. */
export const openDeskWithModels = (browserOptions?: string[]): Promise<Desk> =>
  deskAt(sharedDesk('deskWithModels'), browserOptions);

/** An organization of its own at a shared one: for files that change its settings, or count all that it has. */
export const openOwnOrganization = (name: 'desk' | 'deskWithModels' = 'desk'): Promise<Desk> =>
  deskAt(sharedDesk(name), [], `of-its-own-${randomUUID()}`);

/** As after a night: the token is over, and so are the one that renews it and the provider's own session. */
export const endSession = async (page: Page) => {
  await page.context().clearCookies();
  await page.evaluate(() => {
    const [name, kept] = Object.entries(sessionStorage).find(([key]) => key.startsWith('oidc.user:'))!;
    const over = { ...JSON.parse(kept), access_token: 'over', refresh_token: 'over', expires_at: 1 };
    sessionStorage.setItem(name, JSON.stringify(over));
  });
};

/** In the small window that the page opens for it. */
export const signInAgain = async (page: Page, password: string) => {
  const opening = page.waitForEvent('popup');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in again' }).click();
  const popup = await opening;
  await popup.getByLabel('Email').fill('demo@walkaround.local');
  await popup.getByLabel('Password').fill(password);
  await popup.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor({ state: 'detached' });
};

/** Somebody else takes the place of whoever is signed in: with a token of the service's own command. */
export const signInAs = async (desk: Desk, page: Page, who: { user: string; permissions: string }) => {
  const { service, organization } = desk;
  const access_token = await tokenFor(service, { ...who, organization });
  const person = { access_token, profile: { sub: who.user, name: who.user } };
  await page.evaluate((their) => {
    const [name, kept] = Object.entries(sessionStorage).find(([key]) => key.startsWith('oidc.user:'))!;
    sessionStorage.setItem(name, JSON.stringify({ ...JSON.parse(kept), ...their }));
  }, person);
};

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** WCAG 2.2 AA, as far as a program can tell. */
export const expectAccessible = async (page: Page, rules = RULES) => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async (runOnly) => {
    // Buttons that are scrolled under the bar at the top would count as covered.
    window.scrollTo(0, 0);
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    // What passes is nobody's concern, and telling of it takes most of the time.
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, rules);
  expect(found).toEqual([]);
};

/** At night only the colors of a page are others, and two rules look at these: they take half of the time of all. */
export const expectAccessibleByDayAndNight = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, ['color-contrast', 'link-in-text-block']);
};
