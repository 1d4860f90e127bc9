import { foundDamages } from '@walkaround/harness/clients/found-damages.ts';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import type { Client } from '@walkaround/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPicture } from './harness/analyzed.ts';
import { type Desk, expectAccessible, openDesk, PHONE, signInAs } from './harness/console.ts';
import { withoutRefusals } from './harness/reported.ts';

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
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await page.setViewportSize(PHONE);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(PHONE.width);
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
    expect(entities.trainingData[result]).toMatchObject({ trainingUse: 'shown', inspections: 4 });
    await signInAs(desk, page, { user: 'guest', permissions: 'inspections:create' });
    await page.goto(`${desk.url}/settings?section=models`);
    await page.getByText('are shown to those who have the permission organization:manage').waitFor();
    expect(await page.locator('.model-weeks').count()).toBe(0);
    expect(withoutRefusals(complaints)).toEqual([]);
  });
});
