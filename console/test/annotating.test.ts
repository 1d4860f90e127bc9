import { foundDamages } from '@walkaround/harness/clients/found-damages.ts';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPicture } from './harness/analyzed.ts';
import { type Desk, expectAccessible, openDesk } from './harness/console.ts';

describe.skipIf(noBrowser)(inBrowser('correcting findings on the photo'), () => {
  let desk: Desk;
  let client: Client;
  let id: string;
  let page: Page;
  let complaints: string[];
  let images: string[];

  beforeAll(async () => {
    desk = await openDesk();
    const first = await desk.open();
    client = await desk.clientFor(first.page);
    id = (await client.inspections.createOne({ tasks: { damageDetection: { status: 'DONE' } } })).result;
    images = [await addPicture(client, id, 'left', []), await addPicture(client, id, 'front', [])];
    await foundDamages(
      id,
      [
        { image: images[0]!, part_type: 'hood', box: { xmin: 300, ymin: 300, width: 120, height: 80 } },
        { image: images[0]!, part_type: 'roof', box: { xmin: 600, ymin: 300, width: 120, height: 80 } },
      ],
      desk.service.dataDir,
    );
    ({ page, complaints } = await desk.open(`/inspection/${id}`));
    await page.locator('.damage-row.selected').waitFor();
  }, 180_000);
  afterAll(() => desk?.close());

  const read = async () => {
    const { entities } = await client.inspections.getOne(id);
    const all = entities.inspections[id]!.damages.map((damage) => entities.damages[damage]!);
    const views = Object.values(entities.views).filter(({ deletedAt }) => deletedAt === null);
    return { damages: all, views, inspection: entities.inspections[id]! };
  };
  const count = async () => (await read()).damages.length;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const details = (of: RegExp) => button(of).click();
  const shown = (text: string) => page.locator('.notice').filter({ hasText: text }).last().waitFor();
  const undone = async (isSo: () => Promise<boolean>) => {
    await page.getByRole('region', { name: 'Review' }).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(isSo).toBe(true);
  };
  const drag = async (points: [number, number][]) => {
    const box = (await page.locator('svg.stage').boundingBox())!;
    const [start, ...rest] = points.map(([x, y]) => [box.x + box.width * x, box.y + box.height * y] as const);
    await page.mouse.move(...start!);
    await page.mouse.down();
    for (const point of rest) await page.mouse.move(...point, { steps: 8 });
    await page.mouse.up();
  };
  const wholePhoto = async () => {
    await page.locator('.viewer-frame').focus();
    await page.keyboard.press('0');
  };

  test('with the shift key held a box is drawn at once; severity and a note are said with it', async () => {
    await wholePhoto();
    await page.keyboard.down('Shift');
    await drag([
      [0.5, 0.6],
      [0.6, 0.7],
    ]);
    await page.keyboard.up('Shift');
    await page.getByRole('heading', { name: 'Add a damage' }).waitFor();
    await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Dent' });
    const part = page.getByRole('combobox', { name: 'Part' });
    expect(
      await part.locator('optgroup').evaluateAll((all) => all.map((one) => one.getAttribute('label'))),
    ).toEqual(['Left', 'Right', 'Front', 'Back', 'Other parts']);
    const names = await part.locator('option').allInnerTexts();
    expect(new Set(names).size).toBe(names.length);
    await page.getByText('Pick the part on the drawing').click();
    await page.locator('.add-damage .car-drawing [aria-label^="Trunk:"]').click({ force: true });
    expect(await part.inputValue()).toBe('trunk');
    await page.getByLabel('Note').fill('Under the handle');
    await page.getByText('Choose the severity too', { exact: false }).waitFor();
    await page.locator('.add-damage').getByRole('radio', { name: 'severe' }).check();
    await expectAccessible(page);
    await button('Add').click();
    await shown('The damage was added.');
    const { damages, views, inspection } = await read();
    const made = damages.find(({ partType }) => partType === 'trunk')!;
    expect(views.filter(({ damageId }) => damageId === made.id)).toHaveLength(1);
    expect(
      inspection.damageSeverityResults.find(({ relatedItemId }) => relatedItemId === made.id),
    ).toMatchObject({
      value: { customSeverity: { level: 3, comment: 'Under the handle' } },
    });
    await details(/^Details: Dent, Trunk$/);
    expect(await dialog().getByLabel('Note').inputValue()).toBe('Under the handle');
    await page.keyboard.press('Escape');
    await undone(async () => (await count()) === 2);
  });

  test('an outline is drawn at one go', async () => {
    await button('Add a damage').click();
    await page.getByRole('radio', { name: 'Outline' }).check();
    await wholePhoto();
    await drag([
      [0.4, 0.4],
      [0.6, 0.4],
      [0.6, 0.6],
      [0.4, 0.6],
    ]);
    expect(
      Number((await page.getByText(/^.*Points: \d+\./).innerText()).match(/Points: (\d+)/)![1]),
    ).toBeGreaterThan(8);
    await button('Cancel').click();
  });

  test('the points of an outline are moved, and undone it is as it was', async () => {
    const before = (await read()).views.map(({ boundingBox }) => boundingBox);
    await button('Scratch').first().click();
    await button('Edit the outline').click();
    await page.getByText('Points: 4.', { exact: false }).waitFor();
    await wholePhoto();
    const { imageWidth, imageHeight } = (await client.images.getMany(id)).entities.images[images[0]!]!;
    const at = (x: number, y: number): [number, number] => [x / imageWidth, y / imageHeight];
    // The frame may be wider than the photo: what is beside it belongs to no photo.
    const ratio = await page.locator('svg.stage').evaluate((svg) => {
      const { width, height } = svg.getBoundingClientRect();
      return width / height;
    });
    const photo = imageWidth / imageHeight;
    const inFrame = ([x, y]: [number, number]): [number, number] =>
      ratio > photo ? [0.5 + (x - 0.5) * (photo / ratio), y] : [x, 0.5 + (y - 0.5) * (ratio / photo)];
    await drag([inFrame(at(300, 300)), inFrame(at(240, 240))]);
    await button('Save').click();
    await shown('Saved.');
    const moved = (await read()).views.find(({ polygons }) => polygons.length > 0)!;
    expect(moved.boundingBox.xmin).toBeGreaterThan(220);
    expect(moved.boundingBox.xmin).toBeLessThan(260);
    await undone(async () =>
      (await read()).views.every(({ boundingBox }) => before.some(({ xmin }) => xmin === boundingBox.xmin)),
    );
  });

  test('a damage is shown on another photo too, and split off it is a damage of its own', async () => {
    await button('Scratch').first().click();
    await page.keyboard.press('ArrowRight');
    await button('Also on this photo').click();
    await drag([
      [0.4, 0.4],
      [0.6, 0.6],
    ]);
    await button('Save').click();
    await shown('The place was added.');
    await page.getByText('on 2 photos', { exact: false }).waitFor();
    await details(/^Details: Scratch, Hood$/);
    await expectAccessible(page);
    await dialog()
      .getByRole('button', { name: /^A damage of its own: Photo 2/ })
      .click();
    await dialog().waitFor({ state: 'detached' });
    expect(await count()).toBe(3);
    await undone(async () => (await count()) === 2);
    await page.getByText('on 2 photos', { exact: false }).waitFor();
    await undone(async () => (await read()).views.length === 2);
  });

  test('two damages are merged into one that is seen where both were, and undone they are two again', async () => {
    await details(/^Details: Scratch, Hood$/);
    await page
      .getByRole('combobox', { name: 'The same damage as' })
      .selectOption({ label: '2 Scratch, Roof' });
    await dialog().getByRole('button', { name: 'Merge' }).click();
    await dialog().waitFor({ state: 'detached' });
    const { damages, views } = await read();
    expect(damages).toMatchObject([{ partType: 'hood' }]);
    expect(views.filter(({ damageId }) => damageId === damages[0]!.id)).toHaveLength(2);
    await undone(async () => {
      const { damages: both, views: places } = await read();
      return both.length === 2 && places.length === 2;
    });
    expect(complaints).toEqual([]);
  });
});
