import { execFile } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import { type Client, createClient } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, expectAccessible, openDesk, PHONE } from './harness/console.ts';

const TOKEN_COMMAND = fileURLToPath(new URL('../../server/src/commands/token.ts', import.meta.url));

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Inspections' }).getByRole('listitem');
const names = (page: Page) => rowsOf(page).locator('strong').allInnerTexts();
const details = (page: Page) => page.getByRole('region', { name: 'Details' });

describe.skipIf(noBrowser)(inBrowser('claims'), () => {
  let desk: Desk;
  let page: Page;
  let complaints: string[];
  let mine: Client;
  let clio: string;
  beforeAll(async () => {
    desk = await openDesk({ MODELS_DIR: '/nowhere' });
    ({ page, complaints } = await desk.open());
    mine = await desk.clientFor(page);
    const { stdout } = await promisify(execFile)(process.execPath, [TOKEN_COMMAND, '--user', 'bert'], {
      env: { ...process.env, DATA_DIR: desk.service.dataDir, PORT: new URL(desk.url).port },
    });
    const bert = createClient({ baseUrl: desk.url, getToken: () => stdout.trim() });
    await bert.organization.joinMembers();
  });
  afterAll(() => desk?.close());

  test('a new inspection is told what it is about, and its page shows it', async () => {
    await page.goto(`${desk.url}/new`);
    await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('Claim');
    await page.getByLabel('Reference or claim number').fill(' CLM-2026/0417 ');
    await page.getByLabel('Customer').fill('Zoë <b>Müller</b>');
    await page.getByLabel('Date of loss').fill('2026-02-28');
    await page.getByRole('textbox', { name: 'Plate' }).fill('AB-123-CD');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue to the photos' }).click();
    await page.waitForURL(/\/inspection\/.+\/capture$/);
    clio = page.url().split('/').at(-2)!;
    await page.goto(`${desk.url}/inspection/${clio}`);
    const said = await details(page).innerText();
    for (const word of ['Claim', 'CLM-2026/0417', 'Zoë <b>Müller</b>', '28 Feb 2026'])
      expect(said).toContain(word);
  });

  test('details are changed, the inspection is assigned, and the history says who did it', async () => {
    await page.getByRole('button', { name: 'Change details' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByLabel('Customer').fill('Zoë Müller');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => details(page).innerText()).not.toContain('<b>');
    await details(page).getByLabel('Assigned to').selectOption('bert');
    const history = page.getByRole('region', { name: 'What was changed' });
    await expect.poll(() => history.innerText()).toContain('Assigned to: – → bert');
    expect(await history.innerText()).toContain('Customer: Zoë <b>Müller</b> → Zoë Müller');
    expect((await mine.inspections.getOne(clio)).entities.inspections[clio]!.assignedTo).toBe('bert');
  });

  test('a comment is shown as it was typed, with its author, and deleted it leaves a trace', async () => {
    const comments = page.getByRole('region', { name: 'Comments' });
    await comments.getByLabel('New comment').fill('Look:\n<img src=x onerror=alert(1)>');
    await comments.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect.poll(() => comments.innerText()).toContain('<img src=x onerror=alert(1)>');
    expect(await comments.innerText()).toContain('Demo account');
    expect(await comments.getByLabel('New comment').inputValue()).toBe('');
    await expectAccessible(page);
    await comments.getByRole('button', { name: /^Delete the comment of/ }).click();
    await expect.poll(() => comments.innerText()).toContain('Deleted by its author');
    expect(await comments.innerText()).not.toContain('onerror');
  });

  test('the list is searched by customer and person, sorted by cost, and narrowed by type and day', async () => {
    for (const [brand, pricing] of [
      ['Fiat', 200],
      ['Audi', 900],
      ['Seat', 50],
    ] as const) {
      const { result } = await mine.inspections.createOne({
        tasks: { damageDetection: {} },
        vehicle: { brand },
        inspectionType: 'check_in',
      });
      await mine.pricing.createOne(result, { pricing, relatedItemType: 'vehicle' });
    }
    await page.goto(desk.url);
    const search = page.getByRole('searchbox', { name: 'Search' });
    for (const text of ['muller', 'clm20260417', 'bert', 'ab123 zoe']) {
      await search.fill(text);
      await expect.poll(() => names(page)).toEqual(['AB-123-CD']);
    }
    await search.fill('');
    await expect.poll(() => rowsOf(page).count()).toBe(4);
    await page.getByRole('button', { name: 'Sort by Cost' }).click();
    await expect.poll(() => names(page)).toEqual(['Audi', 'Fiat', 'Seat', 'AB-123-CD']);
    await page.getByRole('button', { name: 'Sort by Cost' }).click();
    await expect.poll(() => names(page)).toEqual(['AB-123-CD', 'Seat', 'Fiat', 'Audi']);
    await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('Check-in');
    await expect.poll(() => names(page)).toEqual(['Seat', 'Fiat', 'Audi']);
    await page.getByRole('button', { name: 'All 3' }).waitFor();
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByRole('heading', { name: 'No inspection matches' }).waitFor();
    await page.getByLabel('To', { exact: true }).fill('');
    await expect.poll(() => rowsOf(page).count()).toBe(3);
    await expectAccessible(page);
  });

  test('a list is saved under a name, renamed and opened again', async () => {
    await page.getByRole('button', { name: 'Save this list' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Cheap check-ins');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const saved = page.getByRole('navigation', { name: 'Saved lists' });
    await saved.getByRole('button', { name: 'Rename Cheap check-ins' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByLabel('Name').fill('Check-ins');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await saved.getByRole('link', { name: 'Check-ins', exact: true }).waitFor();
    expect(await saved.getByRole('button', { name: 'Save this list' }).count()).toBe(0);
    await page.goto(desk.url);
    await saved.getByRole('link', { name: 'Check-ins' }).click();
    await expect.poll(() => names(page)).toEqual(['Seat', 'Fiat', 'Audi']);
    await saved.getByRole('button', { name: 'Delete the saved list Check-ins' }).click();
    await saved.getByRole('link').waitFor({ state: 'detached' });
  });

  test('rows are gone through, selected and searched by keyboard alone', async () => {
    await page.goto(desk.url);
    await rowsOf(page).first().waitFor();
    for (const key of ['j', 'x', 'ArrowDown', 'x', 'k', 'x']) await page.keyboard.press(key);
    const bar = page.getByRole('region', { name: 'Selected inspections' });
    await expect.poll(() => bar.innerText()).toContain('1 selected');
    expect(await rowsOf(page).nth(1).getByRole('checkbox').isChecked()).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('jx');
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('jx');
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
  });

  test('selected inspections are assigned and exported together', async () => {
    await page.goto(desk.url);
    await page.getByLabel('Select all on this page').check();
    const bar = page.getByRole('region', { name: 'Selected inspections' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const table = await text(await file.createReadStream());
    expect(table.split('\r\n')[0]).toContain('Reference,Customer,Date of loss');
    expect(table).toContain('CLM-2026/0417,Zoë Müller,2026-02-28,bert,AB-123-CD');
    expect(table.trimEnd().split('\r\n')).toHaveLength(5);
    await expectAccessible(page);
    await bar.getByLabel('Assign to …').selectOption('Demo account');
    await page.getByText('4 inspections assigned').waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('My queue');
    await expect.poll(() => rowsOf(page).count()).toBe(4);
  });

  test('what is deleted can be restored; what is erased is gone for good; both ask first', async () => {
    await page.goto(`${desk.url}/inspection/${clio}`);
    await details(page).getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.innerText()).toContain('it can be restored');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await details(page).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(`${desk.url}/`);
    await expect.poll(() => rowsOf(page).count()).toBe(3);
    await page.getByLabel('Deleted', { exact: true }).check();
    await expect.poll(() => names(page)).toEqual(['AB-123-CD']);
    await page.getByLabel('Select AB-123-CD').check();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('heading', { name: 'No inspection matches' }).waitFor();

    await mine.inspections.deleteOne(clio);
    await page.reload();
    await page.getByLabel('Select AB-123-CD').check();
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await expectAccessible(page);
    expect(await dialog.innerText()).toContain('Nothing brings them back');
    expect(complaints).toEqual([]);
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('1 inspection is being erased').waitFor();
    await expect
      .poll(() => mine.inspections.getOne(clio, { showDeletedObjects: true }).catch(({ status }) => status))
      .toBe(404);
    // While it goes, the list may still ask for its picture and be told that there is none.
    expect(complaints.filter((words) => !words.includes('404'))).toEqual([]);
  });

  test('on a phone, in the dark and in German, all of it fits and is accessible', async () => {
    const { page: phone } = await desk.open('/', PHONE);
    await phone.emulateMedia({ colorScheme: 'dark' });
    await phone.evaluate("localStorage.setItem('walkaround-language', 'de')");
    await phone.reload();
    const list = phone.getByRole('list', { name: 'Inspektionen' }).getByRole('listitem');
    await list.first().waitFor();
    expect(await phone.getByLabel('Von', { exact: true }).isVisible()).toBe(false);
    await phone.getByRole('button', { name: 'Filter', exact: true }).click();
    await phone.getByLabel('Von', { exact: true }).waitFor();
    await list.first().getByRole('checkbox').check();
    await phone.getByText('1 ausgewählt').waitFor();
    await expectAccessible(phone);
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    await phone.goto(`${desk.url}/new`);
    await phone.getByLabel('Aktenzeichen oder Schadennummer').waitFor();
    await expectAccessible(phone);
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  });
});
