import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import { inWholeBrowser, noPdfInBrowser } from '@walkaround/harness/services/browser.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Desk,
  expectAccessible,
  expectAccessibleByDayAndNight,
  openDesk,
  PHONE,
} from './harness/console.ts';
import { reportedInspection } from './harness/reported.ts';

describe.skipIf(noPdfInBrowser)(inWholeBrowser('the report'), () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(undefined, 'whole browser');
  });
  afterAll(() => desk?.close());

  test('is asked for in a language, watched, previewed, downloaded, and made anew when it is out of date', async () => {
    const { page, complaints } = await desk.open();
    const client = await desk.clientFor(page);
    const id = await reportedInspection(client);
    await page.goto(`${desk.url}/inspection/${id}/report`);
    await page.getByText('There is no report yet.').waitFor();
    await expectAccessible(page);

    const form = page.getByRole('form', { name: 'Make the report' });
    await form.getByLabel('Language').selectOption('Français');
    await form.getByLabel('Show what the repairs cost').check();
    await page.getByText('Names to print on it').click();
    await page.getByLabel('Client').fill('Ada Martin');
    await page.getByRole('button', { name: 'Make the report' }).click();
    await page.getByText('Up to date').waitFor({ timeout: 60_000 });
    await page.getByTitle('Preview of the report').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`inspection-${id}.pdf`);
    const url = (await page.getByRole('link', { name: 'Open' }).getAttribute('href'))!;
    const { text, language } = await readPdf(Buffer.from(await (await fetch(url)).arrayBuffer()));
    expect(language).toBe('fr');
    expect(text).toContain('Ada Martin');
    expect(text).toContain('€');

    await client.damages.createOne(id, { damageType: 'dent', partType: 'roof' });
    await page.getByText('Out of date').waitFor();
    await page.getByText('The inspection has changed since.').waitFor();
    await page.getByRole('button', { name: 'Make it again' }).click();
    await page.getByText('Up to date').waitFor({ timeout: 60_000 });
    await expectAccessibleByDayAndNight(page);
    expect(complaints).toEqual([]);
  }, 180_000);

  test('opens on a page of its own on a phone, where nothing is wider than the screen', async () => {
    const { page, complaints } = await desk.open('/', PHONE);
    const client = await desk.clientFor(page);
    const id = await reportedInspection(client);
    await client.pdf.requestOne(id, {});
    await client.waitForPdf(id);
    await page.goto(`${desk.url}/inspection/${id}/report`);
    await page.getByText('This browser shows the report on a page of its own').waitFor();
    expect(await page.getByTitle('Preview of the report').count()).toBe(0);
    const url = (await page.getByRole('link', { name: 'Open' }).getAttribute('href'))!;
    expect((await fetch(url)).headers.get('content-type')).toBe('application/pdf');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  }, 120_000);

  test('of an inspection that is not there says so, with the way to those that are', async () => {
    const { page } = await desk.open('/inspection/01990000-0000-7000-8000-000000000000/report');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All inspections', exact: true }).click();
    await page.getByRole('heading', { name: 'Inspections' }).waitFor();
  });
});
