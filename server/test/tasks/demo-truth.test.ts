import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EVERY_PICTURE } from '@walkaround/harness/pictures/shared-pictures.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createInspector } from '../../bench/findings/inspect.ts';
import { listedBy } from '../../bench/findings/listed.ts';
import { readConfigWithoutService } from '../../src/config/config.ts';
import { createPhotoModels } from '../../src/vision/engine/photo-models.ts';

// Real models on up to fifteen photos, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 600_000 });

const PICTURES = fileURLToPath(new URL('../../../demo/pictures', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-truth-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Damage = { seenOn: string[]; listedAs: string };

/** The table of true damages in the pictures' README: where, what, seen on, listed as. */
const truth = async (): Promise<Damage[]> => {
  const lines = (await readFile(join(PICTURES, 'README.md'), 'utf8')).split('\n');
  const head = lines.findIndex((line) => line.startsWith('| Where'));
  const rows = lines.slice(head + 2, lines.indexOf('', head));
  return rows
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map((cells) => ({ seenOn: cells[3]!.match(/[\w-]+/g)!, listedAs: cells[4]! }));
};

const isListed = ({ listedAs }: Damage) => /^`\w+` on `\w+`$/.test(listedAs);

const photosOf = (names: string[]) =>
  Promise.all(
    names.map(async (name) => {
      const path = join(PICTURES, name);
      const { width, height } = await sharp(path).metadata();
      return { name, path, width, height, close_up: name.includes('close') };
    }),
  );

/** What the demo lists of these pictures, as the README spells it. */
const listedOn = async (names: string[]): Promise<string[]> => {
  const models = createPhotoModels(readConfigWithoutService(process.env).models, { warn: expect.fail });
  try {
    const { damages } = listedBy(await createInspector(models, folder).inspect(await photosOf(names)));
    return damages.map(({ type, parts }) => `\`${type}\` on \`${parts[0] ?? 'ignore'}\``).toSorted();
  } finally {
    await models.close();
  }
};

test('the README of the pictures says how the demo lists each damage, or why it does not', async () => {
  const [listed, others] = [
    (await truth()).filter(isListed),
    (await truth()).filter((one) => !isListed(one)),
  ];
  expect(listed.length).toBeGreaterThan(0);
  for (const { listedAs } of others) expect(listedAs).toMatch(/^no: \w.{20,}/);
});

test('of two of the pictures the demo lists damages of the README only, and the one that both show', async () => {
  const pictures = ['front-left', 'door-close'];
  const told = (await truth()).filter(isListed);
  const onBoth = told.filter(({ seenOn }) => pictures.every((name) => seenOn.includes(name)));
  expect(onBoth).toHaveLength(1);
  const found = await listedOn(pictures.map((name) => `${name}.jpg`));
  expect(told.map(({ listedAs }) => listedAs)).toEqual(expect.arrayContaining(found));
  expect(found.filter((one) => one === onBoth[0]!.listedAs)).toHaveLength(1);
});

// It takes 37 seconds of processor time, so only the long tests do it.
if (process.env[EVERY_PICTURE])
  test('the demo lists what the README of its pictures says, each damage once', async () => {
    const names = (await readdir(PICTURES))
      .filter((name) => /^(?!intact|odometer).*\.jpg$/.test(name))
      .sort();
    const told = (await truth()).filter(isListed).map(({ listedAs }) => listedAs);
    expect(await listedOn(names)).toEqual(told.toSorted());
  });
