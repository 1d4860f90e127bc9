import { buffer } from 'node:stream/consumers';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, expectAccessible, openDesk, PHONE } from './harness/console.ts';
import { reportedInspection } from './harness/reported.ts';

describe.skipIf(noBrowser)(inBrowser('the evidence pack'), () => {
  let desk: Desk;
  let client: Client;
  let page: Page;
  let id: string;

  beforeAll(async () => {
    desk = await openDesk();
    ({ page } = await desk.open());
    client = await desk.clientFor(page);
    id = await reportedInspection(client);
    await page.goto(`${desk.url}/inspection/${id}`);
  }, 180_000);
  afterAll(() => desk?.close());

  const panel = (on = page, name = 'Evidence pack') =>
    on.locator('details').filter({ has: on.getByText(name, { exact: true }) });
  const make = () => panel().getByRole('button', { name: 'Make the evidence pack' });

  test('is made and downloaded on the page of the inspection, with its fingerprint', async () => {
    await panel().getByText('Evidence pack', { exact: true }).click();
    await make().click();
    await panel().getByText('Up to date').waitFor();
    const { entities } = await client.evidence.getOne(id);
    const { fingerprint } = Object.values(entities.evidencePacks)[0]!;
    expect(await panel().locator('code').innerText()).toBe(fingerprint);
    expect(await make().count()).toBe(0);
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await panel().getByRole('link', { name: 'Download' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`evidence-${id}.zip`);
    const bytes = await buffer(await file.createReadStream());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.includes(fingerprint)).toBe(true);
  });

  test('is out of date once something happens, and made again', async () => {
    await client.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
    await panel().getByText('Out of date').waitFor();
    await make().click();
    await panel().getByText('Up to date').waitFor();
  });

  test('has the original photos for an administrator whose organization keeps them', async () => {
    await client.organization.updateSettings({ keepOriginals: true });
    try {
      await page.reload();
      await panel().getByText('Evidence pack', { exact: true }).click();
      await panel().getByRole('button', { name: 'Make the pack with originals' }).click();
      const download = panel().getByRole('button', { name: 'Download' });
      await download.waitFor();
      await expectAccessible(page);
      const downloading = page.waitForEvent('download');
      await download.click();
      const bytes = await buffer(await (await downloading).createReadStream());
      const { entities } = await client.evidence.getOne(id, { restricted: true });
      const { evidenceUrl, fingerprint, include } = Object.values(entities.evidencePacks)[0]!;
      expect({ evidenceUrl, include }).toEqual({ evidenceUrl: null, include: ['originals', 'metadata'] });
      expect(bytes.includes(fingerprint)).toBe(true);
    } finally {
      await client.organization.updateSettings({ keepOriginals: false });
    }
  });

  test('fits a phone in the dark and in German', async () => {
    const { page: phone, complaints } = await desk.open('/', PHONE);
    await phone.emulateMedia({ colorScheme: 'dark' });
    await phone.evaluate("localStorage.setItem('walkaround-language', 'de')");
    await phone.goto(`${desk.url}/inspection/${id}`);
    await panel(phone, 'Beweispaket').getByText('Beweispaket', { exact: true }).tap();
    await panel(phone, 'Beweispaket').getByRole('link', { name: 'Herunterladen' }).waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    await expectAccessible(phone);
    expect(complaints).toEqual([]);
  });
});
