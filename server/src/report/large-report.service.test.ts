import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./large-report.test-process.ts', import.meta.url));

/** Twelve megapixels with as much detail as a camera sees: a file of a few megabytes. */
const makePhoto = async (file: string) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const grain = sharp({ create: { width: 500, height: 375, channels: 3, background: '#888', noise } });
  const enlarged = sharp(await grain.png().toBuffer()).resize(4000, 3000);
  return enlarged.jpeg({ quality: 88 }).toFile(file);
};

test('200 photos of 12 megapixels and 150 damages make a report in at most 400 MB, and the process stays awake', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'large-report-'));
  try {
    const [photo, file] = [join(folder, 'photo.jpg'), join(folder, 'report.pdf')];
    expect((await makePhoto(photo)).size).toBeGreaterThan(2 ** 20);
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, photo, file]);
    const took = JSON.parse(stdout);
    expect(took.peak_megabytes).toBeLessThan(400);
    expect(took.longest_pause_ms).toBeLessThan(3_000);
    const { pages, pictures, text } = await readPdf(await readFile(file));
    expect(pictures).toBe(200 + 2 * 150);
    expect(text).toContain(`${pages.length} of ${pages.length}`);
    expect(text).toContain('150 damages on 70 parts');
    expect(text).toContain('Photo 200');
  } finally {
    await rm(folder, { recursive: true });
  }
}, 300_000);
