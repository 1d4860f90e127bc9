import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, expectAccessible, openDesk, PHONE } from './harness/console.ts';

describe.skipIf(noBrowser)(inBrowser('which vehicle an inspection shows'), () => {
  let desk: Desk;
  let client: Client;
  let page: Page;
  let complaints: string[];

  const inspected = async (plate: string, reference: string) =>
    (
      await client.inspections.createOne({
        tasks: { damageDetection: { status: 'DONE' } },
        vehicle: { plate, brand: 'Example', model: 'Hatch' },
        reference,
      })
    ).result;
  const vehicleOf = async (id: string) =>
    Object.values((await client.inspections.getOne(id)).entities.vehicles)[0]!.knownVehicleId!;

  beforeAll(async () => {
    desk = await openDesk();
    ({ page, complaints } = await desk.open());
    client = await desk.clientFor(page);
  }, 120_000);
  afterAll(() => desk?.close());

  test('two vehicles are looked at side by side and merged, and it stands there who did', async () => {
    const [one, two] = [await inspected('ME 601 RG', 'IN-601'), await inspected('MF 602 RG', 'IN-602')];
    const kept = await vehicleOf(one);
    await page.goto(`${desk.url}/vehicle/${kept}`);
    await page.getByRole('button', { name: 'Merge with another vehicle' }).click();
    const dialog = page.getByRole('dialog');
    const merge = dialog.getByRole('button', { name: 'Merge', exact: true });
    expect(await merge.isDisabled()).toBe(true);
    await dialog.getByLabel('Plate or VIN').fill('nothing like this');
    await dialog.getByText('No other vehicle begins or ends like this.').waitFor();
    await dialog.getByLabel('Plate or VIN').fill('mf602');
    await dialog.getByRole('radio', { name: /MF 602 RG/ }).check();
    await dialog.getByText('1 inspection of the other vehicle will show this one').waitFor();
    expect(await dialog.innerText()).toContain('IN-601');
    expect(await dialog.innerText()).toContain('IN-602');
    await dialog.getByText('A merge is final.').waitFor();
    await expectAccessible(page);
    await merge.click();
    await expect.poll(() => page.locator('.vehicle-row').count()).toBe(2);
    const trail = page.getByRole('region', { name: 'Changes of vehicle' });
    expect(await trail.innerText()).toMatch(/IN-602 was moved to this vehicle\./);
    expect(await vehicleOf(two)).toBe(kept);
    expect(await page.getByText('Vehicle set by a person').count()).toBe(1);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  test('on a phone and in French an inspection gets a vehicle of its own, and goes back to what its plate tells', async () => {
    const [one, two] = [await inspected('MO 611 VE', 'IN-611'), await inspected('MO 611 VE', 'IN-612')];
    const shared = await vehicleOf(one);
    const { page: phone, complaints: said } = await desk.open(`/vehicle/${shared}`, PHONE);
    await phone.evaluate("localStorage.setItem('walkaround-language', 'fr')");
    await phone.reload();
    const row = phone.locator('.vehicle-row').filter({ hasText: 'IN-612' });
    await row.getByRole('button', { name: /^Déplacer/ }).click();
    const dialog = phone.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Un véhicule à elle seule' }).check();
    await expectAccessible(phone);
    await dialog.getByRole('button', { name: 'Déplacer', exact: true }).click();
    await phone.waitForURL((url) => !url.pathname.endsWith(shared));
    await phone.getByText('Véhicule indiqué par une personne').waitFor();
    expect(await vehicleOf(two)).not.toBe(shared);
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);

    await row.getByRole('button', { name: /^Déplacer/ }).click();
    await dialog.getByRole('radio', { name: /VIN ou sa plaque/ }).check();
    await dialog.getByRole('button', { name: 'Déplacer', exact: true }).click();
    await phone.waitForURL(`**/vehicle/${shared}`);
    await phone.getByText('est de nouveau reconnue par VIN ou plaque.').waitFor();
    expect(await vehicleOf(two)).toBe(shared);
    await phone.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(phone);
    expect(said).toEqual([]);
  });

  test('what the service refuses is said in the dialog, and nothing is lost', async () => {
    const { result: id } = await client.inspections.createOne({
      tasks: { damageDetection: { status: 'DONE' } },
      vehicle: { brand: 'Nameless' },
    });
    const { result: own } = await client.vehicles.link(id, { vehicleId: null });
    await page.goto(`${desk.url}/vehicle/${own}`);
    await page.getByRole('button', { name: /^Move/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'The one that its VIN or plate tells' }).check();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await dialog.getByText('Neither the VIN nor the plate of this vehicle is known').waitFor();
    await page.keyboard.press('Escape');
    expect(await vehicleOf(id)).toBe(own);
  });
});
