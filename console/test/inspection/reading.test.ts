import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client, Inspection, One } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPicture, startTasks } from '../harness/analyzed.ts';
import { type Desk, expectAccessible, openDeskWithModels, PHONE } from '../harness/console.ts';

const LEVELS = ['Not rated', 'Minor', 'Moderate', 'Severe'];
const money = (amount: number) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(amount);

/** Two fingers on the photo that move apart. */
const pinch = async (page: Page) => {
  const box = (await page.locator('svg.stage').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const screen = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    screen.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [-apart, apart].map((dx, id) => ({ x: x + dx, y, id })),
    });
  await touch('touchStart', 15);
  for (const apart of [25, 40, 60]) await touch('touchMove', apart);
  await touch('touchEnd', 0);
};

describe.skipIf(noBrowser)(inBrowser('the inspection'), () => {
  let desk: Desk;
  let client: Client;
  let id: string;
  let page: Page;
  let complaints: string[];
  let answer: One<'inspections'>;
  let inspection: Inspection;

  beforeAll(async () => {
    desk = await openDeskWithModels();
    ({ page, complaints } = await desk.open());
    client = await desk.clientFor(page);
    const created = await client.inspections.createOne({
      tasks: {
        damageDetection: { damageSeverity: {} },
        wheelAnalysis: {},
        imagesOcr: {},
        repairEstimate: {},
      },
      vehicle: { brand: 'Example', model: 'Hatch', plate: 'AB-123-CD' },
    });
    id = created.result;
    for (const name of ['front-left', 'left', 'door-close'])
      await addPicture(client, id, name, ['damage_detection']);
    await addPicture(client, id, 'wheel-close', ['wheel_analysis']);
    await addPicture(client, id, 'odometer', ['images_ocr']);
    await page.goto(`${desk.url}/inspection/${id}`);
  }, 120_000);
  afterAll(() => desk?.close());

  const stage = () => page.locator('svg.stage');
  const outlines = (kind: 'damage' | 'part') => page.locator(`.stage .outline.${kind}`);
  const shown = (text: string) => page.locator('.viewer-place').filter({ hasText: text }).waitFor();
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };

  test('a task is started, its progress is seen as it goes, and its findings appear by themselves', async () => {
    await page.getByText('Not analyzed: the photos were not searched for damages yet.').waitFor();
    expect(await page.locator('.head-facts').innerText()).toContain('not analyzed');
    expect(await page.getByRole('button', { name: /^Hood: / }).getAttribute('aria-label')).toBe(
      'Hood: not analyzed',
    );
    await startTasks(client, id, ['wheel_analysis', 'images_ocr', 'repair_estimate']);
    await page.getByRole('button', { name: 'Start: Damage detection' }).click();
    await page.getByRole('progressbar', { name: 'Progress: Damage detection' }).waitFor();
    await page.getByText(/^[123] of 3 photos$/).waitFor({ timeout: 150_000 });
    await page.getByRole('button', { name: 'Validate: Repair estimate' }).waitFor({ timeout: 120_000 });
    // The estimate does not wait for what is read on the photos.
    await client.waitForTask(id, 'images_ocr');
    await page.getByRole('button', { name: 'Dent', exact: true }).first().waitFor();
    answer = await client.inspections.getOne(id);
    inspection = answer.entities.inspections[id]!;
    expect(complaints).toEqual([]);
  }, 300_000);

  test('where events do not come through, the page asks by itself', async () => {
    const { page: deaf } = await desk.open();
    await deaf.route(/\/events$/, (route) => route.abort());
    const { result } = await client.inspections.createOne({ tasks: { damageDetection: {} } });
    await addPicture(client, result, 'intact-front-left', ['damage_detection']);
    await startTasks(client, result, ['damage_detection']);
    await deaf.goto(`${desk.url}/inspection/${result}`);
    await deaf.getByRole('button', { name: 'Validate: Damage detection' }).waitFor({ timeout: 90_000 });
  }, 150_000);

  test('the table says what the service says: parts, levels, costs, the total', async () => {
    const details = Object.values(inspection.pricing.laborCost!.details);
    expect(details.length).toBeGreaterThan(0);
    for (const { pricing, relatedItemId } of details) {
      const severity = inspection.severityResults.find((one) => one.relatedItemId === relatedItemId)!;
      const row = page.locator('.part-row').filter({ hasText: money(pricing) });
      expect(await row.innerText()).toContain(LEVELS[severity.value.customSeverity.level!]);
    }
    expect(await page.locator('.damage-row').count()).toBe(inspection.damages.length);
    expect(await page.locator('tfoot').innerText()).toContain(
      money(inspection.pricing.laborCost!.totalPrice),
    );
    // Wherever a cost stands.
    await page.getByText('Example prices, not a quotation', { exact: false }).waitFor();
    for (const place of ['.head-facts', '.damage-table thead', '.damage-table tfoot'])
      expect(await page.locator(place).innerText()).toMatch(/example prices/i);
    for (const { score } of Object.values(answer.entities.damages))
      await page
        .getByText(`${Math.round(score! * 100)}% certain`)
        .first()
        .waitFor();
  });

  test('outlines are switched by type and by certainty, and those of parts on and off', async () => {
    await page.getByRole('button', { name: /^Photo 3 door-close/ }).click();
    await shown('3 / 5');
    const views = answer.entities.images[inspection.images[2]!]!.views.map(
      (view) => answer.entities.views[view]!,
    );
    const onDamages = views.filter(({ damageId }) => damageId !== null);
    expect(onDamages.length).toBeGreaterThan(0);
    expect(await outlines('damage').count()).toBe(onDamages.length);
    expect(await outlines('part').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Parts' }).check();
    expect(await outlines('part').count()).toBe(views.length - onDamages.length);
    await page.getByRole('checkbox', { name: 'Parts' }).uncheck();

    const dents = onDamages.filter(
      ({ damageId }) => answer.entities.damages[damageId!]!.damageType === 'dent',
    );
    await page.getByRole('checkbox', { name: /^Dent/ }).uncheck();
    expect(await outlines('damage').count()).toBe(onDamages.length - dents.length);
    await page.getByRole('checkbox', { name: /^Dent/ }).check();

    const slider = page.getByRole('slider');
    await slider.fill('100');
    expect(await outlines('damage').count()).toBe(0);
    await slider.fill('50');
    expect(await outlines('damage').count()).toBe(onDamages.filter(({ score }) => score! >= 0.5).length);
    await slider.fill('0');
  });

  test('the drawing selects a part by keyboard, and the table and the photo follow', async () => {
    const door = page
      .getByRole('group', { name: 'Vehicle, unfolded' })
      .getByRole('button', { name: /^Front left door: / });
    expect(await door.getAttribute('aria-label')).toMatch(/(minor|moderate|severe), 1 damage$/);
    await door.focus();
    await keys('Enter');
    expect(await door.getAttribute('aria-pressed')).toBe('true');
    const inTable = page
      .getByRole('table', { name: 'Damages' })
      .getByRole('button', { name: 'Front left door', exact: true });
    expect(await inTable.getAttribute('aria-pressed')).toBe('true');
    await page.locator('.stage .outline.part.selected').waitFor();
    await keys('Enter');
    expect(await door.getAttribute('aria-pressed')).toBe('false');

    await page.getByRole('button', { name: 'Dent', exact: true }).first().click();
    await page.locator('.stage .outline.damage.selected').waitFor();
    expect(await door.getAttribute('aria-pressed')).toBe('true');
  });

  test('photos are leafed through, zoomed and moved by keyboard, wheel and buttons', async () => {
    await page.getByRole('button', { name: /^Photo 1 front-left/ }).click();
    await page.getByRole('group', { name: /^Photo 1 of 5/ }).focus();
    await keys('ArrowRight');
    await shown('2 / 5');
    await keys('ArrowLeft', 'ArrowLeft');
    await shown('5 / 5');
    await keys('ArrowRight');
    await shown('1 / 5');
    const viewBox = async () => (await stage().getAttribute('viewBox'))!.split(' ').map(Number);
    const whole = await viewBox();
    await keys('+', '+');
    const [x, , width] = await viewBox();
    expect(width).toBeCloseTo(whole[2]! / 1.4 ** 2);
    await keys('Shift+ArrowRight');
    expect((await viewBox())[0]).toBeGreaterThan(x!);
    await keys('-');
    expect((await viewBox())[2]).toBeCloseTo(whole[2]! / 1.4);
    await keys('0');
    expect(await viewBox()).toEqual(whole);

    await stage().hover();
    await page.mouse.wheel(0, -400);
    await expect.poll(async () => (await viewBox())[2]).toBeLessThan(whole[2]!);
    await page.getByRole('button', { name: 'Whole photo' }).click();
    expect(await viewBox()).toEqual(whole);
    await page.getByRole('button', { name: 'Full size' }).click();
    const { width: seen } = (await stage().boundingBox())!;
    expect((await viewBox())[2]).toBeLessThanOrEqual(Math.max(seen, whole[2]!));
    await keys('0');
  });

  test('wheels, what was read, and the verdict on each photo are there', async () => {
    const [wheel] = Object.values(answer.entities.wheelAnalysis);
    const confidence = `${Math.round(wheel!.rimMaterial.confidence * 100)}%`;
    const wheels = page.getByRole('region', { name: 'Wheels' });
    expect((await wheels.innerText()).replaceAll(/\s+/g, ' ')).toContain(
      `Rim material Aluminum ${confidence}`,
    );
    const [document] = inspection.documents;
    const read = page.getByRole('region', { name: 'Read on the photos' });
    await read.getByText(String(document!.content.value)).waitFor();
    await read.getByRole('button', { name: `Show the photo: ${document!.content.value}` }).click();
    await shown('5 / 5');
    await page.getByRole('button', { name: /^Photo 1 front-left/ }).click();
    await page.getByText('Good photo').waitFor();
  });

  test('it passes the accessibility check, on a desk by day', () => expectAccessible(page));

  test('it passes the accessibility check on a phone by night, and nothing is cut off there', async () => {
    const phone = await desk.open(`/inspection/${id}`, PHONE);
    await phone.page.getByRole('heading', { name: 'Example Hatch' }).waitFor();
    await phone.page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(phone.page);
    expect(await phone.page.locator('body').evaluate((body) => body.scrollWidth)).toBeLessThanOrEqual(
      PHONE.width,
    );
    const place = phone.page.locator('.viewer-place');
    const first = await place.innerText();
    await phone.page.getByRole('button', { name: 'Next photo' }).tap();
    await expect.poll(() => place.innerText()).not.toBe(first);
    await pinch(phone.page);
    await expect.poll(() => phone.page.getByRole('button', { name: 'Zoom out' }).isEnabled()).toBe(true);
    expect([...complaints, ...phone.complaints]).toEqual([]);
  });
});
