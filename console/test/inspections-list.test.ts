import { until } from '@walkaround/harness/clients/client.ts';
import { foundDamages } from '@walkaround/harness/clients/found-damages.ts';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, expectAccessible, openDesk, PHONE } from './harness/console.ts';
import { picture } from './harness/files.ts';

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Inspections' }).getByRole('listitem');
const names = (page: Page) => rowsOf(page).locator('strong').allInnerTexts();
/** Once the list has answered what was asked for. */
const settled = (page: Page) => page.locator('.list[aria-busy="false"]').waitFor();

describe.skipIf(noBrowser)(inBrowser('the list of inspections'), () => {
  let desk: Desk;
  let page: Page;
  let complaints: string[];
  let mine: Client;
  beforeAll(async () => {
    desk = await openDesk({ MODELS_DIR: '/nowhere' });
    ({ page, complaints } = await desk.open());
    mine = await desk.clientFor(page);
  });
  afterAll(() => desk?.close());

  test('a newcomer is shown how to start the first one, or to see an example', async () => {
    await page.getByRole('heading', { name: 'Your first inspection' }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain(`npm run demo -- --url ${desk.url}`);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Start the first inspection' }).click();
    await page.getByRole('heading', { name: 'New inspection' }).waitFor();
  });

  test('each row tells the vehicle, the status, the counts, the worst severity and the day', async () => {
    for (let number = 1; number <= 34; number += 1)
      await mine.inspections.createOne({
        tasks: { damageDetection: { status: number % 2 ? 'NOT_STARTED' : 'DONE' } },
        vehicle: { brand: 'Car', model: String(number), plate: `ZZ-${100 + number}` },
      });
    const { result: id } = await mine.inspections.createOne({
      tasks: { damageDetection: {} },
      vehicle: { brand: 'Renault', model: 'Clio', plate: 'AB-123-CD', vin: 'VF1RJA00065123456' },
    });
    const { buffer } = picture('front');
    await mine.images.addOne(id, { file: new Blob([new Uint8Array(buffer)], { type: 'image/jpeg' }) });
    await mine.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
    await mine.severity.createOne(id, { label: 'hood', level: 3 });
    await (await desk.colleague('colleague')).inspections.createOne({
      tasks: { damageDetection: {} },
      vehicle: { brand: 'Of a colleague', plate: 'CC-1' },
    });

    await page.goto(desk.url);
    const row = rowsOf(page).first();
    const said = await row.innerText();
    for (const word of [
      'Renault Clio',
      'AB-123-CD',
      'VF1RJA00065123456',
      'Not started',
      '1 photo',
      '1 damage',
    ])
      expect(said).toContain(word);
    expect(await row.locator('.badge.level-3').innerText()).toBe('Worst part: severe');
    // Nobody has searched photos of these, whatever their status says.
    const other = await rowsOf(page).nth(1).innerText();
    expect(other).toContain('not analyzed');
    expect(other).not.toMatch(/0 damages|No damage/);
    expect(said).toContain(new Date().getFullYear().toString());
    await expect
      .poll(() =>
        row.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBeGreaterThan(0);
    expect(await rowsOf(page).count()).toBe(30);
  });

  test('the first page takes less than 300 kB on the way', async () => {
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as unknown as { name: string; encodedBodySize: number }[])
        .filter(({ name }) => name.includes('/assets/'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(300_000);
  });

  test('a plate or the end of a VIN finds its vehicle, and the address keeps the search', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('zz-13');
    await expect.poll(() => names(page)).toEqual(['Car 34', 'Car 33', 'Car 32', 'Car 31', 'Car 30']);
    expect(new URL(page.url()).searchParams.get('search')).toBe('zz-13');
    await page.getByRole('searchbox', { name: 'Search' }).fill('123456');
    await expect.poll(() => names(page)).toEqual(['Renault Clio']);
    await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere');
    await page.getByRole('heading', { name: 'No inspection matches' }).waitFor();
    await page.getByRole('button', { name: 'Show all of mine' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(30);
    expect(new URL(page.url()).search).toBe('');
  });

  test('status and owner narrow or widen the list', async () => {
    await page.getByRole('button', { name: 'Done 17' }).click();
    await expect.poll(async () => (await names(page)).at(-1)).toBe('Car 2');
    expect(await rowsOf(page).count()).toBe(17);
    await page.getByRole('button', { name: 'All 35' }).click();
    await settled(page);
    expect(await names(page)).not.toContain('Of a colleague');
    await page.getByLabel('Show').selectOption('My organization');
    await expect.poll(async () => (await names(page))[0]).toBe('Of a colleague');
    await page.goBack();
    await expect.poll(async () => (await names(page))[0]).toBe('Renault Clio');
  });

  test('where counting ended, the tab says so, and the statuses have no numbers', async () => {
    // The answer is changed on its way, because it takes 10,000 inspections to get such a one.
    await page.route('**/inspections/count?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), total: 10_000, isAtLeast: true } });
    });
    await page.goto(`${desk.url}/?search=car`);
    await page.getByRole('button', { name: 'All 10,000+' }).waitFor();
    expect(await page.getByRole('button', { name: 'Done', exact: true }).innerText()).toBe('Done');
    await page.unroute('**/inspections/count?*');
  });

  test('going back returns to the same page of the list and to the same place on it', async () => {
    await page.goto(desk.url);
    await settled(page);
    await rowsOf(page).nth(25).scrollIntoViewIfNeeded();
    const place = await page.evaluate<number>('scrollY');
    expect(place).toBeGreaterThan(500);
    await rowsOf(page).nth(25).getByRole('link').click();
    await page.waitForURL(/\/inspection\//);
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(0);
    await page.goBack();
    await settled(page);
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(place);

    await page.getByRole('link', { name: 'Older' }).click();
    await expect.poll(() => names(page)).toEqual(['Car 5', 'Car 4', 'Car 3', 'Car 2', 'Car 1']);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(['Car 5', 'Car 4', 'Car 3', 'Car 2', 'Car 1']);
    await rowsOf(page).nth(1).getByRole('link').click();
    await page.waitForURL(/\/inspection\//);
    await page.goBack();
    await expect.poll(() => names(page)).toEqual(['Car 5', 'Car 4', 'Car 3', 'Car 2', 'Car 1']);
    await page.getByRole('link', { name: 'Newer' }).click();
    await expect.poll(async () => (await names(page))[0]).toBe('Renault Clio');
    expect(complaints).toEqual([]);
  });

  test('it works with the keyboard, in the dark and on a phone, without scrolling sideways', async () => {
    await expectAccessible(page);
    await page.locator('body').press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/inspection\/.+\/capture$/);
    const phone = await desk.open('/', PHONE);
    await settled(phone.page);
    await phone.page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(phone.page);
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    const boxOf = async (badge: string) =>
      (await rowsOf(phone.page).filter({ hasText: 'Renault' }).locator(badge).boundingBox())!;
    const status = await boxOf('.list-status .badge');
    expect((await boxOf('.worst-part')).y).toBeGreaterThanOrEqual(status.y + status.height);
  });

  test('what teaches most can come first, with the reasons and the minutes that its review takes', async () => {
    const { page, complaints } = await desk.open();
    const client = await desk.clientFor(page);
    const box = { xmin: 10, ymin: 10, width: 40, height: 30 };
    const { result: id } = await client.inspections.createOne({
      tasks: { damageDetection: {} },
      vehicle: { brand: 'Rusty', model: 'Van', plate: 'RU-57' },
    });
    const { buffer } = picture('front');
    const photo = { file: new Blob([new Uint8Array(buffer)], { type: 'image/jpeg' }) };
    const { result: image } = await client.images.addOne(id, photo);
    const found = ['rustiness', 'dent'].map((damage_type) => ({ image, damage_type, box }));
    await foundDamages(id, found, desk.service.dataDir);
    await client.tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
    // Newer, and with nothing to learn from.
    await client.inspections.createOne({ tasks: { damageDetection: {} }, vehicle: { brand: 'Newest' } });
    await until(
      () => client.inspections.getWorthReviewing(),
      ({ inspections }) => inspections > 0,
    );

    await page.goto(desk.url);
    await settled(page);
    expect((await names(page))[0]).toBe('Newest');
    expect(await page.locator('.list-lesson').count()).toBe(0);
    await page.getByLabel('What teaches most first').check();
    await page.getByText('1 inspection is worth a review for what it teaches: about 3 minutes.').waitFor();
    await settled(page);
    expect((await names(page))[0]).toBe('Rusty Van');
    expect(await rowsOf(page).first().locator('.list-lesson').innerText()).toBe(
      'Teaches 60 Dent: 0 labels so far · Rust: 0 labels so far',
    );
    expect(await page.locator('.list-worth').innerText()).toContain('the usual time');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('learning_value');
    await expectAccessible(page);
    await page.getByLabel('What teaches most first').uncheck();
    await settled(page);
    expect((await names(page))[0]).toBe('Newest');
    expect(complaints).toEqual([]);
  });
});
