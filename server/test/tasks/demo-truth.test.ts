import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createInspector } from '../../bench/findings/inspect.ts';
import { listedBy } from '../../bench/findings/listed.ts';
import { readConfigWithoutService } from '../../src/config/config.ts';
import { createPhotoModels } from '../../src/vision/engine/photo-models.ts';

// Real models on fifteen photos, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 600_000 });

const PICTURES = fileURLToPath(new URL('../../../demo/pictures', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-truth-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The rows of the table of true damages in the pictures' README: where, what, seen on, listed as. */
const truth = async () => {
  const lines = (await readFile(join(PICTURES, 'README.md'), 'utf8')).split('\n');
  const head = lines.findIndex((line) => line.startsWith('| Where'));
  const rows = lines.slice(head + 2, lines.indexOf('', head));
  return rows.map((row) => row.split('|').map((cell) => cell.trim())).map((cells) => cells[4]!);
};

const photosOfCar = async () => {
  const names = (await readdir(PICTURES)).filter((name) => /^(?!intact|odometer).*\.jpg$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const path = join(PICTURES, name);
      const { width, height } = await sharp(path).metadata();
      return { name, path, width, height, close_up: name.includes('close') };
    }),
  );
};

test('the demo lists what the README of its pictures says, each damage once, and the README says why something is not listed', async () => {
  const models = createPhotoModels(readConfigWithoutService(process.env).models, { warn: expect.fail });
  try {
    const listed = listedBy(await createInspector(models, folder).inspect(await photosOfCar()));
    const told = await truth();
    const yes = told.filter((cell) => /^`\w+` on `\w+`$/.test(cell));
    const found = listed.damages.map(({ type, parts }) => `\`${type}\` on \`${parts[0] ?? 'ignore'}\``);
    expect(found.toSorted()).toEqual(yes.toSorted());
    for (const reason of told.filter((cell) => !yes.includes(cell))) expect(reason).toMatch(/^no: \w.{20,}/);
  } finally {
    await models.close();
  }
});
