import { newSuspicion } from '@walkaround/harness/clients/suspicion.ts';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPicture, startTasks } from '../harness/analyzed.ts';
import { type Desk, expectAccessible, openDesk, PHONE } from '../harness/console.ts';

describe.skipIf(noBrowser)(inBrowser('what the models are not sure of'), () => {
  let desk: Desk;
  let client: Client;
  let id: string;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    desk = await openDesk();
    ({ page, complaints } = await desk.open());
    client = await desk.clientFor(page);
    id = (await client.inspections.createOne({ tasks: { damageDetection: {} } })).result;
    const image = await addPicture(client, id, 'left', ['damage_detection']);
    const suspect = (damage_type: string, part_type: string | null, xmin: number, score: number) =>
      newSuspicion(
        id,
        image,
        { damage_type, part_type, score, box: { xmin, ymin: 200, width: 80, height: 60 } },
        desk.service.dataDir,
      );
    await suspect('scratch', 'door_front_left', 100, 0.4);
    await suspect('dent', null, 400, 0.3);
    await page.goto(`${desk.url}/inspection/${id}`);
    await list().getByRole('heading', { name: 'Scratch, Front left door' }).waitFor();
  }, 180_000);
  afterAll(() => desk?.close());

  const list = (on = page) => on.getByRole('region', { name: 'Please check' });
  const dashed = (on = page) => on.locator('svg.stage path.suspicion');
  const button = (way: string, of: string, on = page) =>
    list(on).getByRole('button', { name: `${way}: ${of}`, exact: true });
  const damages = async () => Object.values((await client.inspections.getOne(id)).entities.damages);
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.locator('.notice').filter({ hasText: 'Undone.' }).waitFor();
  };

  test('is listed apart from the damages, with its picture, and drawn dashed on the photo', async () => {
    expect(await list().getByRole('listitem').count()).toBe(2);
    await list().getByRole('heading', { name: 'Dent, Part to be confirmed' }).waitFor();
    await list().getByText('40% certain · on 1 photo').waitFor();
    expect(await dashed().count()).toBe(2);
    const stroke = await dashed()
      .first()
      .evaluate((path) => getComputedStyle(path).strokeDasharray);
    expect(stroke).not.toBe('none');
    expect(await page.getByRole('table', { name: 'Damages' }).count()).toBe(0);
    await button('Show the photo', 'Dent, Part to be confirmed').click();
    await page.locator('svg.stage path.suspicion.selected').waitFor();
    await expectAccessible(page);
  });

  test('is confirmed with one click, is a damage then, and undone it is to be checked again', async () => {
    await button('It is a damage', 'Scratch, Front left door').click();
    await page.getByText('The damage was confirmed.').waitFor();
    await page
      .getByRole('table', { name: 'Damages' })
      .getByRole('button', { name: 'Scratch', exact: true })
      .waitFor();
    // Who confirms a place to check has not found it.
    await page.getByText('40% certain, confirmed by Demo', { exact: false }).first().waitFor();
    expect(await damages()).toMatchObject([
      { damageType: 'scratch', partType: 'door_front_left', model: null },
    ]);
    await expect.poll(() => dashed().count()).toBe(1);
    await undo();
    await list().getByRole('heading', { name: 'Scratch, Front left door' }).waitFor();
    expect(await damages()).toEqual([]);
  });

  test('is dismissed with one click, and can be looked at again', async () => {
    await button('No damage', 'Dent, Part to be confirmed').click();
    await page.getByText('Noted: no damage here.').waitFor();
    await list().getByText('Dismissed (1)').click();
    await page
      .getByRole('region', { name: 'What was changed' })
      .getByText('Dismissed: Dent', { exact: false })
      .waitFor();
    await expectAccessible(page);
    await button('Check again', 'Dent, Part to be confirmed').click();
    await button('No damage', 'Dent, Part to be confirmed').waitFor();
    expect(await dashed().count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  test('has no cost until it is decided, on its page and in the list: 0.00 would read as a price', async () => {
    const tasks = { damageDetection: {}, repairEstimate: {} };
    const reference = `unsure-${Date.now()}`;
    const unsure = (await client.inspections.createOne({ tasks, reference })).result;
    const image = await addPicture(client, unsure, 'left', ['damage_detection']);
    const { dataDir } = desk.service;
    const suspicion = await newSuspicion(unsure, image, {}, dataDir);
    await client.tasks.updateOne(unsure, 'damage_detection', { status: 'DONE' });
    await startTasks(client, unsure, ['repair_estimate']);
    await client.waitForTask(unsure, 'repair_estimate');

    const head = async () => {
      await page.goto(`${desk.url}/inspection/${unsure}`);
      return page.locator('.head-facts div').filter({ hasText: /^Cost/ }).locator('dd').innerText();
    };
    const row = async () => {
      await page.goto(`${desk.url}/?search=${reference}`);
      return page.locator('.list-item .list-cost').innerText();
    };
    expect(await head()).toMatch(/^Not assessed until checked/);
    expect(await row()).toBe('');
    await client.suspicions.dismissOne(unsure, suspicion);
    expect(await head()).toMatch(/^€0\.00/);
    expect(await row()).toBe('€0.00');
  });

  test('is decided on a phone too', async () => {
    const phone = await desk.open(`/inspection/${id}`, PHONE);
    await button('It is a damage', 'Dent, Part to be confirmed', phone.page).waitFor();
    await expectAccessible(phone.page);
    const { scrollWidth, clientWidth } = await phone.page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    await button('It is a damage', 'Dent, Part to be confirmed', phone.page).tap();
    await phone.page.getByText('The damage was confirmed.').waitFor();
    expect(await damages()).toMatchObject([{ damageType: 'dent', partType: 'ignore' }]);
    expect(phone.complaints).toEqual([]);
  });
});
