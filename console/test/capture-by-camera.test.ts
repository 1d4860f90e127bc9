import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inBrowser, noBrowser } from '@walkaround/harness/services/browser.ts';
import type { Client } from '@walkaround/sdk';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, expectAccessible, openDesk, PHONE } from './harness/console.ts';
import { picture } from './harness/files.ts';

const imagesOf = async (client: Client, id: string) => {
  const { entities } = await client.images.getMany(id);
  return Object.values(entities.images);
};

/** What the camera of the browser shows all the time: a car at night, ten seconds without two frames that are the same. */
const nightFilm = async (folder: string) => {
  const night = await sharp(picture('front').buffer)
    .resize(640, 480)
    .modulate({ brightness: 0.05 })
    .raw()
    .toBuffer();
  const frame = (number: number) => {
    // A bar that grows, in the first line of pixels.
    night.fill(60, 0, number * 6);
    return sharp(night, { raw: { width: 640, height: 480, channels: 3 } })
      .jpeg({ quality: 100 })
      .toBuffer();
  };
  const frames: Buffer[] = [];
  for (let number = 0; number < 300; number += 1) frames.push(await frame(number));
  const film = join(folder, 'night.mjpeg');
  await writeFile(film, Buffer.concat(frames));
  return film;
};

describe.skipIf(noBrowser)(inBrowser('photos by the camera of a phone'), () => {
  let folder: string;
  let desk: Desk;
  let page: Page;
  let complaints: string[];
  let client: Client;
  let id: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-camera-'));
    desk = await openDesk(undefined, [`--use-file-for-fake-video-capture=${await nightFilm(folder)}`]);
    ({ page, complaints } = await desk.open('/', PHONE));
    client = await desk.clientFor(page);
    const tasks = { damageDetection: {}, wheelAnalysis: {}, imagesOcr: {} };
    id = (await client.inspections.createOne({ tasks, vehicle: { vehicleType: 'sedan' } })).result;
    await page.goto(`${desk.url}/inspection/${id}/capture`);
  });
  afterAll(async () => {
    await desk?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const camera = () => page.getByRole('dialog', { name: 'Camera' });
  const shutter = () => camera().getByRole('button', { name: /^Take the photo/ });
  const heading = () => camera().getByRole('heading').innerText();

  test('all views are wanted, and the camera shows an outline of the first', async () => {
    await expect.poll(() => page.getByRole('button', { name: /: missing$/ }).count()).toBe(14);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open the camera' }).click();
    await shutter().waitFor();
    await expect.poll(() => shutter().isEnabled()).toBe(true);
    expect(await heading()).toMatch(/^Front\s+1 of 14$/);
    const frame = (await camera().locator('video').boundingBox())!;
    const outline = (await camera().locator('.camera-frame > .outline').boundingBox())!;
    expect(frame.width).toBeGreaterThan(300);
    expect(outline).toEqual(frame);
    await expectAccessible(page);
  });

  test('held sideways, the camera still shows which views are done and missing', async () => {
    await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
    const strip = (await camera().getByRole('list').boundingBox())!;
    const video = (await camera().locator('video').boundingBox())!;
    expect(strip.height).toBeGreaterThan(80);
    expect(strip.x).toBeGreaterThanOrEqual(video.x + video.width - 1);
    expect(await camera().getByRole('button', { name: 'Front: missing', exact: true }).isVisible()).toBe(
      true,
    );
    const { y, height } = (await shutter().boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(PHONE.width);
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
  });

  test('a photo is judged while the next view is already asked for, with what to do about it', async () => {
    await shutter().click();
    await expect.poll(heading).toMatch(/^Front left\s+2 of 14$/);
    await camera().getByRole('button', { name: 'Front: take it again', exact: true }).waitFor();
    const advice = await camera().getByRole('status').innerText();
    expect(advice).toMatch(/^Front\s+Too dark/);
    expect(advice).toContain('Turn on the flash, or move the vehicle into the light.');
    const [image] = await imagesOf(client, id);
    expect(image!.compliances!.compliance_issues).toContain('underexposure');
    expect(image!.imageWidth).toBeGreaterThanOrEqual(640);
  });

  test('taken again, the new photo has the place of the old one, which is gone', async () => {
    const [old] = await imagesOf(client, id);
    await camera().getByRole('button', { name: 'Front: take it again', exact: true }).click();
    await expect.poll(heading).toMatch(/^Front\s+1 of 14$/);
    await shutter().click();
    await expect
      .poll(async () => (await imagesOf(client, id)).map((image) => image.id))
      .not.toContain(old!.id);
    await expect.poll(async () => (await imagesOf(client, id)).length).toBe(1);
    const { entities } = await client.tasks.getOne(id, 'damage_detection');
    const [task] = Object.values(entities.tasks);
    expect(task!.images.map(({ imageId }) => imageId)).not.toContain(old!.id);
  });

  test('closing the camera shows the photos with their verdicts; the page fits the phone', async () => {
    await camera().getByRole('button', { name: 'Done' }).click();
    const card = page.getByRole('listitem', { name: 'Front', exact: true });
    await card.getByText('Too dark').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  test('where the camera may not be used a picture can be chosen for the view', async () => {
    await page.addInitScript(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
    );
    await page.reload();
    await page.getByRole('button', { name: 'Left: missing', exact: true }).click();
    await camera().getByText('The camera cannot be used.').waitFor();
    const choosing = page.waitForEvent('filechooser');
    await camera().getByRole('button', { name: 'Choose a picture' }).click();
    await (await choosing).setFiles(picture('left'));
    await camera().getByRole('button', { name: 'Left: done', exact: true }).waitFor();
    const images = await imagesOf(client, id);
    const { entities } = await client.sights.getMany({ vehicle: 'haccord' });
    const sights = images.map(({ sightId }) => entities.sights[sightId!]?.label);
    expect(sights.sort()).toEqual(['front-low', 'lateral-full-left']);
  });
});
