import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Body,
  type Client,
  client,
  clientOf,
  clientWithModels,
  until,
} from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { carFromBehind } from '@walkaround/harness/pictures/document-drawings.ts';
import { hasSharedPictures, sharedPicture } from '@walkaround/harness/pictures/shared-pictures.ts';
import { newDataFolder } from '@walkaround/harness/services/data-folder.ts';
import { signToken } from '@walkaround/harness/services/issuer.ts';
import { startService } from '@walkaround/harness/services/service.ts';
import sharp from 'sharp';
import { describe, expect, inject, test, vi } from 'vitest';
import { startModels } from '../../src/vision/engine/models.ts';
import { createTextReader } from '../../src/vision/text/text-reader.ts';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 180_000 });

const BOTH = { blur_plates: true, blur_faces: true };
const PLATE = 'AB-123-CD';

const add = async (api: Client, id: string, photo: Buffer, json: object = {}): Promise<Body> => {
  const added = await api.upload(`/inspections/${id}/images`, json, photo);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  return added.body;
};

/** The picture once it is there; until then nothing but the word that it is not ready. */
const served = async (api: Client, path: string): Promise<Buffer> => {
  const answer = await until(
    () => api.get(path),
    ({ status, body }) => {
      if (status !== 200) expect([status, body.code]).toEqual([503, 'picture_not_ready']);
      return status === 200;
    },
    120_000,
  );
  return answer.body;
};

const linksIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.includes('/files/') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(linksIn) : [];
};

// What anybody who has only these pictures can find out with the models of the service.
const ENGINE = { device: 'cpu', cores: 1, maxPixels: 20_000_000 } as const;
const LOG = { warn: (message: string) => expect.fail(message) };

/** Texts that could be a plate: on drawings the names of parts can be read too. For each of these lists of pictures. */
const numbersOn = async (...lists: Buffer[][]): Promise<string[][]> => {
  const reader = await createTextReader(ENGINE, LOG);
  const numbersIn = async (pictures: Buffer[]) => {
    const read = await Promise.all(pictures.map((picture) => reader.read(picture)));
    return read.flatMap(({ lines }) => lines.map(({ text }) => text)).filter((text) => /\d.*\d/.test(text));
  };
  try {
    return await Promise.all(lists.map(numbersIn));
  } finally {
    await reader.close();
  }
};

const facesOn = async (pictures: Buffer[]) => {
  const folder = fileURLToPath(new URL('../../../models', import.meta.url));
  const models = await startModels({ ...ENGINE, folder, threads: 1 }, LOG);
  try {
    const seen = await Promise.all(pictures.map((picture) => models.detect(picture, { want: ['faces'] })));
    return seen.map(({ faces }) => faces!);
  } finally {
    await models.close();
  }
};

type Area = { left: number; top: number; width: number; height: number };

/** How much neighbors differ in an area: letters and faces have edges, the averages of a blur have none. */
const detail = async (picture: Buffer, area: Area): Promise<number> => {
  const data = await sharp(picture).extract(area).greyscale().raw().toBuffer();
  const steps = [...data].map((value, i) =>
    i % area.width < area.width - 2 ? Math.abs(value - data[i + 2]!) : 0,
  );
  return steps.reduce((sum, step) => sum + step, 0) / steps.length;
};

/** Where the drawn car has its letters. */
const LETTERS: Area = { left: 600, top: 610, width: 400, height: 80 };

test('the service reads the plate on the photo, and nobody can read it on anything that it gives out', async () => {
  const api = await clientWithModels();
  const tasks = {
    damage_detection: {
      generate_visual_output: { generate_parts: true },
      generate_subimages_parts: { generate_tight: true },
    },
    images_ocr: {},
  };
  const id = await newInspection(api, tasks, { privacy: { blur_plates: true } });
  const photo = await carFromBehind(PLATE);
  const image = await add(api, id, photo, { tasks: Object.keys(tasks) });
  for (const name of Object.keys(tasks)) await setStatus(api, id, name, 'TODO');
  for (const name of Object.keys(tasks)) expect((await ended(api, id, name, 150_000)).status).toBe('DONE');

  const inspection = (await api.get(`/inspections/${id}`)).body;
  expect(inspection.privacy).toEqual({ blur_plates: true, blur_faces: false });
  const [shown] = inspection.images;
  expect(shown.rendered_outputs).toHaveLength(1);
  const links = [...new Set([...linksIn(inspection), ...linksIn(image)])];
  const pictures: Buffer[] = [];
  for (const link of links) pictures.push(await served(api, link));
  pictures.push(await served(api, `${image.path}&width=1280`));
  expect(pictures.length).toBeGreaterThan(3);
  expect(await sharp(pictures[0]).metadata()).toMatchObject({ width: 1600, height: 1100, format: 'jpeg' });
  expect(inspection.vehicle.plate).toBe('AB123CD');
  const [before, after] = await numbersOn([photo], pictures);
  expect(before).toContainEqual(expect.stringMatching(/123/));
  expect(after).toEqual([]);

  // The photo itself is not to be had by guessing its name.
  for (const link of links) expect(link).not.toMatch(new RegExp(`${image.id}\\.jpg`));
  const guessed = image.path.replace('.blurred.jpg', '.jpg');
  expect(guessed).not.toBe(image.path);
  expectProblem(await api.get(guessed), 403, 'signed_url_invalid');
});

