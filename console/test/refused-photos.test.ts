import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, expectAccessible, openDesk } from './harness/console.ts';
import { dropFiles, picture, type TestFile } from './harness/files.ts';

/** A little more than the demo's pictures have: larger ones take seconds to draw, to send and to make smaller. */
const MOST_BYTES = 200_000;
const MOST_PIXELS = 1_000_000;

const damaged: TestFile = {
  name: 'damaged.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2_000, 7)]),
};
/** No browser but Safari can show it. */
const heicOver: TestFile = {
  name: 'heavy.heic',
  mimeType: 'image/heic',
  buffer: Buffer.concat([
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.alloc(MOST_BYTES),
  ]),
};

/** A photo of the demo, larger than it was, with noise that no format can make small. */
const enlarged = async (name: string, width: number, sigma: number): Promise<Buffer> => {
  const large = sharp(picture(name).buffer).resize({ width });
  const { height } = (await large.clone().toBuffer({ resolveWithObject: true })).info;
  const noise = await sharp({
    create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma } },
  })
    .raw()
    .toBuffer();
  return large
    .composite([{ input: noise, raw: { width, height, channels: 3 }, blend: 'soft-light' }])
    .jpeg({ quality: 95 })
    .toBuffer();
};

describe.skipIf(noBrowser)(inBrowser('photos that the service does not take'), () => {
  let desk: Desk;
  let page: Page;
  let client: Client;
  beforeAll(async () => {
    desk = await openDesk({
      MAX_IMAGE_BYTES: String(MOST_BYTES),
      MAX_IMAGE_PIXELS: String(MOST_PIXELS),
      MODELS_DIR: '/nowhere',
    });
    ({ page } = await desk.open());
    client = await desk.clientFor(page);
  });
  afterAll(() => desk?.close());

  const card = (name: string) => page.getByRole('listitem', { name, exact: true });
  const start = () => page.getByRole('button', { name: 'Start the analysis' });
  const idHere = () => /inspection\/([^/]+)/.exec(page.url())![1]!;
  const imagesOnService = async () => {
    const { entities } = await client.images.getMany(idHere());
    return Object.values(entities.images);
  };
  const openFresh = async () => {
    const { result } = await client.inspections.createOne({ tasks: { damageDetection: {} } });
    await page.goto(`${desk.url}/inspection/${result}/capture`);
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
  };

  test('a refused file says why, holds nothing up and goes with one click', async () => {
    await openFresh();
    await dropFiles(page, '.capture', [damaged, picture('front')]);
    await card('damaged.jpg').locator('.alarm').waitFor();
    expect(await card('damaged.jpg').locator('.alarm').innerText()).toMatch(/^The .+\.$/);
    await card('front.jpg').getByText('Good').waitFor();
    await expect.poll(() => start().isEnabled()).toBe(true);
    expect(await page.getByText('Photos still on their way').count()).toBe(0);
    await page.getByText('Files that were refused and are not analyzed: 1').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Delete: damaged.jpg' }).click();
    await card('damaged.jpg').waitFor({ state: 'detached' });
    await start().click();
    await page.waitForURL(/\/inspection\/[^/]+$/);
  });

  test('a refused file is not sent again after a reload, and asks nobody to stay', async () => {
    await openFresh();
    await dropFiles(page, '.capture', [damaged, heicOver]);
    await page.getByText('Files that were refused and are not analyzed: 2').waitFor();
    await card('heavy.heic').getByText('This file is larger than the service takes').waitFor();
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    expect(await page.locator('.photo-card').count()).toBe(0);
    expect(questions).toEqual([]);
  });

  test('all refused files go with one click, and a view keeps the photo it had', async () => {
    await openFresh();
    const front = page.getByRole('button', { name: /^Front: / });
    const giveFront = async (file: TestFile) => {
      const choosing = page.waitForEvent('filechooser');
      await front.click();
      await (await choosing).setFiles(file);
    };
    await giveFront(picture('front'));
    await page.getByRole('button', { name: 'Front: done', exact: true }).waitFor();
    await giveFront(damaged);
    await page.getByText('Files that were refused and are not analyzed: 1').waitFor();
    await page.getByRole('button', { name: 'Front: done', exact: true }).waitFor();
    expect(await page.getByText('A new photo is taking its place').count()).toBe(0);
    await dropFiles(page, '.capture', [damaged, heicOver]);
    await page.getByText('Files that were refused and are not analyzed: 3').waitFor();
    await page.getByRole('button', { name: 'Remove them' }).click();
    await page.getByText('Files that were refused').waitFor({ state: 'detached' });
    expect(await page.locator('.photo-card').count()).toBe(1);
    expect(await start().isEnabled()).toBe(true);
  });

  test('a photo for which the service fails again and again does not hold up the others', async () => {
    await openFresh();
    await dropFiles(page, '.capture', [picture('front')]);
    await card('front.jpg').getByText('Good').waitFor();
    // No photo makes the real service fail; this one is made to.
    await page.route('**/images', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal_error', message: 'Something went wrong.' } }),
    );
    await dropFiles(page, '.capture', [picture('left')]);
    await card('left.jpg').getByText('Something went wrong.').waitFor();
    expect(await start().isEnabled()).toBe(true);
    await page.unroute('**/images');
    await card('left.jpg').getByRole('button', { name: 'Try again' }).click();
    await card('left.jpg').getByText('Good').waitFor();
  });

  test('photos over the limits are made smaller by the browser, and stay upright', async () => {
    await openFresh();
    const heavy = await enlarged('front', 1100, 60);
    const wide = await enlarged('left', 1800, 1);
    const turned = await sharp(wide).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(heavy.length).toBeGreaterThan(MOST_BYTES);
    await dropFiles(page, '.capture', [
      { name: 'heavy.jpg', mimeType: 'image/jpeg', buffer: heavy },
      { name: 'turned.jpg', mimeType: 'image/jpeg', buffer: turned },
      picture('rear'),
    ]);
    await expect.poll(async () => (await imagesOnService()).length, { timeout: 60_000 }).toBe(3);
    await expect.poll(() => start().isEnabled()).toBe(true);
    const kept = Object.fromEntries((await imagesOnService()).map((image) => [image.name, image]));
    const fit = ({ imageWidth, imageHeight }: { imageWidth: number; imageHeight: number }) =>
      imageWidth * imageHeight;
    expect(fit(kept['turned.jpg']!)).toBeLessThanOrEqual(MOST_PIXELS);
    expect(kept['turned.jpg']!.imageWidth).toBeGreaterThan(kept['turned.jpg']!.imageHeight);
    expect(fit(kept['turned.jpg']!)).toBeGreaterThan(MOST_PIXELS * 0.9);
    expect(kept['heavy.jpg']!.imageWidth).toBeLessThanOrEqual(1100);
    // What fits is left as it is.
    const original = await sharp(picture('rear').buffer).metadata();
    expect(kept['rear.jpg']!.imageWidth).toBe(original.width);
  });

  test('pictures that a lost network broke are there again by themselves', async () => {
    await openFresh();
    await dropFiles(page, '.capture', [picture('front'), picture('rear')]);
    await expect.poll(() => page.locator('.photo-card .badge.good').count(), { timeout: 60_000 }).toBe(2);
    const id = idHere();
    const damage = await client.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
    const [image] = await imagesOnService();
    await client.views.createOne(id, {
      imageId: image!.id,
      damageId: damage.result,
      boundingBox: { xmin: 100, ymin: 100, width: 100, height: 100 },
    });
    const broken = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLImageElement>('main img')].filter(
            ({ complete, naturalWidth }) => !complete || naturalWidth === 0,
          ).length,
      );
    for (const path of [`/inspection/${id}/capture`, `/inspection/${id}`, '/']) {
      let lost = 0;
      await page.route('**/files/**', (route) => {
        lost += 1;
        return route.abort();
      });
      await page.goto(desk.url + path);
      await expect.poll(broken).toBeGreaterThan(0);
      await expect.poll(() => lost).toBeGreaterThan(0);
      const came = new Set<string>();
      page.on('response', (response) => came.add(response.url()));
      await page.unroute('**/files/**');
      await expect.poll(broken).toBe(0);
      // Pieces of photos are pictures too, though of another kind.
      const pieces = await page.evaluate(() =>
        [...document.querySelectorAll('svg.crop image')].map((piece) => piece.getAttribute('href')!),
      );
      for (const piece of pieces) await expect.poll(() => came.has(piece)).toBe(true);
    }
  });

  test('the large photo comes back with the network', async () => {
    const { result: id } = await client.inspections.createOne({ tasks: { damageDetection: {} } });
    const { buffer, mimeType } = picture('front');
    const file = new File([new Uint8Array(buffer)], 'front.jpg', { type: mimeType });
    await client.images.addOne(id, { file, tasks: [] });
    await page.route('**/files/**', (route) => route.abort());
    await page.goto(`${desk.url}/inspection/${id}`);
    await page.getByText('This photo cannot be shown right now.').waitFor();
    await page.unroute('**/files/**');
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('This photo cannot be shown right now.').waitFor({ state: 'detached' });
  });
});
