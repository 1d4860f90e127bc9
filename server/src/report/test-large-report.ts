/** For tests: a report of many large photos, and what it took. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import sharp from 'sharp';
import { expect } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./large-report.test-process.ts', import.meta.url));
/** The program puts its damages on so many parts in turn. */
const PARTS = 70;

/** Twelve megapixels with as much detail as a camera sees: a file of a few megabytes. */
const makePhoto = async (file: string) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const grain = sharp({ create: { width: 500, height: 375, channels: 3, background: '#888', noise } });
  const enlarged = sharp(await grain.png().toBuffer()).resize(4000, 3000);
  return enlarged.jpeg({ quality: 88 }).toFile(file);
};

export const expectLargeReport = async (photos: number, damages: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'large-report-'));
  try {
    const [photo, file] = [join(folder, 'photo.jpg'), join(folder, 'report.pdf')];
    expect((await makePhoto(photo)).size).toBeGreaterThan(2 ** 20);
    const counts = [photos, damages].map(String);
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, photo, file, ...counts]);
    const took = JSON.parse(stdout);
    expect(took.peak_megabytes).toBeLessThan(400);
    expect(took.longest_pause_ms).toBeLessThan(3_000);
    const { pages, pictures, text } = await readPdf(await readFile(file));
    expect(pictures).toBe(photos + 2 * damages);
    expect(text).toContain(`${pages.length} of ${pages.length}`);
    expect(text).toContain(`${damages} damages on ${Math.min(damages, PARTS)} parts`);
    expect(text).toContain(`Photo ${photos}`);
  } finally {
    await rm(folder, { recursive: true });
  }
};
