import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPicture } from './harness/analyzed.ts';
import {
  DESKTOP,
  type Desk,
  expectAccessible,
  expectAccessibleByDayAndNight,
  openDesk,
  PHONE,
} from './harness/console.ts';
import { wheelsAndPlates } from './harness/read.ts';
import { reportedInspection } from './harness/reported.ts';

describe.skipIf(noBrowser)(inBrowser('sharing'), () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk();
  });
  afterAll(() => desk?.close());

  /** Somebody who was sent the link, on a device where nobody ever signed in. */
  const stranger = async (url: string, viewport = PHONE) => {
    const context = await desk.browser.newContext({ viewport, hasTouch: true, locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(url);
    return { page, context, complaints };
  };

  const share = async (page: Page, { costs }: { costs: boolean }): Promise<string> => {
    const panel = page.getByRole('region', { name: 'Share' });
    await panel.getByLabel('Works for').selectOption('3');
    await panel.getByLabel('Show what the repairs cost').setChecked(costs);
    await panel.getByRole('button', { name: 'Make a link' }).click();
    const dialog = page.getByRole('dialog', { name: 'The link is ready' });
    const url = await dialog.getByLabel('Address').inputValue();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    return url;
  };

  test('a customer opens the link on a phone: vehicle, damages, photos and report, but no costs and nobody’s data; until it is taken back', async () => {
    const { page, complaints } = await desk.open();
    const id = await reportedInspection(await desk.clientFor(page));
    await page.goto(`${desk.url}/inspection/${id}/report`);
    const url = await share(page, { costs: false });
    await page.getByText('without costs').waitFor();

    const customer = await stranger(url);
    await customer.page.getByRole('heading', { name: 'Škoda Octavia' }).waitFor();
    await customer.page.getByRole('heading', { name: 'Front left door' }).waitFor();
    await customer.page.getByText('2 damages').waitFor();
    const report = customer.page.getByRole('link', { name: 'Report as PDF' });
    await report.waitFor({ timeout: 60_000 });
    const pdf = await readPdf(
      Buffer.from(await (await fetch((await report.getAttribute('href'))!)).arrayBuffer()),
    );
    const shown = (await customer.page.content()) + pdf.text;
    for (const secret of ['Owner Secret', 'note-secret', '€', 'EUR', 'What the repair costs'])
      expect(shown).not.toContain(secret);
    await expectAccessibleByDayAndNight(customer.page);
    expect(await customer.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    await customer.page.getByRole('button', { name: /Dent, Front left door/ }).click();
    await customer.page.getByRole('dialog', { name: 'Photo 1 of 2' }).waitFor();
    await expectAccessible(customer.page);
    await customer.page.keyboard.press('ArrowRight');
    await customer.page.getByRole('dialog', { name: 'Photo 2 of 2' }).waitFor();
    await customer.page.keyboard.press('Escape');
    expect(customer.complaints).toEqual([]);

    await page.reload();
    await page.getByText(/^Last opened/).waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take this link back?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Nobody has a link to this inspection.').waitFor();
    await page.getByText('Ended links (1)').waitFor();
    await customer.page.reload();
    await customer.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await expectAccessible(customer.page);
    await customer.context.close();
    expect(complaints).toEqual([]);
  }, 150_000);

  test('on a phone a flat tire is marked on the drawing and its photo, and each wheel is read without moving the table', async () => {
    const { page: own } = await desk.open();
    const client = await desk.clientFor(own);
    const { result: id } = await client.inspections.createOne({
      tasks: { damageDetection: { status: 'DONE' } },
    });
    await wheelsAndPlates(desk, id, await addPicture(client, id, 'left', []));
    await client.readings.correctOne(id, {
      subject: 'wheel_front_left',
      values: [{ field: 'tyre', value: 'FLAT' }],
    });
    const { entities, result } = await client.shareLinks.createOne(id);
    const { page, context } = await stranger(entities.shareLinks[result]!.url!);
    await page.locator('.shared-drawing .flat').getByText('!').waitFor();
    const wheels = page.getByRole('region', { name: 'Wheel', exact: true });
    expect(await wheels.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    await expectAccessible(page);
    await page.locator('.shared-photo').click();
    await page.getByRole('dialog').getByText('A tire is flat.').waitFor();
    expect(await page.getByRole('dialog').locator('.outline').count()).toBe(1);
    await context.close();
  });

  test('a link with costs shows what the repair costs, in the language of whoever reads it, and prints', async () => {
    const { page } = await desk.open();
    const id = await reportedInspection(await desk.clientFor(page));
    await page.goto(`${desk.url}/inspection/${id}/report`);
    const customer = await stranger(await share(page, { costs: true }), DESKTOP);
    await customer.page.getByRole('heading', { name: 'What the repair costs' }).waitFor();
    const costs = customer.page.getByRole('region', { name: 'What the repair costs' });
    expect(await costs.textContent()).toMatch(/€[\d,.]+/);
    expect(await costs.textContent()).toContain('Example prices, not a quotation');
    await customer.page.getByLabel('Language').selectOption('de');
    await customer.page.getByRole('heading', { name: 'Was die Reparatur kostet' }).waitFor();
    await customer.page.getByText('Beispielpreise, kein Angebot', { exact: false }).waitFor();
    await expectAccessible(customer.page);
    await customer.page.setViewportSize({ width: 360, height: 740 });
    const { scrollWidth, clientWidth } = await customer.page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    const printed = await readPdf(await customer.page.pdf());
    expect(printed.text).toContain('Škoda Octavia');
    expect(printed.text).not.toContain('Drucken');
    await customer.context.close();
  }, 120_000);

  test('the page of a link tells nobody its address, and is kept by no search engine', async () => {
    const response = await fetch(`${desk.url}/shared/any`);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  });
});
