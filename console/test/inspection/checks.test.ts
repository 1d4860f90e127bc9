import { readFile } from 'node:fs/promises';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPicture, startTasks } from '../harness/analyzed.ts';
import { DESKTOP, type Desk, expectAccessible, openDeskWithModels, PHONE } from '../harness/console.ts';

describe.skipIf(noBrowser)(inBrowser('checks of the photos'), () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDeskWithModels();
  }, 180_000);
  afterAll(() => desk?.close());

  test('what is wrong with the photos as a whole is listed with thumbnails that open the photo, on a phone too', {
    timeout: 400_000,
  }, async () => {
    const { page, complaints } = await desk.open();
    const client = await desk.clientFor(page);
    const { result: id } = await client.inspections.createOne({ tasks: { damageDetection: {} } });
    for (const name of ['front-left', 'left']) await addPicture(client, id, name, ['damage_detection']);
    // Under another name: the same file under the same name is one upload that was sent twice.
    const { entities } = await client.inspections.getOne(id);
    const [first] = entities.inspections[id]!.images;
    const file = await (await fetch(entities.images[first!]!.path)).blob();
    await client.images.addOne(id, { file, name: 'again', tasks: ['damage_detection'] });
    await startTasks(client, id, ['damage_detection']);
    await client.waitForTask(id, 'damage_detection');

    await page.goto(`${desk.url}/inspection/${id}`);
    const panel = page.getByRole('region', { name: 'Checks of the photos' });
    await panel.waitFor();
    const text = await panel.innerText();
    expect(text).toContain('These are hints: a person should look.');
    expect(text).toContain('Same photo twice');
    expect(text).toContain('No photo shows these sides as a whole: back, right side.');
    await panel.getByRole('button', { name: 'Show the photo: again' }).click();
    await page.locator('.viewer-place').filter({ hasText: '3' }).waitFor();
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    }

    const { entities: links, result } = await client.shareLinks.createOne(id, {});
    await page.goto(links.shareLinks[result]!.url!);
    const head = page.locator('.shared-head');
    await head.getByText('No photo shows these sides as a whole: back, right side.').waitFor();
    expect(await head.innerText()).not.toContain('Same photo twice');
    expect(complaints).toEqual([]);
  });

  test('two vehicles have a condition each, on the page of the inspection and on the shared one', {
    timeout: 400_000,
  }, async () => {
    const { page, complaints } = await desk.open();
    const client = await desk.clientFor(page);
    const { result: id } = await client.inspections.createOne({
      tasks: { damageDetection: {}, wheelAnalysis: {}, repairEstimate: {} },
    });
    for (const name of ['dented-doors/rear-right', 'pushed-corner/front-left']) {
      const photo = await readFile(new URL(`../../../demo/walkarounds/${name}.jpg`, import.meta.url));
      const tasks = ['damage_detection', 'wheel_analysis'] as const;
      await client.images.addOne(id, { file: new Blob([photo]), name, tasks: [...tasks] });
    }
    await startTasks(client, id, ['damage_detection', 'wheel_analysis']);
    for (const name of ['damage_detection', 'wheel_analysis'] as const) await client.waitForTask(id, name);
    const { entities } = await client.inspections.getOne(id);
    const scores = entities.inspections[id]!.vehicleGroups.map(({ conditionScore }) => conditionScore!);
    expect(scores).toHaveLength(2);

    await page.goto(`${desk.url}/inspection/${id}`);
    const table = page.getByRole('region', { name: 'Damages' });
    for (const score of scores) await table.getByText(`${score} / 100`).first().waitFor();
    expect(await page.locator('.car-drawing').count()).toBe(2);
    // The part of the first finding, on the vehicle that has it.
    expect(await page.locator('.car-drawing [aria-pressed=true]').count()).toBe(1);
    expect(await page.locator('.head-facts').innerText()).not.toContain('/ 100');
    const wheels = page.getByRole('region', { name: 'Wheels' });
    for (const name of ['Photo 1', 'Photo 2: perhaps another vehicle'])
      await wheels.getByRole('heading', { name, exact: true }).waitFor();
    await expectAccessible(page);

    const { entities: links, result } = await client.shareLinks.createOne(id, {});
    await page.goto(links.shareLinks[result]!.url!);
    const head = page.locator('.shared-head');
    for (const name of ['Photo 1', 'Photo 2: perhaps another vehicle'])
      await head.getByRole('heading', { name }).waitFor();
    expect(await head.getByRole('meter').count()).toBe(2);
    expect(await head.getByRole('img').count()).toBe(2);
    for (const score of scores) await head.getByText(`${score} of 100`).first().waitFor();
    const missing = head.getByText(/^None of these photos shows these sides of the vehicle as a whole/);
    expect(await missing.count()).toBe(2);
    for (const name of ['Wheels, Photo 1', 'Wheels, Photo 2: perhaps another vehicle'])
      await page.getByRole('region', { name, exact: true }).waitFor();
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    }
    expect(complaints).toEqual([]);
  });
});
