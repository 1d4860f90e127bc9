import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Desk,
  endSession,
  expectAccessible,
  expectAccessibleByDayAndNight,
  openDesk,
  PHONE,
  signInAgain,
} from './harness/console.ts';

describe.skipIf(noBrowser)(inBrowser('signing in'), () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk({ MODELS_DIR: '/nowhere' });
  });
  afterAll(() => desk?.close());

  test('a newcomer signs in with the demo account and sees the inspections', async () => {
    const { page, complaints } = await desk.open();
    await page.getByRole('link', { name: 'New inspection' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('somebody who opens a link from a message is taken there after signing in', async () => {
    const context = await desk.browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${desk.url}/?status=DONE&search=AB`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill('demo@walkaround.local');
    await page.getByLabel('Password').fill(desk.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Search', { exact: true }).waitFor();
    expect(page.url()).toBe(`${desk.url}/?status=DONE&search=AB`);
    expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('AB');
    await context.close();
  });

  test('whoever is signed in in one tab is so in another, without a click', async () => {
    const { context } = await desk.open();
    const tab = await context.newPage();
    await tab.goto(`${desk.url}/settings?section=webhooks`);
    await tab.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(tab.url()).toBe(`${desk.url}/settings?section=webhooks`);
  });

  test('a sign-in that is canceled can be tried again', async () => {
    const context = await desk.browser.newContext({ locale: 'de-DE' });
    const page = await context.newPage();
    await page.goto(desk.url);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByRole('heading', { name: 'Die Anmeldung wurde nicht abgeschlossen' }).waitFor();
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await page.getByRole('button', { name: 'Anmelden' }).waitFor();
    await context.close();
  });

  test('without a network the page says so, also where its code could not come', async () => {
    const { page, context } = await desk.open();
    await context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('link', { name: 'New inspection' }).click();
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Load it again' }).click();
    await page.getByRole('heading', { name: 'New inspection' }).waitFor();
  });

  test('another page is begun at its beginning with the keyboard, and has a title of its own', async () => {
    const { page } = await desk.open();
    await page.getByRole('link', { name: 'New inspection' }).click();
    await page.getByRole('heading', { name: 'New inspection' }).waitFor();
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('content');
    expect(await page.title()).toBe('New inspection · Walkaround');
  });

  test('a session that ends while a form is filled in loses nothing of it', async () => {
    const { page } = await desk.open('/new');
    await page.getByRole('textbox', { name: 'Plate' }).fill('TYPED-1');
    await page.getByLabel('Make').fill('Renault');
    await endSession(page);
    await page.getByRole('button', { name: 'Continue to the photos' }).click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('textbox', { name: 'Plate' }).inputValue()).toBe('TYPED-1');
    await signInAgain(page, desk.password);
    await page.waitForURL(/\/inspection\/.+\/capture$/);
    await page.getByRole('heading', { name: 'Renault TYPED-1' }).waitFor();
  });

  test('the first page passes the accessibility check, in light and dark, large and small', async () => {
    for (const viewport of [undefined, PHONE]) {
      const { page } = await desk.open('/', viewport);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessibleByDayAndNight(page);
    }
  });

  test('every page carries a policy that lets no inline script run and no other site frame it', async () => {
    const response = await fetch(`${desk.url}/inspection/any`);
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(await response.text()).not.toMatch(/<script(?![^>]*src=)/);
  });

  // The last one, for the others have the provider's session that it ends.
  test('signing out ends the session: going back does not show anything', async () => {
    const { page } = await desk.open();
    await page.getByLabel('Account').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The provider asks whether it is meant, by a button of the same name.
    await page.waitForURL(/\/identity\//);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'New inspection' }).waitFor({ state: 'detached' });
  });
});
