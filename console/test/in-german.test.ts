import { readFileSync } from 'node:fs';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as de from '../src/words/de.ts';
import * as en from '../src/words/en.ts';
import { analysed } from './harness/analyzed.ts';
import { type Desk, openDeskWithModels } from './harness/console.ts';

const signInWords = (language: string) =>
  readFileSync(
    new URL(`../../server/src/identity/provider/words/${language}.json`, import.meta.url),
    'utf8',
  ).replace(/"\w+":/g, '');

const textOf = (told: object | null): string =>
  Object.values(told ?? {})
    .map((value) => (typeof value === 'string' ? value : textOf(value)))
    .join(' ');

const wordsIn = (text: string): string[] =>
  text
    .replace(/\{\w+\}/g, ' ')
    .toLowerCase()
    .match(/\p{L}{2,}/gu) ?? [];

const GERMAN = new Set(
  wordsIn([textOf(de.words), textOf(de.names), textOf(de.problems), signInWords('de')].join(' ')),
);
/** Every word that the English console, or its sign-in page, has and the German one has not. */
const ENGLISH = new Set(
  wordsIn([textOf(en.words), textOf(en.names), signInWords('en')].join(' ')).filter(
    (word) => !GERMAN.has(word),
  ),
);
/** What is told in the service's refusals, as far as these words show it. */
for (const word of ['the', 'is', 'not', 'and', 'of', 'this', 'with', 'send', 'give']) ENGLISH.add(word);

const PHOTOS = ['front-left', 'lamp-close'];
/** Names that are the same in every language: photos, the account, the app, models, time zones, the version of data. */
const NAMES = new RegExp(
  [...PHOTOS, 'Demo account', 'Walkaround( console)?', '^[A-Z]\\w+/[\\w/ -]+$', '\\b[0-9a-f]{12}\\b'].join(
    '|',
  ),
  'gm',
);

/** All that is to be read on the page: text, labels, hints and titles; but for terms in law and names in code. */
const readOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const isOurs = (element: Element) => !element.closest('[lang="en"], code, pre, script, style, noscript');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const told = [document.title];
    while (walker.nextNode()) {
      const { parentElement: element, textContent } = walker.currentNode;
      if (element && isOurs(element)) told.push(textContent ?? '');
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (isOurs(element)) told.push(element.getAttribute(name)!);
    return told.join('\n');
  });

const englishOn = async (page: Page, models: string[] = []) =>
  (await readOn(page))
    .replace(NAMES, '')
    .replace(new RegExp(`\\b(${models.join('|')})\\b`, 'g'), '')
    .split('\n')
    .filter((line) => wordsIn(line).some((word) => ENGLISH.has(word)));

describe.skipIf(noBrowser)(inBrowser('the console in German'), () => {
  let desk: Desk;
  let client: Client;
  let page: Page;
  let id: string;

  beforeAll(async () => {
    desk = await openDeskWithModels();
    const english = await desk.open();
    client = await desk.clientFor(english.page);
    const vehicle = { plate: 'DE-GH 789' };
    const earlier = await analysed(client, ['intact-front-left'], { vehicle });
    id = await analysed(client, PHOTOS, {
      // Another spelling of the same plate.
      vehicle: { plate: 'DEGH789' },
      relatedInspectionId: earlier,
    });
    const context = await desk.browser.newContext({ locale: 'de-DE' });
    page = await context.newPage();
    page.setDefaultTimeout(30_000);
  }, 240_000);
  afterAll(async () => {
    await page?.context().close();
    await desk?.close();
  });

  test('the words that are looked for are English ones', () => {
    expect(ENGLISH.size).toBeGreaterThan(500);
    for (const word of ['damage', 'severity', 'photos', 'price', 'assumed']) expect(ENGLISH).toContain(word);
  });

  test('the sign-in page speaks German, also of a wrong password', async () => {
    await page.goto(desk.url);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByLabel('Passwort').waitFor();
    expect(await englishOn(page)).toEqual([]);
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    // An address of its own: wrong passwords of the demo account would keep other files from signing in.
    await page.getByLabel('E-Mail').fill('niemand@example.com');
    await page.getByLabel('Passwort').fill('falsch');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('alert').waitFor();
    expect(await englishOn(page)).toEqual([]);
    await page.getByLabel('E-Mail').fill('demo@walkaround.local');
    await page.getByLabel('Passwort').fill(desk.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByLabel('Konto').waitFor();
  });

  test.each([
    ['/inspection/ID', '.damage-row'],
    ['/inspection/ID/comparison', '.compared'],
    ['/inspection/ID/report', 'form'],
    ['/inspection/ID/capture', 'h1'],
    ['/new', 'form'],
    ['/settings', 'form, fieldset'],
    ['/settings?section=prices', 'table'],
    ['/settings?section=webhooks', '.card, .button'],
    ['/inspection/01a1e43f-767a-72ed-96ba-f570a10232a8', '[role="alert"]'],
  ])('%s has no English word', async (path, shows) => {
    await page.goto(desk.url + path.replace('ID', id));
    await page.locator(`main :is(${shows})`).first().waitFor();
    expect(await englishOn(page)).toEqual([]);
  });

  test('the page about the models has no English word but their names and the terms in law', async () => {
    const { result: models } = await client.models.getMany();
    await page.goto(`${desk.url}/about`);
    await page.locator('main table').waitFor();
    expect(await englishOn(page, models)).toEqual([]);
  });

  test('why a severity and a price are as they are is said in German', async () => {
    await page.goto(`${desk.url}/inspection/${id}`);
    const details = page.getByRole('button', { name: /^Details: / });
    await details.first().waitFor();
    const count = Math.min(4, await details.count());
    let lines = 0;
    for (let at = 0; at < count; at += 1) {
      await details.nth(at).click();
      await page.getByRole('dialog').waitFor();
      expect(await page.getByRole('dialog').locator('.soft').count()).toBeGreaterThan(0);
      lines += await page.locator('dialog .estimate-lines tbody tr').count();
      expect(await englishOn(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(lines).toBeGreaterThan(0);
  });

  test('so is what the service refuses', async () => {
    await page.goto(`${desk.url}/settings?section=webhooks`);
    await page
      .getByRole('button', { name: /^Webhook/ })
      .first()
      .click();
    await page.getByLabel('Adresse').fill('ftp://example.com');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Diese Adresse nimmt der Dienst nicht an.').waitFor();
    expect(await englishOn(page)).toEqual([]);
  });
});
