import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPicture } from './harness/analyzed.ts';
import { type Desk, expectAccessible, openDesk, PHONE } from './harness/console.ts';

describe.skipIf(noBrowser)(inBrowser('the history of a vehicle'), () => {
  let desk: Desk;
  let client: Client;
  let page: Page;
  let complaints: string[];
  let first: string;
  let second: string;

  /** A person marks the damages, so no model has to run. */
  const inspected = async (plate: string, parts: ('hood' | 'roof')[]) => {
    const { result: id } = await client.inspections.createOne({
      tasks: { damageDetection: { status: 'DONE' }, imagesOcr: {} },
      vehicle: { plate, brand: 'Example', model: 'Hatch' },
    });
    const imageId = await addPicture(client, id, 'front-left', ['images_ocr']);
    for (const partType of parts) {
      const { result: damageId } = await client.damages.createOne(id, { damageType: 'dent', partType });
      const boundingBox = { xmin: 300, ymin: 300, width: 120, height: 90 };
      await client.views.createOne(id, { imageId, damageId, boundingBox });
    }
    return id;
  };

  beforeAll(async () => {
    desk = await openDesk();
    ({ page, complaints } = await desk.open());
    client = await desk.clientFor(page);
    first = await inspected('HI 501 ST', ['hood']);
    second = await inspected('HI-501-ST', ['hood', 'roof']);
  }, 120_000);
  afterAll(() => desk?.close());

  test('from an inspection one gets to its vehicle, with all inspections and the life of each damage', async () => {
    await page.goto(`${desk.url}/inspection/${second}`);
    await page.getByRole('link', { name: 'Vehicle history' }).click();
    await page.getByRole('heading', { name: 'Example Hatch', level: 1 }).waitFor();
    const lives = page.locator('.damage-life');
    await expect.poll(() => lives.count()).toBe(2);
    const hood = lives.filter({ hasText: /hood/i });
    expect(await hood.locator('figure').count()).toBe(2);
    expect(await hood.textContent()).toContain('On the newest photos');
    expect(await lives.filter({ hasText: /roof/i }).locator('figure').count()).toBe(1);
    const links = page.locator('.vehicle-times a');
    expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      `/inspection/${second}`,
      `/inspection/${first}`,
    ]);
    await expectAccessible(page);
    await hood.getByRole('link').first().click();
    await page.waitForURL(`**/inspection/${first}`);
    expect(complaints).toEqual([]);
  });

  test('what the last approved inspection has already is marked', async () => {
    await client.tasks.updateOne(first, 'damage_detection', { status: 'VALIDATED' });
    await page.goto(`${desk.url}/inspection/${second}`);
    const rows = page.locator('.damage-row');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.filter({ hasText: 'Already known since' }).count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('that a person said which vehicle it is stands in the history of the inspection', async () => {
    const id = await inspected('HI 502 ST', []);
    await client.vehicles.link(id, { vehicleId: null });
    await page.goto(`${desk.url}/inspection/${id}`);
    const history = page.getByRole('region', { name: 'What was changed' });
    await expect.poll(() => history.innerText()).toContain('The inspection was linked to another vehicle');
    expect(complaints).toEqual([]);
  });

  test('on a phone, in the dark and in German it fits and is accessible', async () => {
    const id = (await client.inspections.getOne(first)).entities;
    const vehicleId = Object.values(id.vehicles)[0]!.knownVehicleId;
    const { page: phone } = await desk.open(`/vehicle/${vehicleId}`, PHONE);
    await phone.emulateMedia({ colorScheme: 'dark' });
    await phone.evaluate("localStorage.setItem('walkaround-language', 'de')");
    await phone.reload();
    await phone.getByRole('heading', { name: 'Inspektionen' }).waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    await expectAccessible(phone);
  });

  test('a vehicle that is not there is told so', async () => {
    await page.goto(`${desk.url}/vehicle/0197c5ea-5a4e-7c3b-9d6f-2f1e8a4b7c90`);
    await page.getByText('There is no such page').waitFor();
  });
});
