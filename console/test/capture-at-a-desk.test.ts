import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Desk,
  endSession,
  expectAccessible,
  openDesk,
  openDeskWithModels,
  signInAgain,
} from './harness/console.ts';
import { darkPicture, dropFiles, picture, textFile } from './harness/files.ts';

const FEW = ['front', 'left', 'rear', 'right'].map(picture);

const network = (cdp: CDPSession, wanted: { offline?: boolean; bytesPerSecond?: number }) =>
  cdp.send('Network.emulateNetworkConditions', {
    offline: wanted.offline ?? false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: wanted.bytesPerSecond ?? -1,
  });

describe.skipIf(noBrowser)(inBrowser('photos from a desk'), () => {
  let desk: Desk;
  let page: Page;
  let complaints: string[];
  let client: Client;
  let cdp: CDPSession;
  const sitAt = async (opened: Desk) => {
    desk = opened;
    ({ page, complaints } = await desk.open());
    client = await desk.clientFor(page);
    cdp = await page.context().newCDPSession(page);
    page.on('dialog', (dialog) => dialog.accept());
  };
  beforeAll(async () => sitAt(await openDeskWithModels()));
  afterAll(() => desk?.close());

  const card = (name: string) => page.getByRole('listitem', { name, exact: true });
  const idHere = () => /inspection\/([^/]+)/.exec(page.url())![1]!;
  const namesOnService = async () => {
    const { entities } = await client.images.getMany(idHere());
    return Object.values(entities.images).map(({ name }) => name);
  };
  /** The models look at each photo first. */
  const expectGoodPhotos = (count: number) =>
    expect.poll(() => page.locator('.photo-card .badge.good').count(), { timeout: 90_000 }).toBe(count);
  const openFresh = async () => {
    const { result } = await client.inspections.createOne({ tasks: { damageDetection: {} } });
    await page.goto(`${desk.url}/inspection/${result}/capture`);
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
  };

  test('a new inspection takes the tasks, the vehicle and what to blur', async () => {
    await page.getByRole('link', { name: 'New inspection' }).click();
    await page.getByRole('textbox', { name: 'Plate' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Plate' }).fill('AB-123-CD');
    await page.getByLabel('Vehicle type').selectOption('Hatchback');
    await page.getByLabel('Mileage').fill('42000');
    await page.getByLabel('Wheel analysis').uncheck();
    await page.getByLabel('Blur faces').check();
    await page.getByRole('button', { name: 'Continue to the photos' }).click();
    await page.waitForURL(/\/capture$/);

    const { entities, result } = await client.inspections.getOne(idHere());
    const tasks = Object.values(entities.tasks).map(({ name, status }) => `${name} ${status}`);
    expect(tasks.sort()).toEqual([
      'compliances NOT_STARTED',
      'damage_detection NOT_STARTED',
      'images_ocr NOT_STARTED',
      'repair_estimate NOT_STARTED',
    ]);
    expect(Object.values(entities.vehicles)[0]).toMatchObject({
      plate: 'AB-123-CD',
      vehicleType: 'hatchback',
      mileageValue: 42_000,
    });
    expect(entities.inspections[result]!.privacy).toMatchObject({ blurFaces: true, blurPlates: false });
  });

  test('an earlier inspection of the same vehicle is offered to be compared with', async () => {
    const earlier = await client.inspections.createOne({
      tasks: { damageDetection: {} },
      vehicle: { plate: 'CO-MP 1' },
    });
    await page.goto(`${desk.url}/new`);
    await page.getByRole('textbox', { name: 'Plate' }).fill('comp1');
    await page.getByLabel('Compare with an earlier inspection').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Continue to the photos' }).click();
    await page.waitForURL(/\/capture$/);
    const { entities, result } = await client.inspections.getOne(idHere());
    expect(entities.inspections[result]!.relatedInspectionId).toBe(earlier.result);
  });

  test('many files are dropped at once; each shows its progress, then its verdict', async () => {
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await dropFiles(page, '.capture', [...FEW, textFile, await darkPicture('rear-left')]);
    await page.getByText('Left out, as they are not pictures: notes.txt').waitFor();
    expect(await page.getByRole('progressbar').count()).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: 'Start the analysis' }).isDisabled()).toBe(true);
    await expectGoodPhotos(4);
    const dark = card('dark-rear-left.jpg');
    await dark.getByText('Too dark').waitFor();
    expect(await dark.innerText()).toContain('Turn on the flash, or move the vehicle into the light.');
    await expectAccessible(page);
    // What was dropped without a word is recognized.
    for (const view of ['Front', 'Left', 'Back', 'Right'])
      await page.getByRole('button', { name: `${view}: done`, exact: true }).waitFor();
  });

  test('a bad photo is taken again in its place, and the old one is not analyzed', async () => {
    const before = await client.images.getMany(idHere());
    const bad = Object.values(before.entities.images).find(({ name }) => name === 'dark-rear-left.jpg')!;
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Take again: dark-rear-left.jpg' }).click();
    await (await choosing).setFiles(picture('rear-left'));
    await card('rear-left.jpg').getByText('Good').waitFor();
    await card('dark-rear-left.jpg').waitFor({ state: 'detached' });
    expect((await namesOnService()).sort()).toEqual([
      'front.jpg',
      'left.jpg',
      'rear-left.jpg',
      'rear.jpg',
      'right.jpg',
    ]);

    await page.getByRole('button', { name: 'Start the analysis' }).click();
    await page.waitForURL(/\/inspection\/[^/]+$/);
    const { entities } = await client.tasks.getMany(idHere());
    for (const { name, status, images } of Object.values(entities.tasks)) {
      expect(`${name} ${status}`).not.toContain('NOT_STARTED');
      expect(images.map(({ imageId }) => imageId)).not.toContain(bad.id);
    }
    expect(complaints).toEqual([]);
    await page.goto(`${page.url()}/capture`);
    await page.getByRole('heading', { name: 'The analysis has begun' }).waitFor();
    // What it finds is of no concern here, and would take the processor from other tests.
    await client.inspections.deleteOne(idHere());
  });

  describe('whatever they show', () => {
    beforeAll(async () => {
      await desk.close();
      await sitAt(await openDesk());
    });

    test('a photo is deleted after a question, and the keyboard stays where it was', async () => {
      await openFresh();
      await dropFiles(page, '.capture', FEW.slice(0, 2));
      await expectGoodPhotos(2);
      await page.getByRole('button', { name: 'Delete: front.jpg' }).click();
      await expectAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await card('front.jpg').waitFor({ state: 'detached' });
      expect(await namesOnService()).toEqual(['left.jpg']);
      expect(await page.evaluate('document.activeElement.id')).toBe('photos-taken');
    });

    test('a network that is lost in the middle of an upload loses nothing and doubles nothing', async () => {
      await openFresh();
      await network(cdp, { bytesPerSecond: 60_000 });
      await dropFiles(page, '.capture', FEW);
      await page
        .getByText(/Sending [1-9]\d?%/)
        .first()
        .waitFor();
      await network(cdp, { offline: true });
      await page.getByText('You are offline.').waitFor();
      await page.waitForTimeout(1_000);
      expect(await page.getByRole('button', { name: 'Start the analysis' }).isDisabled()).toBe(true);
      await network(cdp, {});
      await expectGoodPhotos(4);
      expect((await namesOnService()).sort()).toEqual(['front.jpg', 'left.jpg', 'rear.jpg', 'right.jpg']);
      expect(await page.getByRole('button', { name: 'Start the analysis' }).isEnabled()).toBe(true);
    });

    test('photos that were not sent are there again after a reload', async () => {
      await openFresh();
      await page.route('**/images', (route) => route.abort());
      await dropFiles(page, '.capture', FEW.slice(0, 2));
      await card('front.jpg').waitFor();
      await page.reload();
      await card('front.jpg').waitFor();
      await page.unroute('**/images');
      await expectGoodPhotos(2);
      expect((await namesOnService()).sort()).toEqual(['front.jpg', 'left.jpg']);
      await page.reload();
      await expectGoodPhotos(2);
    });

    test('a session that ends while photos are being sent goes on after signing in again', async () => {
      await openFresh();
      await network(cdp, { bytesPerSecond: 100_000 });
      await dropFiles(page, '.capture', [...FEW, picture('front-right')]);
      await page
        .getByText(/Sending [1-9]\d?%/)
        .first()
        .waitFor();
      await endSession(page);
      await network(cdp, {});
      await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
      await signInAgain(page, desk.password);
      await expectGoodPhotos(5);
      expect((await namesOnService()).length).toBe(5);
    });
  });
});
