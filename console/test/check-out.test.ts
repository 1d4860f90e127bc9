import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, type Desk, expectAccessible, openDeskWithModels, PHONE } from './harness/console.ts';
import { picture } from './harness/files.ts';

/** What the camera of the browser shows: the car of the check-in, from a little nearer. */
const filmOfCar = async (folder: string) => {
  const frame = await sharp(picture('front-left').buffer)
    .resize(704, 528)
    .extract({ left: 32, top: 24, width: 640, height: 480 })
    .jpeg()
    .toBuffer();
  const film = join(folder, 'car.mjpeg');
  await writeFile(film, Buffer.concat(Array.from({ length: 30 }, () => frame)));
  return film;
};

/** The models look at each photo first. */
const JUDGED_MS = 90_000;

/** A person says so, of a part that the photo does not show: no model says anything of it. */
const onTrunk = (client: Client, id: string, damageType: 'smash' | 'dent') =>
  client.damages.createOne(id, { damageType, partType: 'trunk' });

describe.skipIf(noBrowser)(inBrowser('a check-out that begins with its check-in'), () => {
  let folder: string;
  let desk: Desk;
  let client: Client;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-check-out-'));
    desk = await openDeskWithModels([`--use-file-for-fake-video-capture=${await filmOfCar(folder)}`]);
    client = await desk.clientFor((await desk.open()).page);
  });
  afterAll(async () => {
    await desk?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** One photo of a known sight, and a damage that a person marked. */
  const checkedIn = async (vehicle: { plate?: string; brand?: string; model?: string }) => {
    const { entities } = await client.sights.getMany({ vehicle: 'haccord' });
    const sight = Object.values(entities.sights).find(({ label }) => label === 'beauty-shot-left')!;
    const { result: id } = await client.inspections.createOne({
      tasks: { damageDetection: { status: 'DONE' }, imagesOcr: {} },
      vehicle: { ...vehicle, vehicleType: 'sedan', mileage: { value: 42_000, unit: 'km' } },
      inspectionType: 'check_in',
      reference: 'RENTAL-7',
      customer: 'Ada Martin',
    });
    const { buffer, mimeType } = picture('front-left');
    await client.images.addOne(id, {
      file: new File([new Uint8Array(buffer)], 'front-left.jpg', { type: mimeType }),
      tasks: [
        'images_ocr',
        { name: 'compliances', waitForResult: true, imageDetails: { sightId: sight.id } },
      ],
    });
    await onTrunk(client, id, 'smash');
    return id;
  };
  const idIn = (page: Page) => /inspection\/([^/?]+)/.exec(page.url())![1]!;

  const startCheckOut = async (page: Page, checkIn: string) => {
    await page.goto(`${desk.url}/inspection/${checkIn}`);
    await page.getByRole('link', { name: 'Start check-out' }).click();
    await page.getByRole('heading', { name: 'New check-out' }).waitFor();
  };
  /** Damages alone are enough, and spare the models the rest. */
  const toPhotos = async (page: Page) => {
    await page.getByLabel('Wheel analysis').uncheck();
    await page.getByLabel('Text recognition').uncheck();
    await page.getByRole('button', { name: 'Continue to the photos' }).click();
    await page.waitForURL(/\/capture$/);
    return idIn(page);
  };
  const analyze = async (page: Page, id: string) => {
    await page.getByRole('button', { name: 'Start the analysis' }).click();
    await page.waitForURL(`**/inspection/${id}`);
    await client.waitForTask(id, 'damage_detection');
  };
  /** The known one is said first, so that the list has to turn them round. */
  const expectDifferencesFirst = async (page: Page, id: string, checkIn: string) => {
    await onTrunk(client, id, 'smash');
    await onTrunk(client, id, 'dent');
    await page.goto(`${desk.url}/inspection/${id}`);
    const lines = page.locator('.group-row, .damage-row');
    await page.getByText('Already known', { exact: true }).waitFor();
    const texts = await lines.allInnerTexts();
    const known = texts.indexOf('Already known');
    expect(texts[0]).toBe('New or undecided');
    expect(texts.slice(1, known).join()).toContain('Dent\nAdded by Demo account');
    expect(texts.slice(1, known).join()).not.toContain('Already known since');
    // With the number that it has for the keys, too: the last of all.
    expect(texts.slice(known + 1)).toEqual([
      expect.stringContaining(`${texts.length - 2}SmashAlready known since`),
    ]);
    // The part of both is named twice, and rated and paid for once.
    expect(await page.locator('.part-row').filter({ hasText: 'Trunk' }).count()).toBe(2);
    expect(await page.locator('.part-row').getByRole('button', { name: 'Details: Trunk' }).count()).toBe(1);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()!.width);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'What changed since the earlier inspection' }).click();
    await page.waitForURL(`**/inspection/${id}/comparison?with=${checkIn}`);
    await page.locator('.compared').filter({ hasText: 'Smash, Trunk' }).getByText('Existing').waitFor();
  };

  describe('on a phone', () => {
    let page: Page;
    let complaints: string[];
    let checkIn: string;
    let id: string;
    const camera = () => page.getByRole('dialog', { name: 'Camera' });
    beforeAll(async () => {
      ({ page, complaints } = await desk.open('/', PHONE));
      checkIn = await checkedIn({ plate: 'CK-701-OUT', brand: 'Example', model: 'Hatch' });
    });

    test('takes over the vehicle, the reference and the customer, and asks for the mileage', async () => {
      await startCheckOut(page, checkIn);
      expect(await page.getByLabel('Plate', { exact: true }).inputValue()).toBe('CK-701-OUT');
      expect(await page.getByLabel('Vehicle type').inputValue()).toBe('sedan');
      expect(await page.getByLabel('Mileage').inputValue()).toBe('');
      expect(await page.getByLabel('Compare with an earlier inspection').inputValue()).toBe(checkIn);
      await expectAccessible(page);
      id = await toPhotos(page);
      const { entities } = await client.inspections.getOne(id);
      expect(entities.inspections[id]).toMatchObject({
        inspectionType: 'check_out',
        relatedInspectionId: checkIn,
        reference: 'RENTAL-7',
        customer: 'Ada Martin',
      });
      expect(Object.values(entities.vehicles)[0]).toMatchObject({ brand: 'Example', mileageValue: null });
    });

    test('lays the earlier photo over the picture of the camera, until one hides it', async () => {
      await page.getByText(/^The faint pictures are from the inspection of/).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Front left: missing', exact: true }).click();
      const ghost = camera().locator('.camera-frame > .ghost');
      await ghost.waitFor();
      const width = () => ghost.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth);
      await expect.poll(width).toBeGreaterThan(0);
      expect(await ghost.boundingBox()).toEqual(await camera().locator('video').boundingBox());
      await expectAccessible(page);
      const outline = camera().locator('.camera-frame > .outline');
      expect(await outline.count()).toBe(0);
      const toggle = camera().getByRole('button', { name: 'Earlier photo' });
      await toggle.click();
      await outline.waitFor();
      expect(await ghost.count()).toBe(0);
      await toggle.click();
      await ghost.waitFor();
    });

    test('shows the outline for a view that the check-in does not have', async () => {
      await camera().getByRole('button', { name: 'Front: missing', exact: true }).click();
      await camera().locator('.camera-frame > .outline').waitFor();
      expect(await camera().getByRole('button', { name: 'Earlier photo' }).count()).toBe(0);
      await camera().getByRole('button', { name: 'Front left: missing', exact: true }).click();
    });

    test('lists what is new or undecided first, then what the check-in has already', async () => {
      await camera().getByRole('button', { name: 'Take the photo: Front left' }).click();
      await camera()
        .getByRole('button', { name: /^Front left: (done|take it again)$/ })
        .waitFor({ timeout: JUDGED_MS });
      await camera().getByRole('button', { name: 'Done', exact: true }).click();
      await analyze(page, id);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectDifferencesFirst(page, id, checkIn);
      expect(complaints).toEqual([]);
    }, 240_000);
  });

  describe('at a desk', () => {
    let page: Page;
    let complaints: string[];
    beforeAll(async () => {
      ({ page, complaints } = await desk.open('/', DESKTOP));
    });

    test('shows the earlier photo as an example, also where the check-in names no vehicle', async () => {
      const checkIn = await checkedIn({});
      await startCheckOut(page, checkIn);
      expect(await page.getByLabel('Compare with an earlier inspection').inputValue()).toBe(checkIn);
      const id = await toPhotos(page);
      await page.locator('.view-strip .ghost').waitFor();
      expect(await page.locator('.view-strip .outline').count()).toBe(11);
      await expectAccessible(page);
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Front left: missing', exact: true }).click();
      await (await choosing).setFiles(picture('front-left'));
      await page
        .getByRole('button', { name: 'Front left: done', exact: true })
        .waitFor({ timeout: JUDGED_MS });
      expect(await page.locator('.view-strip .ghost').count()).toBe(0);
      await analyze(page, id);
      await expectDifferencesFirst(page, id, checkIn);
      expect(complaints).toEqual([]);
    }, 240_000);

    test('the list is gone through in that order', async () => {
      await page.getByRole('link', { name: 'To the inspection' }).click();
      const rows = page.locator('.damage-row');
      const selected = page.locator('.damage-row.selected');
      // The first one is selected by itself.
      await selected.waitFor();
      const count = await rows.count();
      for (let number = 2; number <= count; number += 1) {
        await page.keyboard.press('j');
        await selected.locator('.item-number').getByText(String(number), { exact: true }).waitFor();
      }
      expect(await selected.innerText()).toContain('Already known since');
    });

    test('a check-in that is gone takes nothing but its photos with it', async () => {
      const checkIn = await checkedIn({});
      await startCheckOut(page, checkIn);
      const id = await toPhotos(page);
      await client.inspections.deleteOne(checkIn);
      await page.goto(`${desk.url}/inspection/${id}/capture`);
      await expect.poll(() => page.locator('.view-strip .outline').count()).toBe(12);
      await page.goto(`${desk.url}/new?from=${checkIn}`);
      await page.getByText('There is no such page').waitFor();
    });
  });
});
