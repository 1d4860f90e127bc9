import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, expectAccessible, openDesk } from './harness/console.ts';

describe.skipIf(noBrowser)(inBrowser('correcting the vehicle and measuring a damage'), () => {
  let desk: Desk;
  let client: Client;
  let id: string;
  let page: Page;

  beforeAll(async () => {
    desk = await openDesk();
    ({ page } = await desk.open());
    client = await desk.clientFor(page);
    const vehicle = { plate: 'AB-123-CD', brand: 'Example' };
    id = (await client.inspections.createOne({ tasks: { damageDetection: {} }, vehicle })).result;
    await page.goto(`${desk.url}/inspection/${id}`);
  }, 180_000);
  afterAll(() => desk?.close());

  const vehicle = async () => Object.values((await client.inspections.getOne(id)).entities.vehicles)[0]!;
  const changes = () => page.getByRole('region', { name: 'What was changed' });

  test('plate, VIN and mileage are corrected in one dialog, stand in the history, and are taken back from there', async () => {
    await page.getByRole('button', { name: 'Correct: Vehicle' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('VIN').fill('TMBJJ7NE8L0123456');
    await dialog.getByLabel('Mileage').fill('84000');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(vehicle).toMatchObject({
      plate: 'AB-123-CD',
      vin: 'TMBJJ7NE8L0123456',
      mileageValue: 84_000,
    });
    await changes().getByText('Vehicle, VIN: – → TMBJJ7NE8L0123456').waitFor();
    await changes()
      .getByRole('button', { name: /^Undo: Vehicle, VIN/ })
      .click();
    await expect.poll(vehicle).toMatchObject({ vin: null, mileageValue: null });
  });
});
