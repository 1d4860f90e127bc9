import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client, PartType } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import names from '../../../vocabulary/en.json' with { type: 'json' };
import { analysed } from '../harness/analyzed.ts';
import { type Desk, expectAccessible, openDeskWithModels, PHONE, signInAs } from '../harness/console.ts';

const nameOf = (part: PartType) => names.parts[part].charAt(0).toUpperCase() + names.parts[part].slice(1);

describe.skipIf(noBrowser)(inBrowser('correcting an inspection'), () => {
  let desk: Desk;
  let client: Client;
  let id: string;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    desk = await openDeskWithModels();
    ({ page, complaints } = await desk.open());
    client = await desk.clientFor(page);
    id = await analysed(client, ['door-close', 'front-left'], {
      vehicle: { brand: 'Example', model: 'Hatch' },
    });
    await page.goto(`${desk.url}/inspection/${id}`);
    await page.getByRole('button', { name: 'Dent', exact: true }).waitFor();
  }, 180_000);
  afterAll(() => desk?.close());

  const read = async () => {
    const { entities } = await client.inspections.getOne(id);
    return { ...entities, inspection: entities.inspections[id]! };
  };
  const damages = async () => Object.values((await read()).damages);
  const dent = async () => (await damages()).find(({ damageType }) => damageType === 'dent')!;
  const details = (of: string, on = page) =>
    on
      .getByRole('table', { name: 'Damages' })
      .getByRole('button', { name: `Details: ${of}`, exact: true })
      .click();
  const choice = (name: string, on = page) => on.getByRole('combobox', { name });
  const number = (name: string) => page.getByRole('textbox', { name });
  const dialog = (on = page) => on.getByRole('dialog');
  const save = (on = page) => dialog(on).getByRole('button', { name: 'Save' }).click();
  const undo = async (on = page) => {
    const undone = on.locator('.notice').filter({ hasText: 'Undone.' });
    while ((await undone.count()) > 0) await undone.first().getByRole('button', { name: 'Close' }).click();
    await on.getByRole('button', { name: 'Undo' }).last().click();
    await undone.waitFor();
  };
  /** A place on the photo, as shares of what is seen of it. */
  const at = async (x: number, y: number, on = page) => {
    const box = (await on.locator('svg.stage').boundingBox())!;
    return { x: box.x + box.width * x, y: box.y + box.height * y };
  };
  const changes = () => page.getByRole('region', { name: 'What was changed' });

  test('a damage is added by drawing a box, on the part that is there, and undone', async () => {
    await page.getByRole('button', { name: 'Add a damage' }).click();
    await page.getByText('Mark the place first.').waitFor();
    const [from, to] = [await at(0.5, 0.45), await at(0.6, 0.6)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    const [left, width] = [number('Left'), number('Width')];
    const drawn = { xmin: Number(await left.inputValue()), width: Number(await width.inputValue()) };
    expect(drawn.width).toBeGreaterThan(50);
    expect(await choice('Part').inputValue()).toMatch(/^(door|fender)_/);
    await expectAccessible(page);
    await choice('Type').selectOption({ label: 'Scratch' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('The damage was added.').waitFor();
    const { views, damages: all } = await read();
    const made = Object.values(all).find(({ createdBy }) => createdBy === 'demo')!;
    expect(made).toMatchObject({ damageType: 'scratch', score: null, model: null });
    expect(Object.values(views).find(({ damageId }) => damageId === made.id)!.boundingBox).toMatchObject(
      drawn,
    );
    await page.getByText('Added by Demo', { exact: false }).first().waitFor();
    await undo();
    expect((await damages()).some(({ id: one }) => one === made.id)).toBe(false);
  });

  test('without drawing: the numbers are typed, or no place is given', async () => {
    const before = (await damages()).length;
    await page.getByRole('button', { name: 'Add a damage' }).click();
    for (const [side, value] of Object.entries({ Left: 10, Top: 20, Width: 100, Height: 80 }))
      await number(side).fill(String(value));
    await choice('Type').selectOption({ label: 'Rust' });
    await choice('Part').selectOption({ label: 'Roof' });
    await choice('Part').press('Enter');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('The damage was added.').waitFor();
    const { views, damages: all } = await read();
    const rust = Object.values(all).find(({ damageType }) => damageType === 'rustiness')!;
    expect(rust.partType).toBe('roof');
    expect(Object.values(views).find(({ damageId }) => damageId === rust.id)!.boundingBox).toEqual({
      xmin: 10,
      ymin: 20,
      width: 100,
      height: 80,
    });
    await undo();
    await page.getByRole('button', { name: 'Add a damage' }).click();
    await page.getByRole('radio', { name: 'No place' }).check();
    await choice('Type').selectOption({ label: 'Smash' });
    await choice('Part').selectOption({ label: 'Roof' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Smash', exact: true }).waitFor();
    expect((await damages()).length).toBe(before + 1);
    await undo();
    expect((await damages()).length).toBe(before);
  });

  test('a damage is given another type and part; what the model said is still told', async () => {
    const { id: damageId, partType } = await dent();
    await page.getByRole('button', { name: /^Details: Dent, / }).click();
    await dialog()
      .getByText(/^Found by the model damage search \S+, /)
      .waitFor();
    await expectAccessible(page);
    await choice('Type').selectOption({ label: 'Scratch' });
    await choice('Part').selectOption({ label: 'Hood' });
    await save();
    await dialog().waitFor({ state: 'detached' });
    expect((await read()).damages[damageId]).toMatchObject({
      damageType: 'scratch',
      partType: 'hood',
      createdBy: 'algo',
    });
    await changes()
      .getByText(/^Dent, .* → Scratch, Hood$/)
      .waitFor();
    await page.getByText(`was Dent, ${nameOf(partType)}, changed by Demo account`).waitFor();
    expect(await changes().innerText()).toContain('Demo');
    await undo();
    expect((await read()).damages[damageId]).toMatchObject({ damageType: 'dent', partType });
  });

  test('a deleted damage is restored by undo, with its places on the photos', async () => {
    const { id: damageId } = await dent();
    const before = await read();
    await page.getByRole('button', { name: /^Details: Dent, / }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The damage was deleted.').waitFor();
    await dialog().waitFor({ state: 'detached' });
    expect((await read()).inspection.damages).not.toContain(damageId);
    await undo();
    const after = await read();
    expect(after.damages[damageId]).toEqual(before.damages[damageId]);
    const seen = ({ views }: typeof before) =>
      Object.values(views)
        .filter((view) => view.damageId === damageId)
        .map(({ id: view }) => view)
        .toSorted();
    expect(seen(after)).toEqual(seen(before));
    await changes()
      .getByText(/^Restored: Dent/)
      .waitFor();
  });

  test('severity, operation and price of a part are changed, with names in the history, and undone', async () => {
    const { partType } = await dent();
    const part = nameOf(partType);
    const severityOf = async () => {
      const { inspection } = await read();
      const { id: partId } = inspection.parts.find((one) => one.partType === partType)!;
      return inspection.severityResults.findLast(({ relatedItemId }) => relatedItemId === partId)!;
    };
    const before = await severityOf();
    const { totalPrice } = (await read()).inspection.pricing.laborCost!;
    await details(part);
    const level = before.value.customSeverity.level === 1 ? 'moderate' : 'minor';
    await dialog().getByRole('radio', { name: level }).check();
    await choice('Operation').selectOption({ label: 'Replace' });
    await dialog()
      .getByLabel(/^Price/)
      .fill('321.5');
    await expectAccessible(page);
    await save();
    await dialog().waitFor({ state: 'detached' });
    const { inspection } = await read();
    expect(Object.values(inspection.pricing.laborCost!.details)).toContainEqual(
      expect.objectContaining({ pricing: 321.5, isUserModified: true }),
    );
    expect(await severityOf()).toMatchObject({
      isUserModified: true,
      operation: 'replace',
      createdBy: 'demo',
    });
    await page.locator('.part-row').getByText('€321.50').waitFor();

    await details(part);
    const history = dialog().getByRole('region', { name: 'What was changed' });
    await history.getByText(new RegExp(`^Severity: .* → ${level}; Operation: – → Replace$`)).waitFor();
    await history.getByText(/^Price: €[\d.]+ → €321\.50$/).waitFor();
    expect(await history.innerText()).toMatch(/Demo.*, /);
    await dialog().getByRole('button', { name: 'Cancel' }).click();

    await undo();
    expect(await severityOf()).toMatchObject({ isUserModified: false, value: before.value });
    expect((await read()).inspection.pricing.laborCost!.totalPrice).toBe(totalPrice);
  });

  test('one price is said for the whole repair', async () => {
    await details('Total');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    const opener = page.getByRole('button', { name: 'Details: Total' });
    expect(await opener.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    await details('Total');
    await dialog()
      .getByLabel(/^Price/)
      .fill('999');
    await save();
    await page.getByRole('table', { name: 'Damages' }).getByText('€999.00').waitFor();
    expect((await read()).inspection.pricing.laborCost!.totalPrice).toBe(999);
    await details('Total');
    await dialog().getByRole('button', { name: 'Back to the sum' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect((await read()).inspection.pricing.laborCost!.totalPrice).not.toBe(999);
  });

  test('on a phone a damage is outlined with a finger', async () => {
    const phone = await desk.open(`/inspection/${id}`, PHONE);
    await phone.page.getByRole('button', { name: 'Add a damage' }).tap();
    await phone.page.getByRole('radio', { name: 'Outline' }).tap();
    await phone.page.locator('svg.stage').scrollIntoViewIfNeeded();
    for (const [x, y] of [
      [0.3, 0.3],
      [0.6, 0.3],
      [0.5, 0.6],
      [0.35, 0.55],
    ] as const) {
      const point = await at(x, y, phone.page);
      await phone.page.touchscreen.tap(point.x, point.y);
    }
    await phone.page.getByText('Points: 4.').waitFor();
    await phone.page.getByRole('button', { name: 'Remove the last point' }).tap();
    await choice('Type', phone.page).selectOption({ label: 'Missing piece' });
    await choice('Part', phone.page).selectOption({ label: 'Hood' });
    await expectAccessible(phone.page);
    await phone.page.getByRole('button', { name: 'Add', exact: true }).tap();
    await phone.page.getByText('The damage was added.').waitFor();
    const { views, damages: all } = await read();
    const made = Object.values(all).find(({ damageType }) => damageType === 'missing_piece')!;
    const [outline] = Object.values(views).find(({ damageId }) => damageId === made.id)!.polygons;
    expect(outline).toHaveLength(3);
    // The page of the other person sees it without being asked to.
    await page.getByRole('button', { name: 'Missing piece', exact: true }).waitFor();
    await undo(phone.page);
    expect(phone.complaints).toEqual([]);
  });

  test('a task is validated, and it is told by whom', async () => {
    await page.getByRole('button', { name: 'Validate: Damage detection' }).click();
    await page.getByText(/^Validated by Demo/).waitFor();
    const task = Object.values((await read()).tasks).find(({ name }) => name === 'damage_detection')!;
    expect(task).toMatchObject({ status: 'VALIDATED', validatedBy: 'demo' });
    expect(complaints).toEqual([]);
  });

  test('what was validated is locked until somebody withdraws the validation, and that stays on record', async () => {
    await page.getByText('The findings are validated and locked: Damage detection.').waitFor();
    for (const name of ['Add a damage', /^Run again/])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await page.getByRole('button', { name: /^Details: Dent, / }).click();
    await dialog().getByText('The findings are validated and locked.', { exact: false }).waitFor();
    for (const name of ['Save', 'Delete'])
      expect(await dialog().getByRole('button', { name, exact: true }).count()).toBe(0);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await expectAccessible(page);
    await page.goto(`${desk.url}/inspection/${id}/capture`);
    await page.waitForURL(`${desk.url}/inspection/${id}`);

    await page.getByRole('button', { name: 'Withdraw validation', exact: true }).click();
    await page.getByText('The validation was withdrawn.').waitFor();
    await page.getByRole('button', { name: 'Add a damage' }).waitFor();
    await changes()
      .getByText(/^Validation withdrawn: Damage detection \(on request\)\. It was given by Demo account, /)
      .waitFor();
    expect((await read()).inspection.lockedBy).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a review by people ends when one says so', async () => {
    const tasks = { damageDetection: { status: 'DONE' as const }, humanInTheLoop: {} };
    const { result } = await client.inspections.createOne({ tasks });
    const { page: reviewer } = await desk.open(`/inspection/${result}`);
    await reviewer.getByRole('button', { name: 'Finish review: Human review' }).click();
    await reviewer.getByRole('button', { name: 'Validate: Human review' }).waitFor();
    const { entities } = await client.tasks.getOne(result, 'human_in_the_loop');
    expect(Object.values(entities.tasks)[0]!.status).toBe('DONE');
  });

  test('who may only look is told so, and is offered nothing that would fail', async () => {
    const { page: theirs } = await desk.open('/');
    await signInAs(desk, theirs, { user: 'reader', permissions: 'inspections:read_all' });
    await theirs.goto(`${desk.url}/inspection/${id}`);
    await theirs.getByRole('button', { name: /^Details: Dent, / }).click();
    await theirs.getByText(/^You may look at this inspection but not change it\./).waitFor();
    for (const name of ['Save', 'Delete', 'Add a damage', /^Validate/, /^Run again/])
      expect(await theirs.getByRole('button', { name }).count()).toBe(0);
  });
});
