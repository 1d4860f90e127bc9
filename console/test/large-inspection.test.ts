import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@walkaround/harness/clients/client.ts';
import { foundDamages } from '@walkaround/harness/clients/found-damages.ts';
import { isJudged } from '@walkaround/harness/clients/judged.ts';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import type { Client } from '@walkaround/sdk';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPicture } from './harness/analyzed.ts';
import { type Desk, openOwnOrganization } from './harness/console.ts';

const PARTS = [
  'hood',
  'roof',
  'trunk',
  'door_front_left',
  'door_back_left',
  'bumper_front',
  'fender_front_left',
];
const STEPS = 20;
/**
 * A large inspection may take this many times as long as a small one: generous, because the machine of the tests is busy,
 * and small against the 20 times as many photos and findings. What it measures is in docs/running/performance.md.
 */
const AT_MOST = 8;

describe.skipIf(noBrowser)(inBrowser('an inspection with 200 photos and 150 findings'), () => {
  let desk: Desk;
  let client: Client;
  let page: Page;
  let devTools: CDPSession;
  let small: string;
  let large: string;

  /**
   * One is sent, and once it is judged its copies are put beside the service: the page is what is tested, and the service
   * would look at each for a tenth of a second.
   */
  const photosOf = async (id: string, count: number): Promise<string[]> => {
    const sent = await addPicture(client, id, 'left', []);
    await until(
      async () => (await client.images.getMany(id)).entities.images[sent]!,
      (image) => isJudged(image),
      60_000,
    );
    const copies = Array.from({ length: count - 1 }, () => randomUUID());
    const database = await databaseOf(desk.service);
    const { rows } = await database.query('select file_key from images where id = $1', [sent]);
    const keyOf = (image: string) => rows[0].file_key.replace(sent, image) as string;
    const pathOf = (image: string) => join(desk.service.dataDir, 'files', keyOf(image));
    for (const copy of copies) {
      await copyFile(pathOf(sent), pathOf(copy));
      await database.query(
        `insert into images select (jsonb_populate_record(sent, jsonb_build_object(
          'id', $2::text, 'file_key', $3::text, 'fingerprint', $2::text, 'created_at', clock_timestamp()))).*
        from images sent where id = $1`,
        [sent, copy, keyOf(copy)],
      );
    }
    await database.end();
    return [sent, ...copies];
  };

  const withFindings = async (photos: number, findings: number) => {
    const tasks = { damageDetection: { status: 'DONE' as const } };
    const { result: id } = await client.inspections.createOne({ tasks });
    const images = await photosOf(id, photos);
    const found = Array.from({ length: findings }, (_, index) => ({
      image: images[index % photos]!,
      part_type: PARTS[index % PARTS.length]!,
      score: 0.9 - index / 500,
      box: { xmin: 60 + 40 * (index % 15), ymin: 120 + 40 * (index % 9), width: 90, height: 60 },
    }));
    await foundDamages(id, found, desk.service.dataDir);
    return id;
  };

  beforeAll(async () => {
    desk = await openOwnOrganization();
    ({ page } = await desk.open());
    client = await desk.clientFor(page);
    devTools = await page.context().newCDPSession(page);
    await devTools.send('Performance.enable');
    small = await withFindings(10, 7);
    large = await withFindings(200, 150);
  }, 300_000);
  afterAll(() => desk?.close());

  /** What the page works, in milliseconds; a busy machine makes both inspections slower. */
  const worked = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    const of = (name: string) => 1000 * metrics.find((metric) => metric.name === name)!.value;
    return of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration');
  };

  const open = async (id: string) => {
    await page.goto(`${desk.url}/inspection/${id}`);
    await page.locator('.damage-row').first().waitFor();
    await page.waitForFunction(() =>
      [...document.images].every(({ loading, complete }) => loading === 'lazy' || complete),
    );
  };

  const costOf = async (act: () => Promise<unknown>) => {
    await act();
    const costs: number[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const before = await worked();
      await act();
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      costs.push((await worked()) - before);
    }
    // The median: events of the service make the page work now and then, whatever the person does.
    return costs.toSorted((a, b) => a - b)[STEPS / 2]!;
  };

  const ACTS = {
    'the next finding': () => page.keyboard.press('j'),
    'the next photo': () => page.keyboard.press('ArrowRight'),
    scrolling: () => page.mouse.wheel(0, 400),
  };

  /** Of each act in turn, on a page that is opened once: with its photos that takes most of the time. */
  const costsIn = async (id: string) => {
    await open(id);
    const costs = new Map<string, number>();
    for (const [what, act] of Object.entries(ACTS)) costs.set(what, await costOf(act));
    return costs;
  };

  let few: Map<string, number>;
  let many: Map<string, number>;
  beforeAll(async () => {
    few = await costsIn(small);
    many = await costsIn(large);
  }, 300_000);

  test.each(Object.keys(ACTS))('%s costs the page little more than in a small inspection', (what) => {
    console.log(what, few.get(what)!.toFixed(1), many.get(what)!.toFixed(1));
    expect(many.get(what)).toBeLessThan(AT_MOST * Math.max(few.get(what)!, 4));
  });
});
