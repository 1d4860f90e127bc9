import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, expectAccessible, openOwnOrganization } from './harness/console.ts';
import { reportedInspection } from './harness/reported.ts';

/** Key by key, as a person does: a field may drop some of them. */
const type = async (field: Locator, text: string) => {
  await field.clear();
  await field.pressSequentially(text);
};

describe.skipIf(noBrowser)(inBrowser('numbers in the console'), () => {
  let desk: Desk;
  let page: Page;
  let client: Client;
  let id: string;
  beforeAll(async () => {
    desk = await openOwnOrganization();
    ({ page } = await desk.open());
    client = await desk.clientFor(page);
    id = await reportedInspection(client);
  });
  afterAll(() => desk?.close());

  const speak = (code: string) =>
    page.evaluate((to) => localStorage.setItem('walkaround-language', to), code);
  const hoodPrice = async () => {
    const { entities, result } = await client.inspections.getOne(id);
    const { details } = entities.inspections[result]!.pricing.laborCost!;
    return details.hood!;
  };
  const dialog = () => page.getByRole('dialog');
  const price = () => dialog().getByRole('textbox');
  const openHood = async (button: string) => {
    await page.goto(`${desk.url}/inspection/${id}`);
    await page.getByRole('button', { name: button, exact: true }).click();
    await price().waitFor();
  };
  const save = (name = 'Save') => dialog().getByRole('button', { name, exact: true }).click();

  test('a price with a decimal comma is that price, and is shown as it was understood', async () => {
    await openHood('Details: Hood');
    await type(price(), '480,50');
    await dialog().getByText('Understood as €480.50', { exact: true }).waitFor();
    await expectAccessible(page);
    await save();
    await dialog().waitFor({ state: 'detached' });
    expect(await hoodPrice()).toMatchObject({ pricing: 480.5, isUserModified: true });
  });

  test('the same digits mean what they mean in the language of the person', async () => {
    await openHood('Details: Hood');
    await type(price(), '1,234');
    await dialog().getByText('Understood as €1,234.00', { exact: true }).waitFor();
    await type(price(), '1.234');
    await dialog().getByText('Enter at most 2 decimal places; this was understood as 1.234.').waitFor();

    await speak('de');
    await openHood('Details: Motorhaube');
    expect(await price().inputValue()).toBe('480,50');
    await type(price(), '1.234');
    await dialog()
      .getByText(/^Verstanden als 1\.234,00\s€$/)
      .waitFor();
    await type(price(), '1.234,56');
    await save('Speichern');
    await dialog().waitFor({ state: 'detached' });
    expect((await hoodPrice()).pricing).toBe(1234.56);

    await speak('fr');
    await openHood('Détails: Capot');
    await type(price(), '1 234,50');
    await dialog()
      .getByText(/^Compris comme 1\s234,50\s€$/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Annuler' }).click();
    await speak('en');
  });

  test('a price that is far from the estimate is warned of, and can be saved all the same', async () => {
    const { estimated } = await hoodPrice();
    await openHood('Details: Hood');
    await type(price(), String(estimated! * 2));
    await dialog().getByText('Understood as').waitFor();
    const warning = dialog().getByText(/^Far from the estimate of €[\d.,]+: check the decimal separator\.$/);
    expect(await warning.count()).toBe(0);
    await type(price(), String(Math.round(estimated! * 100)));
    await warning.waitFor();
    await expectAccessible(page);
    await save();
    await dialog().waitFor({ state: 'detached' });
    expect((await hoodPrice()).pricing).toBe(Math.round(estimated! * 100));

    await page.getByRole('button', { name: 'Details: Total' }).click();
    await type(price(), '1');
    await warning.waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  test('what is no number is refused with a sentence, and nothing is saved', async () => {
    const before = await hoodPrice();
    await openHood('Details: Hood');
    for (const [typed, sentence] of [
      ['4 8 0', '“4 8 0” is not a number. Write it like 1,234.5.'],
      ['480 euros', '“480 euros” is not a number. Write it like 1,234.5.'],
      ['-5', 'Enter a number from 0 to 1,000,000; this is -5.'],
      ['20.000.000', 'Enter a number from 0 to 1,000,000; this is 20,000,000.'],
    ] as const) {
      await type(price(), typed);
      await dialog().getByText(sentence, { exact: true }).waitFor();
      await save();
      expect(await price().getAttribute('aria-invalid')).toBe('true');
    }
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect((await hoodPrice()).pricing).toBe(before.pricing);
  });

  test('the place of a damage, the mileage and the retention take separators too', async () => {
    await page.getByRole('button', { name: 'Add a damage' }).click();
    await type(page.getByRole('textbox', { name: 'Width' }), '1,200');
    await page.getByText('Understood as 1,200', { exact: true }).waitFor();
    await type(page.getByRole('textbox', { name: 'Height' }), '12,5');
    await page.getByText('Enter a whole number; this was understood as 12.5.').waitFor();

    await page.goto(`${desk.url}/new`);
    await type(page.getByLabel('Mileage'), '42.000,0');
    await page.getByText('Understood as 42,000', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Continue to the photos' }).click();
    await page.waitForURL(/\/capture$/);
    const created = await client.inspections.getOne(/inspection\/([^/]+)/.exec(page.url())![1]!);
    expect(Object.values(created.entities.vehicles)[0]).toMatchObject({ mileageValue: 42_000 });

    await page.goto(`${desk.url}/settings`);
    const days = page.getByLabel('Keep inspections for, days');
    await type(days, '36,5');
    await page.getByText('Enter a whole number; this was understood as 36.5.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await type(days, '1,095');
    await page.getByText('Understood as 1,095', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Every inspection older than 1,095 days is erased for good').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  test('in the price table each number shows how it was understood, and one that is far from before is warned of', async () => {
    await speak('de');
    await page.goto(`${desk.url}/settings?section=prices`);
    await page.getByLabel('Teil suchen').fill('Motorhaube');
    const cell = page.getByLabel('Motorhaube, Kompakt');
    const before = Number((await cell.inputValue()).replace(',', '.'));
    await type(cell, '499,90');
    await page.getByText('Verstanden als 499,9', { exact: true }).waitFor();
    await type(cell, String(before * 100));
    await page.getByText(/^Vorher war es/).waitFor();
    await expectAccessible(page);
    await type(cell, '4 99');
    await page.getByText('„4 99“ ist keine Zahl. Schreiben Sie sie wie 1.234,5.').waitFor();
    await type(cell, '1.499,90');
    await page.getByRole('button', { name: 'Als neue Version speichern' }).click();
    await page.getByText('Version 1').first().waitFor();
    const { entities, result } = await client.pricingMatrix.getOne();
    expect(entities.pricingMatrices[result]!.parts.hood.partPrices!.compact).toBe(1499.9);
    await speak('en');
  });
});
