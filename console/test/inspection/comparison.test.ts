import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analysed, startTasks } from '../harness/analyzed.ts';
import { type Desk, expectAccessible, openDeskWithModels, PHONE } from '../harness/console.ts';

/** Of no other file: the inspections that can be compared with are found by it. */
const vehicle = { plate: 'CD-456-EF' };

describe.skipIf(noBrowser)(inBrowser('comparing inspections'), () => {
  let desk: Desk;
  let client: Client;
  let page: Page;
  let complaints: string[];
  let first: string;
  let second: string;

  beforeAll(async () => {
    desk = await openDeskWithModels();
    ({ page, complaints } = await desk.open());
    client = await desk.clientFor(page);
    first = await analysed(client, ['intact-front-left'], { vehicle });
    second = await analysed(client, ['front-left', 'lamp-close'], { vehicle, relatedInspectionId: first });
  }, 180_000);
  afterAll(() => desk?.close());

  const badge = (text: string) => page.locator('.compared .badge').filter({ hasText: text });

  test('the damages of both sides are shown side by side: new, existing, gone, or why nobody can tell', async () => {
    const answer = await client.inspections.compareOne(second);
    const { counts, damages } = answer.entities.comparisons[answer.result]!;
    expect(damages.length).toBeGreaterThan(0);
    await page.goto(`${desk.url}/inspection/${second}`);
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.locator('.compared').first().waitFor();
    for (const [change, name] of [
      ['new', 'New'],
      ['unknown', 'Undecided'],
      ['existing', 'Existing'],
      ['gone', 'Gone'],
    ] as const) {
      await page.getByRole('checkbox', { name: `${name} ${counts[change]}` }).waitFor();
      expect(await badge(name).count()).toBe(counts[change]);
    }
    for (const { reason } of damages.filter(({ status }) => status === 'unknown'))
      expect(reason).not.toBeNull();
    expect(await page.locator('.compared .row .soft').count()).toBe(counts.unknown);
    expect(await page.locator('.compared figure').count()).toBe(damages.length * 2);
    await expectAccessible(page);
  });

  test('those of one kind are hidden and shown', async () => {
    const all = await page.locator('.compared').count();
    const isNew = await badge('New').count();
    await page.getByRole('checkbox', { name: /^New/ }).uncheck();
    expect(await page.locator('.compared').count()).toBe(all - isNew);
    await page.getByRole('checkbox', { name: /^New/ }).check();
    expect(await page.locator('.compared').count()).toBe(all);
  });

  test('another inspection of the same vehicle is chosen', async () => {
    const { result: third } = await client.inspections.createOne({ tasks: { damageDetection: {} }, vehicle });
    await client.damages.createOne(third, { damageType: 'smash', partType: 'trunk' });
    await page.reload();
    const choice = page.getByLabel('Compare with');
    expect(await choice.inputValue()).toBe(first);
    await choice.selectOption(third);
    await page.getByRole('heading', { name: 'Smash, Trunk' }).waitFor();
    expect(page.url()).toContain(`with=${third}`);
    expect(complaints).toEqual([]);
  });

  describe('what the photos leave open', () => {
    let open: string;
    beforeAll(async () => {
      const tasks = { damageDetection: { status: 'DONE' as const }, repairEstimate: {} };
      // The same plate, spelled in another way.
      ({ result: open } = await client.inspections.createOne({ tasks, vehicle: { plate: 'cd 456 ef' } }));
      await client.damages.createOne(open, { damageType: 'dent', partType: 'trunk' });
      await startTasks(client, open, ['repair_estimate']);
      await client.waitForTask(open, 'repair_estimate');
    });
    const dent = () => page.locator('.compared').filter({ hasText: 'Dent, Trunk' });

    test('a person decides it: it counts at once, has a cost, and the name stands beside it', async () => {
      await page.goto(`${desk.url}/inspection/${open}/comparison`);
      await page.getByLabel('Compare with').selectOption(first);
      await dent().getByText('Undecided').waitFor();
      const cost = page.locator('.cost-of-new strong');
      expect(await cost.innerText()).toBe('€0.00');
      await dent().getByRole('button', { name: 'It is new: Dent, Trunk' }).click();
      await dent()
        .getByText(/Decided by Demo account, /)
        .waitFor();
      expect(await dent().locator('.badge').innerText()).toContain('New');
      expect(Number((await cost.innerText()).replace(/[^\d.]/g, ''))).toBeGreaterThan(0);
      await page.getByRole('img', { name: /Trunk: New 1/ }).waitFor();
      await expectAccessible(page);
      await page.reload();
      await dent()
        .getByText(/Decided by Demo account, /)
        .waitFor();
    });

    test('the decision is in the history of the inspection, and can be taken back', async () => {
      await page.getByRole('link', { name: 'To the inspection' }).click();
      await page.getByText('What was changed').first().click();
      await page.getByText('Comparison, Dent, Trunk: New').waitFor();
      await page.goBack();
      await dent().getByRole('button', { name: 'Take the decision back: Dent, Trunk' }).click();
      await dent().getByRole('button', { name: 'It was there already: Dent, Trunk' }).waitFor();
      expect(complaints).toEqual([]);
    });

    test('a decision on a damage that a new run does not find again no longer counts, and the page says whose it was', async () => {
      await dent().getByRole('button', { name: 'It is new: Dent, Trunk' }).click();
      await dent()
        .getByText(/Decided by Demo account, /)
        .waitFor();
      // A run takes its own damages away without a word in the history; nobody can ask a model not to find one again.
      const database = await databaseOf(desk.service);
      await database.query('delete from damages where inspection_id = $1', [open]);
      await database.end();
      await page.reload();
      const lost = page.getByRole('region', { name: /^A new run did not find these damages again/ });
      await lost.getByText(/^Dent, Trunk: New Decided by Demo account, /).waitFor();
      expect(await dent().count()).toBe(0);
      await expectAccessible(page);
      expect(complaints).toEqual([]);
    });
  });

  test('a dent that is listed with an old scratch is undecided, and each side says what it has', async () => {
    const tasks = { damageDetection: { status: 'DONE' as const } };
    const withDamage = async (damageType: 'scratch' | 'dent', relatedInspectionId?: string) => {
      const { result } = await client.inspections.createOne({ tasks, relatedInspectionId });
      await client.damages.createOne(result, { damageType, partType: 'hood' });
      return result;
    };
    const later = await withDamage('dent', await withDamage('scratch'));
    // Only models say that a hit left several types.
    const database = await databaseOf(desk.service);
    const evidence = { best_score: 0.9, threshold: 0.5, photos_against: [], part_confidence: null };
    await database.query('update damages set evidence = $2 where inspection_id = $1', [
      later,
      { ...evidence, other_types: ['scratch'] },
    ]);
    await database.end();
    await page.goto(`${desk.url}/inspection/${later}/comparison`);
    const both = page.locator('.compared').filter({ hasText: 'Dent + Scratch, Hood' });
    await both
      .getByText('The earlier inspection has Scratch there; what the later one has besides may be new')
      .waitFor();
    expect(await both.locator('figcaption').allInnerTexts()).toEqual([
      expect.stringMatching(/^Before, .*: Scratch$/),
      expect.stringMatching(/^After, .*: Dent \+ Scratch$/),
    ]);
    await expectAccessible(page);
    await both.getByRole('button', { name: 'It was there already: Dent + Scratch, Hood' }).click();
    await page.getByRole('checkbox', { name: 'Existing 1' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('any other inspection is found and chosen, and it is said when it names another vehicle', async () => {
    const tasks = { damageDetection: {} };
    const { result: stranger } = await client.inspections.createOne({
      tasks,
      vehicle: { plate: 'ZZ-987-YY' },
    });
    await page.goto(`${desk.url}/inspection/${second}/comparison`);
    await page.getByText('Choose another inspection').click();
    await page.getByRole('searchbox').fill('zz987');
    await page.getByRole('button', { name: /^ZZ-987-YY/ }).click();
    await page
      .getByText('name different vehicles: ZZ-987-YY and CD-456-EF')
      .or(page.getByText('name different vehicles: CD-456-EF and ZZ-987-YY'))
      .waitFor();
    expect(page.url()).toContain(`with=${stranger}`);
    await expectAccessible(page);
  });

  test('on paper there is nothing to click, and the drawing and the pictures are there', async () => {
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByRole('link', { name: 'New inspection' }).isVisible()).toBe(false);
    expect(await page.locator('.change-drawing').isVisible()).toBe(true);
    expect(await page.locator('.compared figure').first().isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
  });

  test('a vehicle with one inspection has nothing to compare with, and it is said what is needed; on a phone too', async () => {
    const { result: alone } = await client.inspections.createOne({ tasks: { damageDetection: {} } });
    const phone = await desk.open(`/inspection/${alone}/comparison`, PHONE);
    await phone.page.getByText(/^There is no other inspection of this vehicle\./).waitFor();
    await phone.page.goto(`${desk.url}/inspection/${second}/comparison`);
    await phone.page.locator('.compared').first().waitFor();
    await phone.page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(phone.page);
    expect(phone.complaints).toEqual([]);
  });
});
