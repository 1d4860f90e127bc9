import { foundDamages } from '@walkaround/harness/clients/found-damages.ts';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import type { Client } from '@walkaround/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPicture } from './harness/analyzed.ts';
import { type Desk, expectAccessibleByDayAndNight, openDesk, PHONE, signInAs } from './harness/console.ts';

describe.skipIf(noBrowser)(inBrowser('how the models do'), () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk({ MODELS_DIR: '/nowhere' });
  });
  afterAll(() => desk?.close());

  /** Finds of a model, of which a person dismisses some; approved, and made some weeks ago. */
  const reviewed = async (client: Client, found: number, dismissed: number, weeksAgo: number) => {
    const { dataDir } = desk.service;
    const { result: id } = await client.inspections.createOne({ tasks: { damageDetection: {} } });
    const image = await addPicture(client, id, 'front-left', ['damage_detection']);
    const box = { xmin: 10, ymin: 10, width: 30, height: 20 };
    const finds = Array.from({ length: found }, () => ({ image, box }));
    const ids = await foundDamages(id, finds, dataDir);
    for (const damage of ids.slice(0, dismissed)) await client.damages.deleteOne(id, damage);
    await client.tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
    await client.tasks.updateOne(id, 'damage_detection', { status: 'VALIDATED' });
    const database = await databaseOf({ dataDir });
    await database.query(
      `update inspections set created_at = created_at - $2 * interval '1 week' where id = $1`,
      [id, weeksAgo],
    );
    await database.end();
  };

  test('a page tells by week what people made of the finds, and says when they confirm less', async () => {
    const { page, complaints } = await desk.open('/settings?section=models');
    await page.getByText('No inspection of the last weeks is approved yet.').waitFor();
    const client = await desk.clientFor(page);
    for (const weeksAgo of [3, 2, 1]) await reviewed(client, 40, 2, weeksAgo);
    await reviewed(client, 40, 18, 0);
    await page.reload();
    const alert = page.getByRole('alert');
    await alert.getByText('People confirm fewer findings').waitFor();
    expect(await alert.textContent()).toMatch(
      /Of 40 findings of the model damage 1\.2\.0 .* 55% were confirmed/,
    );
    const rows = page.locator('.model-weeks tbody tr');
    expect(await rows.count()).toBe(4);
    expect(await rows.first().textContent()).toContain('22 confirmed, 0 corrected, 18 dismissed');
    expect(await rows.last().textContent()).toContain('95%');
    await expectAccessibleByDayAndNight(page);
    await page.setViewportSize(PHONE);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(PHONE.width);
    expect(complaints).toEqual([]);
  });

  /** No model runs here: what two of them find is put beside the service. */
  const seenTwice = async (client: Client, place: (seen_by: string, x: number) => object) => {
    const { result: id } = await client.inspections.createOne({ tasks: { damageDetection: {} } });
    const image = await addPicture(client, id, 'front-left', ['damage_detection']);
    const box = { xmin: 100, ymin: 100, width: 80, height: 60 };
    const [wrong] = await foundDamages(id, [{ image, box }], desk.service.dataDir);
    await client.damages.deleteOne(id, wrong!);
    await client.tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
    await client.tasks.updateOne(id, 'damage_detection', { status: 'VALIDATED' });
    const places = [place('judging', 100), place('along', 300), place('both', 500)];
    const database = await databaseOf({ dataDir: desk.service.dataDir });
    const { rows } = await database.query('select organization_id from inspections where id = $1', [id]);
    await database.query(
      `insert into model_versions (version, sha256, file_key, entry, added_by)
        select v, '', '', '{}', 'olga' from unnest(array['1.4.0', '1.4.0-own.1']) v on conflict do nothing`,
    );
    await database.query(
      `insert into model_choices (purpose, organization_id, version, share, made_by)
        values ('judges', $1, '1.4.0', null, 'olga'), ('looks_along', null, '1.4.0-own.1', 0.2, 'olga')`,
      [rows[0].organization_id],
    );
    await database.query(
      `insert into side_by_sides (id, image_id, inspection_id, judging, along, places, agreed, only_judging, only_along)
        values (gen_random_uuid(), $1, $2, '1.4.0', '1.4.0-own.1', $3, 1, 1, 1)`,
      [image, id, JSON.stringify(places)],
    );
    await database.end();
  };

  test('a version that looks along stands beside the one that judges: counts, what people said, both outlines', async () => {
    const { page, complaints } = await desk.open('/settings?section=models');
    await page.getByText('No other version of the damage model looks along.').waitFor();
    const client = await desk.clientFor(page);
    await seenTwice(client, (seen_by, xmin) => ({
      damage_type: 'scratch',
      score: 0.8,
      bounding_box: { xmin, ymin: 100, width: 80, height: 60 },
      polygons: [],
      seen_by,
    }));
    await page.reload();
    const section = page.getByRole('region', { name: 'Side by side' });
    await section.getByText('1.4.0-own.1 looks along at 20% of the inspections').waitFor();
    expect(await section.locator('.side-counts').textContent()).toBe(
      'Both agree1Only 1.4.01Only 1.4.0-own.11',
    );
    const dismissed = section.getByRole('row', { name: 'Finds that are no damage' });
    expect(await dismissed.getByRole('cell').allTextContents()).toEqual(['0', '1', '0', '0']);
    const photo = section.locator('.side-photo');
    expect(await photo.locator('svg g').count()).toBe(3);
    await photo.getByText('1.4.0-own.1: scratch, 80%').waitFor();
    await photo.locator('img').evaluate((image: HTMLImageElement) => image.decode());
    await expectAccessibleByDayAndNight(page);
    await page.setViewportSize(PHONE);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(PHONE.width);
    await photo.getByRole('link').click();
    await page.waitForURL(/\/inspection\//);
    expect(complaints).toEqual([]);
  });

  test('an organization lets models learn, and who may not manage it sees none of their figures', async () => {
    const { page, complaints } = await desk.open('/settings');
    const choice = page.getByLabel('Models may learn from approved inspections');
    expect(await choice.inputValue()).toBe('none');
    await choice.selectOption('yes, from photos as people see them');
    await page.getByText('Saved.').first().waitFor();
    const client = await desk.clientFor(page);
    const { entities, result } = await client.organization.getTrainingData();
    expect(entities.trainingData[result]).toMatchObject({ trainingUse: 'shown', inspections: 5 });
    await signInAs(desk, page, { user: 'guest', permissions: 'inspections:create' });
    await page.goto(`${desk.url}/settings?section=models`);
    await page.getByText('are shown to those who have the permission organization:manage').waitFor();
    expect(await page.locator('.model-weeks').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
