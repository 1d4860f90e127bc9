import { foundDamages } from '@walkaround/harness/clients/found-damages.ts';
import { newSuspicion } from '@walkaround/harness/clients/suspicion.ts';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPicture } from './harness/analyzed.ts';
import { type Desk, expectAccessible, openDesk, type PHONE } from './harness/console.ts';

const PARTS = ['hood', 'roof', 'trunk', 'door_front_left', 'door_back_left', 'bumper_front'];

describe.skipIf(noBrowser)(inBrowser('the review desk'), () => {
  let desk: Desk;
  let client: Client;
  let id: string;
  let page: Page;
  let complaints: string[];

  /** Searched already, with as many damages as a model would have found, and one place that it is not sure of. */
  const reviewed = async (count: number) => {
    const { result } = await client.inspections.createOne({
      tasks: { damageDetection: { status: 'DONE' } },
      vehicle: { brand: 'Example', model: 'Hatch' },
    });
    const images: string[] = [];
    for (const picture of ['left', 'front', 'rear'])
      images.push(await addPicture(client, result, picture, []));
    const found = Array.from({ length: count }, (_, index) => ({
      image: images[index % 3]!,
      part_type: PARTS[index % PARTS.length]!,
      score: 0.9 - index / 100,
      box: { xmin: 60 + 120 * (index % 4), ymin: 120 + 90 * Math.floor(index / 4), width: 90, height: 60 },
    }));
    await foundDamages(result, found, desk.service.dataDir);
    await newSuspicion(
      result,
      images[1]!,
      { damage_type: 'dent', part_type: 'roof', box: { xmin: 300, ymin: 300, width: 80, height: 60 } },
      desk.service.dataDir,
    );
    return result;
  };
  const open = async (inspection: string, viewport?: typeof PHONE) => {
    const opened = await desk.open(`/inspection/${inspection}`, viewport);
    await opened.page.locator('.damage-row.selected').waitFor();
    return opened;
  };

  beforeAll(async () => {
    desk = await openDesk();
    const first = await desk.open();
    client = await desk.clientFor(first.page);
    id = await reviewed(6);
    ({ page, complaints } = await open(id));
  }, 180_000);
  afterAll(() => desk?.close());

  const number = async (on = page) =>
    Number(await on.locator(':is(.damage-row, .suspicion).selected .item-number').innerText());
  const outlineIsSelected = (on = page) => on.locator('.stage :is(.damage, .suspicion).selected').waitFor();
  const photo = (on = page) => on.locator('.viewer-place').innerText();
  const progress = (text: string, on = page) => on.getByText(text, { exact: true }).waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const damages = async (of = id) => (await client.inspections.getOne(of)).entities.inspections[of]!.damages;
  const isInSight = (selector: string, on = page) =>
    on.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= (element.ownerDocument.defaultView?.innerHeight ?? 0);
    });

  test('it opens at the first finding, near by, with number, type and certainty at its outline', async () => {
    expect(await number()).toBe(1);
    await outlineIsSelected();
    const [, , width] = (await page.locator('svg.stage').getAttribute('viewBox'))!.split(' ').map(Number);
    expect(width).toBeLessThan(600);
    expect(await page.locator('.outline-label.selected text').innerHTML()).toMatch(/^1 Scratch \d\d%$/);
    await progress('0 of 7 checked');
    await expectAccessible(page);
  });

  test('an outline has a dark and a bright line, so that one of both shows on any paint', async () => {
    const strokes = await page
      .locator('.stage :is(.halo, .outline.damage).selected')
      .evaluateAll((lines) =>
        lines
          .map((line) => getComputedStyle(line))
          .map(({ stroke, strokeWidth }) => [stroke, parseFloat(strokeWidth)]),
      );
    expect(strokes).toHaveLength(2);
    const [[dark, wide], [bright, narrow]] = strokes as [[string, number], [string, number]];
    expect(wide).toBeGreaterThan(narrow + 3);
    expect(dark).toMatch(/^rgba\(8, 12, 18/);
    expect(bright).not.toBe(dark);
  });

  test('J and K go through damages and what is to be checked; viewer and list both follow', async () => {
    await press('j', 'j');
    expect(await number()).toBe(3);
    await press('k');
    expect(await number()).toBe(2);
    await press('k', 'k');
    expect(await number()).toBe(7);
    await page.locator('li.suspicion.selected').waitFor();
    await outlineIsSelected();
    for (const seen of ['li.suspicion.selected', '.viewer-frame']) expect(await isInSight(seen)).toBe(true);
    await press('j');
    expect(await number()).toBe(1);
  });

  test('a click on an outline selects its row, and a click on a row its outline', async () => {
    await page.locator('.viewer-frame').focus();
    await press('0');
    await page.locator('.stage .outline.damage:not(.selected)').first().click({ force: true });
    const clicked = await number();
    expect(clicked).not.toBe(1);
    expect(await isInSight('.damage-row.selected')).toBe(true);
    await page.locator('.damage-row').nth(5).getByRole('button', { name: 'Scratch', exact: true }).click();
    expect(await number()).toBe(6);
    await outlineIsSelected();
    expect(await isInSight('.viewer-frame')).toBe(true);
  });

  test('arrows leaf through the photos wherever the focus is, but letters and arrows stay in a field', async () => {
    const before = await photo();
    await page.getByRole('link', { name: 'Report' }).focus();
    await press('ArrowRight');
    await expect.poll(() => photo()).not.toBe(before);
    await press('ArrowLeft');
    await expect.poll(() => photo()).toBe(before);
    await page.getByRole('slider').focus();
    await press('ArrowRight', 'ArrowLeft');
    expect(await photo()).toBe(before);
    await press('j');
    expect(await number()).toBe(6);
    await page.getByRole('link', { name: 'Report' }).focus();
    await press('j');
    expect(await number()).toBe(7);
    await press('j');
  });

  test('C confirms and goes on, D dismisses; Ctrl-Z takes back one after the other and Ctrl-Shift-Z makes it again', async () => {
    const all = await damages();
    await press('c');
    await progress('1 of 7 checked');
    expect(await number()).toBe(2);
    await press('d');
    await progress('1 of 6 checked');
    await expect.poll(async () => (await damages()).length).toBe(all.length - 1);
    await press('Control+z');
    await progress('1 of 7 checked');
    await press('Control+z');
    await progress('0 of 7 checked');
    expect(await damages()).toEqual(all);
    await press('Control+Shift+z', 'Control+Shift+z');
    await progress('1 of 6 checked');
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await progress('1 of 7 checked');
    const { entities } = await client.inspections.getOne(id);
    expect(Object.values(entities.damages).filter(({ confirmedBy }) => confirmedBy === 'demo')).toHaveLength(
      1,
    );
  });

  test('what is to be checked is decided in the same way', async () => {
    await press('k', 'k', 'k');
    await page.locator('li.suspicion.selected').waitFor();
    await press('c');
    await progress('2 of 7 checked');
    await page.getByRole('button', { name: 'Dent', exact: true }).waitFor();
    await press('Control+z');
    await page.locator('li.suspicion').waitFor();
    await progress('1 of 7 checked');
  });

  test('the history takes back what was done before the page was opened', async () => {
    const again = await open(id);
    const changed = again.page.getByRole('region', { name: 'What was changed' });
    await changed.getByRole('button', { name: /^Undo: Confirmed: Scratch/ }).click();
    await progress('0 of 7 checked', again.page);
    await changed.getByRole('button', { name: /^Undo: Confirmation taken back: Scratch/ }).click();
    await progress('1 of 7 checked', again.page);
    await progress('1 of 7 checked');
    expect(again.complaints).toEqual([]);
  });

  test('? lists the keys, and letters can be switched off there', async () => {
    await press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(await sheet.innerText()).toMatch(/J\s*Next damage/);
    await expectAccessible(page);
    await sheet.getByRole('checkbox').uncheck();
    await press('Escape');
    const before = await number();
    await press('j');
    expect(await number()).toBe(before);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await sheet.getByRole('checkbox').check();
    await press('Escape');
  });

  test('a task is run again only by who says so twice', async () => {
    await page.getByRole('button', { name: 'Run again: Damage detection' }).click();
    const question = page.getByRole('dialog', { name: 'Run again: Damage detection?' });
    await question
      .getByText('What people added, confirmed, changed or dismissed stays.', { exact: false })
      .waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    const { entities } = await client.tasks.getOne(id, 'damage_detection');
    expect(Object.values(entities.tasks)[0]!.status).toBe('DONE');
  });

  test('one click approves everything and locks it; nothing is confirmed, dismissed or undone then', async () => {
    await page.getByRole('button', { name: 'Approve and lock' }).click();
    await page.getByText('Approved and locked.').waitFor();
    await page.getByText('The findings are validated and locked', { exact: false }).waitFor();
    for (const name of [/^Confirm: /, /^Dismiss: /, 'Approve and lock'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    const before = await damages();
    await press('d', 'Control+z');
    expect(await damages()).toEqual(before);
    expect(complaints).toEqual([]);
  });

  test('ten findings are approved with three corrections in at most 40 clicks and key presses', async () => {
    const ten = await reviewed(10);
    const { page: desktop } = await open(ten);
    const parts = () => desktop.locator('.part-row th button').allInnerTexts();
    const opened = await parts();
    let acts = 0;
    const key = async (...keys: string[]) => {
      for (const one of keys) {
        acts += 1;
        await desktop.keyboard.press(one);
      }
    };
    const click = async (name: string) => {
      acts += 1;
      await desktop.getByRole('button', { name, exact: true }).click();
    };
    const choose = async (what: string, label: string) => {
      acts += 2;
      await desktop.getByRole('combobox', { name: what }).selectOption({ label });
    };
    await key('c', 'c', 'e');
    await choose('Type', 'Dent');
    await click('Save');
    await desktop.getByRole('dialog').waitFor({ state: 'detached' });
    await key('j', 'd', 'c', 'e');
    acts += 1;
    await desktop.getByRole('dialog').getByRole('radio', { name: 'severe' }).check();
    await click('Save');
    await desktop.getByRole('dialog').waitFor({ state: 'detached' });
    await key('c', 'c', 'c', 'c', 'c', 'd');
    await progress('9 of 9 checked', desktop);
    // The hood is the worst now, and the first in the report.
    expect(await parts()).toEqual(opened);
    expect((await desktop.locator('.damage-row .item-number').allInnerTexts()).join()).toBe(
      '3,4,5,1,2,6,7,8,9',
    );
    await key('Control+Enter');
    await desktop.getByText('Approved and locked.').waitFor();
    const { entities } = await client.inspections.getOne(ten);
    expect(entities.inspections[ten]).toMatchObject({ status: 'VALIDATED' });
    expect(Object.values(entities.damages).filter(({ damageType }) => damageType === 'dent')).toHaveLength(1);
    expect(entities.inspections[ten]!.damages).toHaveLength(9);
    expect(acts).toBeLessThanOrEqual(40);
  });
});
