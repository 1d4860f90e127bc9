import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import { startReceiver } from '@walkaround/harness/services/receiver.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Desk,
  expectAccessible,
  expectAccessibleByDayAndNight,
  openOwnOrganization,
  PHONE,
  signInAs,
} from './harness/console.ts';
import { textFile } from './harness/files.ts';

/** The browser itself tells of every answer that is a refusal; these belong to what is typed in wrongly here. */
const withoutRefusals = (complaints: string[]) =>
  complaints.filter((text) => !/the server responded with a status of 422/.test(text));

describe.skipIf(noBrowser)(inBrowser('the settings'), () => {
  let desk: Desk;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    desk = await openOwnOrganization('deskWithModels');
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await desk?.close();
    await receiver?.close();
  });

  test('blurring and language count for what is made from now on; the logo is seen, replaced and removed', async () => {
    const { page, complaints } = await desk.open('/settings');
    const client = await desk.clientFor(page);
    await page.getByLabel('Number plates').selectOption('blurred');
    await page.getByText('Saved.').first().waitFor();
    await page.getByLabel('Language of reports').selectOption('Deutsch');
    await page.getByText(/^Last changed by/).waitFor();
    // It shows what the service has kept.
    await expect.poll(() => page.getByLabel('Language of reports').inputValue()).toBe('de');
    const created = await client.inspections.createOne({ tasks: { damageDetection: {} } });
    const { privacy } = created.entities.inspections[created.result]!;
    expect(privacy).toEqual({ blurPlates: true, blurFaces: false });
    await page.goto(`${desk.url}/inspection/${created.result}/report`);
    await expect.poll(() => page.getByRole('form').getByLabel('Language').inputValue()).toBe('de');

    await page.goto(`${desk.url}/settings`);
    const file = page.locator('input[type=file]');
    await file.setInputFiles(textFile);
    await page.getByText('This file cannot be a logo').waitFor();
    const logo = await sharp({ create: { width: 300, height: 100, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await page.getByRole('img', { name: 'The current logo' }).waitFor();
    await expectAccessibleByDayAndNight(page);
    await page.getByRole('button', { name: 'Remove the logo' }).click();
    await page.getByText('No logo').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose a file');
    expect(withoutRefusals(complaints)).toEqual([]);
  });

  test('one switch makes costs a draft until a person approves, which the inspection and its shared page say', async () => {
    const { page, complaints } = await desk.open('/settings');
    const client = await desk.clientFor(page);
    const approval = page.getByLabel('Costs are a draft until a person approves the inspection');
    // It shows what the service has kept.
    await approval.click();
    await expect.poll(() => approval.isChecked()).toBe(true);
    const { result: id } = await client.inspections.createOne({ tasks: { damageDetection: {} } });
    await client.tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
    await page.goto(`${desk.url}/inspection/${id}`);
    const draft = page.getByText('DRAFT, NOT REVIEWED');
    await draft.waitFor();
    const { entities, result } = await client.shareLinks.createOne(id);
    await page.goto(entities.shareLinks[result]!.url!);
    await draft.waitFor();
    await expectAccessible(page);
    await client.tasks.updateOne(id, 'damage_detection', { status: 'VALIDATED' });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await draft.count()).toBe(0);
    await page.goto(`${desk.url}/settings`);
    await approval.click();
    await expect.poll(() => approval.isChecked()).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('keeping inspections for a shorter time is asked about, because it erases', async () => {
    const { page } = await desk.open('/settings');
    const client = await desk.clientFor(page);
    const kept = async () => {
      const { entities, result } = await client.organization.getSettings();
      return entities.organizationSettings[result]!.retentionDays;
    };
    await page.getByLabel('Keep inspections for, days').fill('365');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await kept()).toBeNull();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Erase older ones' }).click();
    await expect.poll(kept).toBe(365);
    await page.getByLabel('Keep inspections for, days').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(kept).toBeNull();
  });

  test('the time to contest is set in days, and empty is the usual one', async () => {
    const { page } = await desk.open('/settings');
    const client = await desk.clientFor(page);
    const days = async () => {
      const { entities, result } = await client.organization.getSettings();
      return entities.organizationSettings[result]!.contestDays;
    };
    const field = page.getByLabel('Time to contest, days');
    for (const [typed, kept] of [
      ['30', 30],
      ['', null],
    ] as const) {
      await field.fill(typed);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(days).toBe(kept);
    }
  });

  test('prices are changed in a table; what the service refuses is shown where it is; older versions can be used again', async () => {
    const { page, complaints } = await desk.open('/settings?section=prices');
    await page.getByText('Example prices in round figures').waitFor();
    await page.getByLabel('Find a part').fill('hood');
    await page.getByLabel('Hood, Compact').fill('499,90');
    await page.getByLabel('Tax, %').fill('19');
    await page.getByLabel('Show').selectOption('Hours: dent repair');
    await page.getByLabel('Hood, Severity 1').fill('9');
    await page.getByRole('combobox', { name: /^Currency/ }).selectOption('CHF');
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    const mistakes = page.getByRole('alert');
    await mistakes.getByText('A higher level of severity cannot take or cost less').waitFor();
    await page.getByLabel('Show').selectOption('Flat rates');
    await mistakes.getByRole('button', { name: 'Hood, Hours: dent repair' }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Hood, Severity 1',
    );
    await expectAccessible(page);
    await page.getByLabel('Hood, Severity 1').fill('1.5');
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await page.getByText('Versions: Version 1').waitFor();
    const client = await desk.clientFor(page);
    const { entities, result } = await client.pricingMatrix.getOne();
    expect(entities.pricingMatrices[result]).toMatchObject({
      version: 1,
      currency: 'CHF',
      taxPercent: 19,
      parts: { hood: { partPrices: { compact: 499.9 } } },
    });

    await page.getByText('Versions: Version 1').click();
    await page.getByRole('button', { name: 'View: Default of the service' }).click();
    await page.getByText('This is version 0, not the one in use.').waitFor();
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await page.getByText('Versions: Version 2').waitFor();
    expect(await page.getByRole('combobox', { name: /^Currency/ }).inputValue()).toBe('EUR');
    expect(withoutRefusals(complaints)).toEqual([]);
  });

  test('a webhook is made, its secret shown once, its deliveries seen and sent again; it is changed and deleted', async () => {
    const { page, complaints } = await desk.open('/settings?section=webhooks');
    const client = await desk.clientFor(page);
    await page.getByText('Nothing is sent anywhere yet.').waitFor();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    await dialog.getByLabel('Address').fill('nowhere');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Give an http or https address.').waitFor();
    await dialog.getByLabel('Address').fill(`${receiver.url}/hook`);
    await dialog.getByLabel('Only these').check();
    await expectAccessible(page);
    await dialog.getByLabel('inspection.created').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByRole('textbox', { name: 'Secret' }).inputValue()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Close' }).last().click();

    await client.inspections.createOne({ tasks: { damageDetection: {} } });
    await receiver.waitFor('/hook', 1);
    await page.getByText('Deliveries').click();
    const row = page.getByRole('row', { name: /inspection\.created/ });
    await row.getByText('delivered').waitFor();
    await row.getByRole('button', { name: 'Details' }).click();
    await page.getByText('"inspection_id"').waitFor();
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Send again' }).click();
    await receiver.waitFor('/hook', 2);
    await row.getByRole('cell', { name: '2', exact: true }).waitFor();

    await page.getByRole('button', { name: `Edit: ${receiver.url}/hook` }).click();
    await page.getByLabel('Active').uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Paused').waitFor();
    await page.getByRole('button', { name: `Delete: ${receiver.url}/hook` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing is sent anywhere yet.').waitFor();
    expect(withoutRefusals(complaints)).toEqual([]);
  });

  test('the page About tells of every model what its weights may be used for, on a phone too', async () => {
    const { page, complaints } = await desk.open('/', PHONE);
    await page.getByLabel('Account').click();
    await page.getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { name: 'About Walkaround' }).waitFor();
    await page
      .getByText(
        /evaluation and research only, not cleared for other use: part recognition on close-ups, damage search, .*, second look at damages, .*\./,
      )
      .waitFor();
    expect(await page.getByRole('row', { name: /^Damage search damage / }).innerText()).toContain(
      'Evaluation and research only',
    );
    expect(await page.getByRole('row', { name: /^Face search faces / }).innerText()).toContain('Any use');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await expectAccessibleByDayAndNight(page);
    expect(complaints).toEqual([]);
  });

  test('who may not change the settings sees them, and is told which permission is missing; on a phone too', async () => {
    const { page } = await desk.open('/settings', PHONE);
    await page.getByRole('heading', { name: 'Blurring' }).waitFor();
    await expectAccessible(page);
    await signInAs(desk, page, { user: 'member', permissions: 'inspections:read' });
    await page.goto(`${desk.url}/settings`);
    await page.getByText(/takes the permission organization:manage/).waitFor();
    expect(await page.getByLabel('Number plates').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Choose a file' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Prices' }).click();
    await page.getByText(/takes the permission pricing_matrix:manage/).waitFor();
    expect(await page.getByLabel('Tax, %').getAttribute('readonly')).not.toBeNull();
    await page.getByLabel('Find a part').fill('hood');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText(/have the permission webhooks:manage/).waitFor();
    await expectAccessible(page);
  });
});
