import { foundDamages } from '@walkaround/harness/clients/found-damages.ts';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import type { Client } from '@walkaround/sdk';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPicture } from './harness/analyzed.ts';
import { type Desk, expectAccessible, openDesk, PHONE } from './harness/console.ts';

const PICTURES = ['front', 'left', 'right', 'rear', 'front-left', 'front-right', 'rear-left', 'rear-right'];

describe.skipIf(noBrowser)(inBrowser('reviewing on a phone, by night, in German'), () => {
  let desk: Desk;
  let client: Client;
  let id: string;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    desk = await openDesk();
    ({ page, complaints } = await desk.open('/', PHONE));
    client = await desk.clientFor(page);
    id = (await client.inspections.createOne({ tasks: { damageDetection: { status: 'DONE' } } })).result;
    const image = await addPicture(client, id, 'left', []);
    const found = Array.from({ length: 8 }, (_, index) => ({
      image,
      part_type: index % 2 === 0 ? 'hood' : 'door_front_left',
      box: { xmin: 40 + 90 * index, ymin: 250, width: 70, height: 50 },
    }));
    await foundDamages(id, found, desk.service.dataDir);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate(() => localStorage.setItem('walkaround-language', 'de'));
    await page.goto(`${desk.url}/inspection/${id}`);
    await page.locator('.damage-row.selected').waitFor();
  }, 180_000);
  afterAll(() => desk?.close());

  const top = async (of: Locator) => (await of.boundingBox())!.y;

  test('findings come before tasks, and nothing is cut off', async () => {
    const damages = page.getByRole('heading', { name: 'Schäden' });
    const tasks = page.getByRole('heading', { name: 'Aufgaben' });
    const claim = page.getByRole('region', { name: 'Angaben', exact: true });
    expect(await top(damages)).toBeLessThan(await top(claim));
    expect(await top(claim)).toBeLessThan(await top(tasks));
    expect(await claim.innerText()).not.toContain('–');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    await expectAccessible(page);
  });

  test('the photo stays in sight while the list is scrolled, and a tap on a finding shows it there', async () => {
    const last = page.locator('.damage-row').last();
    await last.scrollIntoViewIfNeeded();
    const frame = page.locator('.viewer-frame');
    expect(await top(frame)).toBeGreaterThanOrEqual(0);
    expect(await top(frame)).toBeLessThan(PHONE.height / 3);
    await last.getByRole('button', { name: 'Kratzer', exact: true }).tap();
    await page.locator('.stage .outline.damage.selected').waitFor();
    const row = (await last.boundingBox())!;
    const photo = (await frame.boundingBox())!;
    expect(row.y).toBeGreaterThanOrEqual(photo.y + photo.height - 1);
  });

  test('a finding is confirmed and taken back with the thumb', async () => {
    await page
      .getByRole('button', { name: /^Bestätigen: Kratzer/ })
      .first()
      .tap();
    await page.getByText('1 von 8 geprüft', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Prüfung' }).getByRole('button', { name: 'Rückgängig' }).tap();
    await page.getByText('0 von 8 geprüft', { exact: true }).waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  test('a picture that shows no vehicle is told so, before and after the analysis', async () => {
    const { result } = await client.inspections.createOne({ tasks: { damageDetection: {} } });
    const image = await addPicture(client, result, 'front', ['damage_detection']);
    await expect
      .poll(
        async () =>
          (await client.images.getMany(result)).entities.images[image]!.compliances?.compliance_issues,
      )
      .toEqual([]);
    // Put beside the service: what the models see as no vehicle is tested where they run.
    const database = await databaseOf(desk.service);
    await database.query('update images set has_vehicle = false where id = $1', [image]);
    await database.end();
    await page.goto(`${desk.url}/inspection/${result}/capture`);
    await page.getByText('Kein Fahrzeug').first().waitFor();
    await page.goto(`${desk.url}/inspection/${result}`);
    await page.locator('.photo-verdict').getByText('Kein Fahrzeug').waitFor();
  });

  test('of many photos the page shows the newest, and all of them on request', async () => {
    const { result } = await client.inspections.createOne({ tasks: { damageDetection: {} } });
    for (const picture of PICTURES) await addPicture(client, result, picture, ['damage_detection']);
    await page.goto(`${desk.url}/inspection/${result}/capture`);
    const cards = page.locator('.photo-card');
    await expect.poll(() => cards.count()).toBe(6);
    await page.getByRole('button', { name: 'Alle 8 Fotos zeigen' }).tap();
    await expect.poll(() => cards.count()).toBe(8);
    await expectAccessible(page);
  });
});
