import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { progressiveJpeg } from '@walkaround/harness/pictures/costly-pictures.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COMMAND = join(ROOT, 'server/src/commands/detect/detect.ts');
let folder: string;

const carLike = (paint: string) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360">
      <rect width="100%" height="100%" fill="#9cc4e4"/><rect y="240" width="100%" height="120" fill="#6b6460"/>
      <path d="M60 256 L72 192 L152 180 L200 128 L320 128 L372 180 L424 196 L428 256 Z" fill="${paint}"/>
      <path d="M160 180 L204 136 L256 136 L256 180 Z M266 180 L266 136 L314 136 L356 180 Z" fill="#223"/>
      <circle cx="132" cy="256" r="34" fill="#151515"/><circle cx="360" cy="256" r="34" fill="#151515"/></svg>`),
  ).flatten();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'detect-'));
  await mkdir(join(folder, 'photos/more'), { recursive: true });
  await carLike('#a33').jpeg().toFile(join(folder, 'photos/red car.jpg'));
  await carLike('#33a').withMetadata({ orientation: 6 }).png().toFile(join(folder, 'photos/more/turned.png'));
  await writeFile(join(folder, 'photos/notes.txt'), 'not for the models');
  await writeFile(join(folder, 'broken.jpg'), 'not a picture');
});
afterAll(() => rm(folder, { recursive: true }));

type Run = { status: number | null; out: string; said: string };

type Settings = { cwd?: string; environment?: Record<string, string> };

async function run(program: string[], { cwd = folder, environment }: Settings = {}): Promise<Run> {
  const child = spawn(process.execPath, program, { cwd, env: { ...process.env, ...environment } });
  const status = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await status, out, said };
}
const detect = (args: string[], environment?: Record<string, string>) =>
  run([COMMAND, ...args], { environment });

type Box = { xmin: number; ymin: number; width: number; height: number };
type Seen = { score: number; bounding_box: Box; polygons: [number, number][][] };
type Result = {
  models: Record<string, { version: string }>;
  threshold: number;
  images: {
    file: string;
    error?: string;
    width: number;
    height: number;
    has_vehicle: boolean;
    damages: (Seen & { damage_type: string; part_type: string | null })[];
    parts: (Seen & { part_type: string })[];
    compliances: { image_analysis: { blurriness: number } };
    texts: unknown[];
  }[];
};
const resultIn = async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Result;

test('through npm, pictures, folders and patterns of where the user is are analyzed; what was seen is written there as JSON in their order', async () => {
  const bootstrap = join(ROOT, 'scripts/bootstrap.js');
  const options = ['--out', 'all.json', '--min-score', '0.02'];
  // npm runs it in the folder of the package, and says where the user is.
  const { status, out, said } = await run([bootstrap, 'detect', ...options, 'photos', 'photos/*.jpg'], {
    cwd: ROOT,
    environment: { INIT_CWD: folder },
  });
  expect({ status, out }).toEqual({ status: 0, out: '' });
  expect(said).toMatch(/^3 pictures: \d+ damages?( on \d of them)?\.\n$/);
  const { models, threshold, images } = await resultIn('all.json');
  expect(Object.keys(models)).toEqual(expect.arrayContaining(['damage', 'parts']));
  expect(models.damage).toMatchObject({ version: expect.stringMatching(/^\d/) });
  expect(threshold).toBe(0.02);
  expect(images.map(({ file, width, height }) => [file, width, height])).toEqual([
    ['photos/more/turned.png', 360, 480],
    ['photos/red car.jpg', 480, 360],
    ['photos/red car.jpg', 480, 360],
  ]);
  for (const { width, height, damages, parts, compliances, texts } of images) {
    expect(texts).toEqual([]);
    expect(compliances.image_analysis.blurriness).toBeGreaterThan(0);
    for (const { score, bounding_box, polygons } of [...damages, ...parts]) {
      expect(score).toBeGreaterThan(0);
      expect(bounding_box.xmin + bounding_box.width).toBeLessThanOrEqual(width);
      expect(polygons.flat().every(([x, y]) => x >= 0 && x <= width && y >= 0 && y <= height)).toBe(true);
    }
    expect(damages.every(({ score }) => score >= 0.02)).toBe(true);
  }
  expect(images[1]).toEqual(images[2]);
});

test('a bad file is named, listed and left out, also where hundreds are; the others are analyzed, and the exit status tells', async () => {
  const many = Array.from({ length: 900 }, (_, i) => `a-folder-with-a-long-name/picture-${i}.jpg`);
  const options = ['--ocr', '--draw', 'drawn'];
  const pictures = ['broken.jpg', 'photos/red car.jpg', 'missing.jpg', ...many];
  // As a user has it who starts the command without npm.
  const { status, out, said } = await detect([...options, ...pictures], { ORT_DISABLE_TELEMETRY: '' });
  expect({ status, refused: said.match(/There is no such file/g)?.length }).toEqual({
    status: 1,
    refused: 901,
  });
  const { images } = JSON.parse(out) as Result;
  expect(images[0]).toEqual({
    file: 'broken.jpg',
    error: expect.stringMatching(/^This file is not a photo: it looks like text\./),
  });
  expect(images[1]).toMatchObject({ file: 'photos/red car.jpg', width: 480 });
  expect(images[2]).toEqual({ file: 'missing.jpg', error: 'There is no such file.' });
  expect(said).toContain('broken.jpg: This file is not a photo: it looks like text.');
  expect(said).toContain('missing.jpg: There is no such file.\n');
  expect(said).toMatch(/\n903 pictures: .*, 902 could not be used\.\n$/);
  expect(await readdir(join(folder, 'drawn'))).toEqual(['red car.jpg']);
  expect(await sharp(join(folder, 'drawn/red car.jpg')).metadata()).toMatchObject({
    width: 1280,
    height: 960,
  });
});

async function ownModels(change: (folder: string) => Promise<unknown>) {
  const models = await mkdtemp(join(folder, 'models-'));
  for (const file of ['manifest.json', 'damage.onnx', 'parts.onnx'])
    await copyFile(join(ROOT, 'models', file), join(models, file));
  await change(models);
  return detect(['--out', 'none.json', 'photos'], { MODELS_DIR: models });
}

test('a missing model file is named, with the cure', async () => {
  const { status, said } = await ownModels((models) => rm(join(models, 'parts.onnx')));
  expect(status).toBe(1);
  expect(said).toMatch(/The file .*parts\.onnx of the model parts is missing\. Restore it/);
});

test('a damaged model file is named, with the cure', async () => {
  const { status, said } = await ownModels((models) => writeFile(join(models, 'damage.onnx'), 'damaged'));
  expect(status).toBe(1);
  expect(said).toMatch(/The file .*damage\.onnx of the model damage is damaged: its sha256 is .* Restore it/);
});

test.each([
  [['--min-score', '2', 'a.jpg']],
  [['--out', 'r.json']],
  [['--color', 'a.jpg']],
  [['--threads', '0', 'a.jpg']],
])('wrong usage %j is answered with a sentence and the exit status 2', async (args) => {
  const { status, out, said } = await detect(args);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(said).toMatch(/^.+\. --help shows how it is used\.\n$/);
});

test.each([
  [['missing.jpg'], /^missing\.jpg: There is no such file\.\n$/],
  [
    ['--out', 'nowhere/r.json', 'photos'],
    /cannot be written: its folder is missing\. Name another with --out\.\n$/,
  ],
  [
    ['--draw', 'broken.jpg', 'photos'],
    /cannot be written: its folder is a file\. Name another with --draw\.\n$/,
  ],
  [['--draw', '/proc/drawn', 'photos'], /cannot be written: .*\. Name another with --draw\.\n$/],
])('what cannot be done is said before any model is loaded: %j', async (args, sentence) => {
  // A model that is missing would be named first, were it opened.
  const { status, out, said } = await detect(args, { MODELS_DIR: join(folder, 'no-models') });
  expect({ status, out }).toEqual({ status: 1, out: '' });
  expect(said).toMatch(sentence);
});

test('what the service refuses is refused: a photo with too many scans, and one larger than the limit', async () => {
  await writeFile(join(folder, 'costly.jpg'), progressiveJpeg(64, 64, 1000));
  await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toFile(join(folder, 'large.png'));
  const { status, out, said } = await detect(['costly.jpg', 'large.png'], { MAX_IMAGE_BYTES: '20000' });
  expect(status).toBe(1);
  expect((JSON.parse(out) as Result).images).toEqual([
    { file: 'costly.jpg', error: expect.stringMatching(/scans/) },
    { file: 'large.png', error: expect.stringMatching(/larger than/) },
  ]);
  expect(said).toContain('2 could not be used');
});