test('what is around the plate is shown as it was, and a photo on its side is blurred upright', async () => {
  const api = await clientWithModels();
  const id = await newInspection(api, { damage_detection: {} }, { privacy: BOTH });
  const upright = await carFromBehind(PLATE);
  const onSide = await sharp(upright).rotate(90).png().toBuffer();
  const image = await add(api, id, onSide, { rotate_image_before_upload: 'CLOCKWISE_270' });
  expect(image).toMatchObject({ mimetype: 'image/jpeg', image_width: 1600, image_height: 1100 });
  const picture = await served(api, image.path);
  expect(await detail(picture, LETTERS)).toBeLessThan((await detail(upright, LETTERS)) / 10);
  const grey = (file: Buffer) => sharp(file).greyscale().raw().toBuffer();
  const [before, after] = [await grey(upright), await grey(picture)];
  const differs = before.reduce((sum, value, i) => sum + (Math.abs(value - after[i]!) > 24 ? 1 : 0), 0);
  expect(differs / before.length).toBeGreaterThan(0.005);
  expect(differs / before.length).toBeLessThan(0.06);
});

test('without the wish a photo is shown as it came', async () => {
  const api = await client();
  const id = await newInspection(api);
  const photo = await carFromBehind(PLATE);
  const { path } = await add(api, id, photo);
  expect((await api.get(path)).body.equals(photo)).toBe(true);
  expect((await api.get(`/inspections/${id}`)).body.privacy).toEqual({
    blur_plates: false,
    blur_faces: false,
  });
});

test('the wish may be spelled either way, and must be yes or no', async () => {
  const api = await client();
  const tasks = { damage_detection: {} };
  const created = await api.post('/inspections', { tasks, privacy: { blurFaces: true } });
  expect(created.body.privacy).toEqual({ blur_plates: false, blur_faces: true });
  const { body } = await api.get(`/inspections/${created.body.id}`, { normalized: true });
  expect(body.entities.inspections[created.body.id].privacy).toEqual({ blurPlates: false, blurFaces: true });
  const wrong = await api.post('/inspections', { tasks, privacy: { blur_plates: 'maybe' } });
  expectProblem(wrong, 422, 'invalid_input', ['privacy.blur_plates']);
});

test('without usable models nothing is shown, with the reason; once they are there it is', async () => {
  const dataDir = await newDataFolder();
  const environment = {
    OIDC_ISSUER: inject('issuerKey').issuer,
    LOG_LEVEL: 'error',
    BLUR: 'plates,faces',
  };
  const token = await signToken(inject('issuerKey'), { user: 'somebody' });
  const empty = await startService({ ...environment, MODELS_DIR: join(dataDir, 'none') }, dataDir);
  let api = clientOf(`${empty.url}/v1`, token);
  const id = await newInspection(api);
  const photo = await carFromBehind(PLATE);
  const image = await add(api, id, photo);
  for (const link of [image.path, `${image.path}&width=320`]) {
    const refused = await until(
      () => api.get(link),
      ({ body }) => body.code === 'picture_refused',
      60_000,
    );
    expectProblem(refused, 503, 'picture_refused');
    expect(refused.body.message).toContain('manifest.json');
    expect(refused.headers.get('retry-after')).toBe('10');
  }
  const open = await newInspection(
    api,
    { damage_detection: {} },
    { privacy: { blur_plates: false, blur_faces: false } },
  );
  expect((await api.get((await add(api, open, photo)).path)).status).toBe(200);
  await empty.stop();

  const repaired = await startService(environment, dataDir);
  try {
    api = clientOf(`${repaired.url}/v1`, token);
    const inspection = (await api.get(`/inspections/${id}`)).body;
    expect(inspection.privacy).toEqual(BOTH);
    const { body } = await until(
      () => api.get(inspection.images[0].path),
      ({ status }) => status === 200,
      120_000,
    );
    expect(await detail(body, LETTERS)).toBeLessThan((await detail(photo, LETTERS)) / 10);
  } finally {
    await repaired.stop();
    await rm(dataDir, { recursive: true });
  }
});

describe.skipIf(!hasSharedPictures)('on real photos (skipped where ../shared/data is not)', () => {
  test('of the faces on the photos nothing is left but a blur', async () => {
    const api = await clientWithModels();
    const id = await newInspection(api, { damage_detection: {} }, { privacy: { blur_faces: true } });
    const names = ['cardd_00753.webp', 'bilgi_03913.webp', 'bilgi_04694.webp'];
    const photos = await Promise.all(names.map((name) => sharedPicture(name)));
    const pictures: Buffer[] = [];
    for (const photo of photos) pictures.push(await served(api, (await add(api, id, photo)).path));
    const asTaken = await Promise.all(photos.map((photo) => sharp(photo).jpeg().toBuffer()));
    for (const [index, seen] of (await facesOn(asTaken)).entries()) {
      // A smaller one has no details to lose.
      const faces = seen.filter(({ bounding_box }) => bounding_box.width >= 24);
      expect(faces.length).toBeGreaterThan(0);
      for (const { bounding_box } of faces) {
        const [left, top] = [Math.round(bounding_box.xmin), Math.round(bounding_box.ymin)];
        const area = {
          left,
          top,
          width: Math.floor(bounding_box.width),
          height: Math.floor(bounding_box.height),
        };
        const [before, after] = [await detail(asTaken[index]!, area), await detail(pictures[index]!, area)];
        expect(after).toBeLessThan(before / 2);
      }
    }
  });
});
