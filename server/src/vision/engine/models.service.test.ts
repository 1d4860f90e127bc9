import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { drawNoise } from '../../files/photos/test-pictures/draw.ts';
import type { ModelName } from '../../inspections/photos/detections.ts';
import { MODEL_NAMES } from '../../inspections/photos/model-registry.ts';
import { box, part } from '../../inspections/photos/test-photos.ts';
import { decodePhoto } from '../pixels/picture.ts';
import { type Models, startModels } from './models.ts';
import { madeUpModels } from './test-models.ts';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const WARNINGS: string[] = [];
const started: Models[] = [];
const folders: string[] = [];
let photo: Buffer;

beforeAll(async () => {
  photo = await drawNoise(200, 100).jpeg().toBuffer();
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((models) => models.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

async function modelsIn(folder: string, warm: ModelName[] = [], timeoutSeconds?: number) {
  WARNINGS.length = 0;
  folders.push(folder);
  const config = {
    folder,
    threads: 1,
    cores: 1,
    device: 'cpu',
    maxPixels: 1e8,
    timeoutSeconds,
    warm,
  } as const;
  const models = await startModels(config, { warn: (message) => WARNINGS.push(message) });
  started.push(models);
  return models;
}

test('every model that there is looks, and says in which version', async () => {
  const models = await modelsIn(await madeUpModels());
  const detections = await models.detect(photo, { want: MODEL_NAMES });
  expect(detections).toMatchObject({ width: 200, height: 100, has_vehicle: true, unavailable: {} });
  expect(detections.models).toEqual(Object.fromEntries(MODEL_NAMES.map((name) => [name, '0.0.1'])));
  // The square is 64 wide and the photo 200: what the models find at 16 to 48 lies at 50 to 150.
  const box = { xmin: 50, ymin: 50, width: 100, height: 50 };
  expect(detections.damages).toMatchObject([{ damage_type: 'scratch', bounding_box: box }]);
  expect(detections.plates).toEqual([{ label: 'plate', score: expect.closeTo(0.9), bounding_box: box }]);
  expect(detections.faces).toHaveLength(1);
  expect(detections.state).toEqual({ intact: 0.1, light: 0.6, moderate: 0.2, severe: 0.1 });
  expect(detections.photo).toEqual({
    weather: { prediction: 'wet', confidence: expect.closeTo(0.7) },
    dirtiness: { prediction: null, confidence: 0.25 },
  });
});

test('wheels are analyzed one by one, and a number that is none never gets out', async () => {
  const models = await modelsIn(await madeUpModels(['parts', 'wheels']));
  const detections = await models.detect(photo, { want: ['wheels'] });
  expect(detections.wheels).toMatchObject([
    { attributes: { rim_material: { prediction: 'aluminium', confidence: expect.closeTo(0.6) } } },
  ]);
  expect(JSON.stringify(detections)).not.toMatch(/null|NaN/);
});

test('a part is judged by itself where a damage touches it, and every part where nobody looked for damages now', async () => {
  const models = await modelsIn(await madeUpModels(['damage', 'part_states']));
  const picture = await decodePhoto(photo, { longestSide: 200, maxPixels: 1e8 });
  const touched = part('head_light_left', box(60, 55, 40, 30));
  const parts = [touched, part('head_light_right', box(160, 0, 30, 20)), part('wheel', box(60, 55, 40, 30))];
  const broken = { broken: { score: 0.95, at: expect.anything() } };
  const judged = async (want: ModelName[]) => (await models.find(picture, { want, parts })).finds.part_states;
  expect(await judged(['damage', 'part_states'])).toEqual([expect.objectContaining(broken), null, null]);
  expect(await judged(['part_states'])).toEqual([
    expect.objectContaining(broken),
    expect.objectContaining(broken),
    null,
  ]);
});

test('a model of parts that also tells how bad a damage is has that kept; from one that does not there is nothing', async () => {
  const one = (value: number) => ({ shape: [1, 1], values: [value] });
  const outputs = {
    ...{ scratch: one(0.1), dent: one(0.2), broken: one(0.95), moderate: one(0.75), severe: one(0.25) },
    places: { shape: [1, 3, 2, 2], values: Array(12).fill(1) },
  };
  const attributes = { scratch: [], dent: [], broken: [], moderate: [], severe: [] };
  const telling = await madeUpModels(['part_states'], (_, entry) => ({ ...entry, attributes }), {
    part_states: outputs,
  });
  const picture = await decodePhoto(photo, { longestSide: 200, maxPixels: 1e8 });
  const parts = [part('hood', box(60, 55, 40, 30))];
  const judgedBy = async (folder: string) => {
    const models = await modelsIn(folder);
    return (await models.find(picture, { want: ['part_states'], parts })).finds.part_states![0];
  };
  expect(await judgedBy(telling)).toMatchObject({ how_bad: { moderate: 0.75, severe: 0.25 } });
  expect(await judgedBy(await madeUpModels(['part_states']))).not.toHaveProperty('how_bad');
});

test('a second opinion is asked on each find in doubt, on those that were found before too', async () => {
  const folder = await madeUpModels(['damage', 'second_opinion'], undefined, {
    damage: {
      boxes: { shape: [1, 3, 4], values: [0, 0, 20, 20, 30, 0, 50, 20, 0, 30, 20, 50] },
      scores: { shape: [1, 3, 2], values: [0, 0.97, 0, 0.6, 0.6, 0] },
      coeffs: { shape: [1, 3, 1], values: [1, 1, 1] },
      protos: { shape: [1, 1, 16, 16], values: Array(256).fill(4) },
    },
  });
  const models = await modelsIn(folder);
  const picture = await decodePhoto(photo, { longestSide: 200, maxPixels: 1e8 });
  const { finds } = await models.find(picture, { want: ['damage', 'second_opinion'] });
  // A sure dent, one in doubt, and a scratch, on which it is not asked.
  expect(finds.damage!.map(({ damage_type }) => damage_type)).toEqual(['dent', 'dent', 'scratch']);
  expect(finds.second_opinion).toEqual([null, expect.closeTo(0.9), null]);
  const again = await models.find(picture, { want: ['second_opinion'], damages: finds.damage!.slice(1) });
  expect(again.finds.second_opinion).toEqual([expect.closeTo(0.9), null]);
  const alone = await models.find(picture, { want: ['second_opinion'] });
  expect(alone.unavailable.second_opinion).toBe('A second opinion is on damages that were found.');
});

test('what was not asked for is not analyzed', async () => {
  const models = await modelsIn(await madeUpModels());
  const detections = await models.detect(photo, { want: ['plates'] });
  expect(detections.models).toEqual({ plates: '0.0.1' });
  expect(Object.keys(detections).sort()).toEqual(['height', 'models', 'plates', 'unavailable', 'width']);
});

test('without parts, what is known of the vehicle is what the other models tell', async () => {
  const models = await modelsIn(await madeUpModels(['vehicles', 'photo']));
  expect(await models.detect(photo, { want: ['vehicles'] })).toMatchObject({
    has_vehicle: true,
    vehicle: { box: { xmin: 50, ymin: 50, width: 100, height: 50 }, share_of_picture: 0.25 },
  });
  expect(await models.detect(photo, { want: ['photo'] })).not.toHaveProperty('has_vehicle');
});

test('on a close-up without a part there is a vehicle, but nothing tells how much of it is in the picture', async () => {
  const attributes = { viewpoint: ['front', 'close_up'] };
  const answers = {
    parts: { logits: { shape: [1, 2, 1, 1], values: [5, -5] } },
    photo: { viewpoint: { shape: [1, 2], values: [0.1, 0.9] } },
  };
  const folder = await madeUpModels(
    ['parts', 'photo'],
    (name, entry) => (name === 'photo' ? { ...entry, attributes } : entry),
    answers,
  );
  const detections = await (await modelsIn(folder)).detect(photo, { want: ['parts', 'photo'] });
  expect(detections).toMatchObject({ has_vehicle: true, parts: [] });
  expect(detections).not.toHaveProperty('vehicle');
});

test('a model that is not in the manifest is missing, with the reason, and the others look all the same', async () => {
  const models = await modelsIn(await madeUpModels(['plates']));
  const detections = await models.detect(photo, { want: ['plates', 'faces'] });
  expect(detections.plates).toHaveLength(1);
  expect(detections.faces).toBeUndefined();
  expect(detections.unavailable).toEqual({ faces: 'The manifest has no model faces.' });
});

test('a damaged file is named, with both sums and the cure; only what needs it is missing', async () => {
  const folder = await madeUpModels(['damage', 'parts', 'plates']);
  await appendFile(join(folder, 'damage.onnx'), 'x');
  const models = await modelsIn(folder);
  const detections = await models.detect(photo, { want: ['damage', 'parts', 'plates'] });
  expect(detections).toMatchObject({ parts: [{}], plates: [{}] });
  expect(detections.damages).toBeUndefined();
  expect(detections.unavailable.damage).toMatch(
    /damage\.onnx of the model damage is damaged: its sha256 is .* Restore/,
  );
  expect(WARNINGS).toEqual([detections.unavailable.damage]);
});

test('a model is loaded when it is first needed, unless it is to be warm', async () => {
  const folder = await madeUpModels(['plates', 'faces', 'photo']);
  const models = await modelsIn(folder, ['plates']);
  const loaded = () => models.status().flatMap(({ name, device }) => (device ? [name] : []));
  expect(loaded()).toEqual(['plates']);
  await models.detect(photo, { want: ['faces'] });
  expect(loaded()).toEqual(['plates', 'faces']);
  // Once loaded, it does without its file.
  await rm(join(folder, 'faces.onnx'));
  expect((await models.detect(photo, { want: ['faces'] })).faces).toHaveLength(1);
});

test('a damaged file is told in the log once, however often and by however many threads it is needed', async () => {
  const folder = await madeUpModels(['plates']);
  await appendFile(join(folder, 'plates.onnx'), 'x');
  folders.push(folder);
  const warnings: string[] = [];
  const models = await startModels(
    { folder, threads: 2, cores: 1, device: 'cpu', maxPixels: 1e8 },
    { warn: (message) => warnings.push(message) },
  );
  started.push(models);
  expect(warnings).toEqual([]);
  const looks = await Promise.all([1, 2, 3, 4].map(() => models.detect(photo, { want: ['plates'] })));
  expect(looks.map(({ unavailable }) => unavailable.plates)).toEqual(Array(4).fill(warnings[0]));
  expect(warnings).toEqual([expect.stringMatching(/plates\.onnx of the model plates is damaged/)]);
});

test('a missing file is named; damages need the parts as well', async () => {
  const folder = await madeUpModels(['damage', 'parts']);
  await rm(join(folder, 'parts.onnx'));
  const models = await modelsIn(folder);
  const { unavailable } = await models.detect(photo, { want: ['damage'] });
  expect(unavailable.damage).toMatch(/parts\.onnx of the model parts is missing/);
});

test.each([
  ['a wrong sum', { sha256: 'abc' }, /entry plates of .*manifest.json is wrong: sha256/],
  ['another kind', { kind: 'segmenter', outputs: ['logits'] }, /kind must be detector, not segmenter/],
  ['another size', { input: { shape: [1, 3, 32, 32] } }, /it takes image float32 \[1, 3, 64, 64\]/],
  ['other classes', { classes: ['a', 'b'] }, /it knows 1 classes, and the manifest names 2/],
  ['an output it lacks', { outputs: ['boxes', 'scores', 'angles'] }, /does not give out angles/],
])('own weights with %s in the manifest are refused with what does not fit', async (_, wrong, message) => {
  const folder = await madeUpModels(['plates', 'faces'], (name, entry) =>
    name === 'plates' ? { ...entry, ...wrong } : entry,
  );
  const models = await modelsIn(folder);
  const detections = await models.detect(photo, { want: ['plates', 'faces'] });
  expect(detections.unavailable.plates).toMatch(message);
  expect(detections.faces).toHaveLength(1);
});

test('a folder without a manifest says so for every model', async () => {
  const folder = await madeUpModels();
  await rm(join(folder, 'manifest.json'));
  const { unavailable } = await (await modelsIn(folder)).detect(photo, { want: ['damage'] });
  expect(unavailable.damage).toMatch(/There is no .*manifest.json. Set MODELS_DIR/);
});

test('CUDA on a machine without it falls back to the CPU with a warning', async () => {
  const folder = await madeUpModels(['plates']);
  folders.push(folder);
  const warnings: string[] = [];
  const models = await startModels(
    { folder, threads: 1, cores: 1, device: 'cuda', maxPixels: 1e8, warm: ['plates'] },
    { warn: (message) => warnings.push(message) },
  );
  started.push(models);
  expect(models.status()).toEqual([{ name: 'plates', version: '0.0.1', device: 'cpu' }]);
  expect(warnings[0]).toMatch(/plates runs on the CPU, because CUDA cannot be used/);
});

test('a photo on disk, in memory or in the middle of a larger buffer is the same photo', async () => {
  const folder = await madeUpModels();
  const models = await modelsIn(folder);
  await writeFile(join(folder, 'photo'), photo);
  const inside = Buffer.concat([Buffer.alloc(9), photo]).subarray(9);
  const [onDisk, ...others] = await Promise.all(
    [join(folder, 'photo'), photo, inside].map((given) =>
      models.detect(given, { want: ['damage', 'photo'] }),
    ),
  );
  expect(others).toEqual([onDisk, onDisk]);
});

test('a photo that takes longer than the operator allows is given up, and the log says so', async () => {
  const models = await modelsIn(await madeUpModels(), [], 0.001);
  await expect(models.detect(photo, { want: MODEL_NAMES })).rejects.toMatchObject({ code: 'models_failed' });
  expect(WARNINGS).toContain('A photo could not be analyzed: no answer after 0.001 s');
});

test('a photo that is given up is not waited for', async () => {
  const models = await modelsIn(await madeUpModels());
  const looking = models.detect(photo, { want: MODEL_NAMES, signal: AbortSignal.timeout(1) });
  await expect(looking).rejects.toThrow();
  expect((await models.detect(photo, { want: ['plates'] })).plates).toHaveLength(1);
});
