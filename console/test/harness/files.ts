/** Pictures as files, on a disk or dragged over a page. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

export type TestFile = { name: string; mimeType: string; buffer: Buffer };

const jpeg = (name: string, buffer: Buffer): TestFile => ({ name, mimeType: 'image/jpeg', buffer });

/** One of the pictures of the demo. */
export const picture = (name: string): TestFile =>
  jpeg(
    `${name}.jpg`,
    readFileSync(fileURLToPath(new URL(`../../../demo/pictures/${name}.jpg`, import.meta.url))),
  );

export const darkPicture = async (name: string): Promise<TestFile> =>
  jpeg(
    `dark-${name}.jpg`,
    await sharp(picture(name).buffer).modulate({ brightness: 0.05 }).jpeg().toBuffer(),
  );

export const textFile: TestFile = {
  name: 'notes.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('no picture'),
};

/** What is used of DataTransfer; the types of Node do not know it. */
type Transfer = { items: { add(file: File): void } };

/** What the browser does when a person drags files onto the place. */
export const dropFiles = async (page: Page, place: string, files: TestFile[]) => {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    content: buffer.toString('base64'),
  }));
  const dragged = await page.evaluateHandle<Transfer>('new DataTransfer()');
  await dragged.evaluate((transfer, all) => {
    for (const { name, mimeType, content } of all) {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
  }, given);
  await page.dispatchEvent(place, 'dragover', { dataTransfer: dragged });
  await page.dispatchEvent(place, 'drop', { dataTransfer: dragged });
};
