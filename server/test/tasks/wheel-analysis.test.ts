import { type Body, type Client, clientWithModels, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import {
  hasSharedPictures,
  sharedPicture,
  sharedWheel,
} from '@walkaround/harness/pictures/shared-pictures.ts';
import { wheelDrawing } from '@walkaround/harness/pictures/wheel-drawing.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let api: Client;
let car: Buffer;
let wheel: Buffer;
beforeAll(async () => {
  [api, car, wheel] = await Promise.all([clientWithModels(), carDrawing(), wheelDrawing()]);
});

/** The same a moment later, through another camera. */
const again = (photo: Buffer) => sharp(photo).modulate({ brightness: 1.08 }).resize(1200).jpeg().toBuffer();

const withWheels = (options: object = {}) => newInspection(api, { wheel_analysis: options });

const add = async (id: string, photo: Buffer, image_details: object = {}, rest: object = {}) => {
  const about = { tasks: [{ name: 'wheel_analysis', image_details }], ...rest };
  const added = await api.upload(`/inspections/${id}/images`, about, photo);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  expect(added.body).toMatchObject({ wheel_analysis: null, wheel_analsis: null });
  return added.body.id as string;
};

const analysed = async (id: string): Promise<Body> => {
  await setStatus(api, id, 'wheel_analysis', 'TODO');
  const { status, error_messages } = await until(
    () => task(api, id, 'wheel_analysis'),
    (one) => one.status === 'DONE' || one.status === 'ERROR',
    150_000,
  );
  expect({ status, error_messages }).toEqual({ status: 'DONE', error_messages: [] });
  return (await api.get(`/inspections/${id}`)).body;
};

const LABELS: Record<string, string[]> = {
  rim_condition: ['DAMAGED', 'NOT_DAMAGED'],
  rim_material: ['STEEL', 'ALU'],
  rim_visual_aspect: ['BICOLOR', 'CLASSIC'],
  hubcap_over_rim: ['HUBCAP_OVER_RIM', 'RIM_ONLY'],
  hubcap_condition: ['DAMAGED', 'NOT_DAMAGED', 'NOT_APPLICABLE'],
  hubcap_visual_aspect: ['BICOLOR', 'CLASSIC', 'NOT_APPLICABLE'],
  tyre: ['FLAT', 'INFLATED'],
};

const expectSound = (found: Body, { images }: Body) => {
  const image = images.find(({ id }: Body) => id === found.image_id);
  for (const [name, labels] of Object.entries(LABELS)) {
    const { prediction, confidence } = found[name];
    expect([...labels, 'UNKNOWN'], name).toContain(prediction);
    if (prediction === 'UNKNOWN') expect(confidence).toBe(0);
    else expect(confidence).toBeGreaterThan(0.5);
  }
  expect(found.model).toEqual({ name: 'wheels', version: expect.stringMatching(/^\d/) });
  if (found.bounding_box === null) return;
  const { xmin, ymin, width, height } = found.bounding_box;
  expect(Math.min(xmin, ymin)).toBeGreaterThanOrEqual(0);
  expect(xmin + width).toBeLessThanOrEqual(image.image_width);
  expect(ymin + height).toBeLessThanOrEqual(image.image_height);
};

const namesOn = ({ wheel_analysis }: Body, image: string) =>
  wheel_analysis
    .filter(({ image_id }: Body) => image_id === image)
    .map(({ wheel_name }: Body) => wheel_name)
    .sort();

test('each wheel on each photo is told, with the inspection and, one of them, with the image', async () => {
  const id = await withWheels();
  const photos = [await add(id, car), await add(id, await again(car))];
  const inspection = await analysed(id);
  for (const found of inspection.wheel_analysis) expectSound(found, inspection);
  for (const photo of photos)
    expect(namesOn(inspection, photo)).toEqual(['wheel_back_left', 'wheel_front_left']);
  for (const { prediction } of inspection.wheel_analysis.map(({ tyre }: Body) => tyre))
    expect(prediction).not.toBe('FLAT');
  expect(inspection.damages).toEqual([]);
  expect((await task(api, id, 'wheel_analysis')).progress).toEqual({ done: 2, total: 2 });

  const [image] = inspection.images;
  const main = image.wheel_analysis;
  expect(inspection.wheel_analysis).toContainEqual(main);
  expect(image.wheel_analsis).toEqual(main);
  expect((await api.get(`/inspections/${id}/images/${image.id}`)).body.wheel_analysis).toEqual(main);
  const listed = (await api.get(`/inspections/${id}/images`)).body.data;
  expect(listed.find((one: Body) => one.id === image.id).wheel_analysis).toEqual(main);

  const { entities } = (await api.get(`/inspections/${id}`, { normalized: true })).body;
  expect(Object.keys(entities.wheelAnalysis)).toHaveLength(4);
  expect(entities.inspections[id].wheelAnalysis).toContain(main.id);
  expect(entities.images[image.id]).toMatchObject({ wheelAnalysis: main.id, wheelAnalsis: main.id });
  expect(entities.wheelAnalysis[main.id]).toMatchObject({
    imageId: image.id,
    wheelName: main.wheel_name,
    rimCondition: main.rim_condition,
    boundingBox: main.bounding_box,
  });
});

test("left and right are the vehicle's own", async () => {
  const id = await withWheels();
  const photo = await add(id, await sharp(car).flop().jpeg().toBuffer());
  expect(namesOn(await analysed(id), photo)).toEqual(['wheel_back_right', 'wheel_front_right']);
});

test('two close-ups of a wheel that the client names are two results for that wheel', async () => {
  const id = await withWheels({ use_longshots: false });
  const named = { wheel_name: 'wheel_back_right' };
  const photos = [await add(id, wheel, named), await add(id, await again(wheel), named)];
  const { wheel_analysis } = await analysed(id);
  expect(wheel_analysis.map(({ image_id }: Body) => image_id).sort()).toEqual(photos.sort());
  for (const found of wheel_analysis)
    expect(found).toMatchObject({ ...named, rim_material: { prediction: 'ALU' } });
});

test('a wheel that nobody names and that could be any has no name', async () => {
  const id = await withWheels();
  await add(id, wheel);
  expect((await analysed(id)).wheel_analysis).toMatchObject([{ wheel_name: null }]);
});

test('a sight that is about a wheel names it', async () => {
  const id = await withWheels({ use_longshots: false });
  await add(id, wheel, {}, { additional_data: { sight_id: 'haccord-2v-2_QD5' } });
  expect((await analysed(id)).wheel_analysis).toMatchObject([{ wheel_name: 'wheel_front_left' }]);
});

test('without long shots a photo of the whole vehicle is left out', async () => {
  const id = await withWheels({ use_longshots: false });
  const [whole, close] = [await add(id, car), await add(id, wheel, { wheel_name: 'wheel_front_left' })];
  const inspection = await analysed(id);
  expect(namesOn(inspection, whole)).toEqual([]);
  expect(namesOn(inspection, close)).toEqual(['wheel_front_left']);
  expect((await task(api, id, 'wheel_analysis')).progress).toEqual({ done: 1, total: 1 });
});

test('of a wheel that the client names and nobody sees, nothing is claimed', async () => {
  const id = await withWheels();
  const wall = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#7a9' } })
    .jpeg()
    .toBuffer();
  await add(id, wall, { wheel_name: 'wheel_front_right' });
  await add(id, await again(wall));
  const { wheel_analysis } = await analysed(id);
  expect(wheel_analysis).toHaveLength(1);
  expect(wheel_analysis[0]).toMatchObject({ wheel_name: 'wheel_front_right', bounding_box: null });
  for (const name of Object.keys(LABELS))
    expect(wheel_analysis[0][name]).toEqual({ prediction: 'UNKNOWN', confidence: 0 });
});

test('a wheel name that is none is refused, and the allowed ones are told', async () => {
  const id = await withWheels();
  const about = { tasks: [{ name: 'wheel_analysis', image_details: { wheel_name: 'steering_wheel' } }] };
  const { status, body } = await api.upload(`/inspections/${id}/images`, about, wheel);
  expect(status).toBe(422);
  expect(body.errors[0].path).toBe('tasks.0.image_details.wheel_name');
  expect(body.errors[0].message).toContain('wheel_front_left');
});

test('a task without photos is done at once', async () => {
  expect((await analysed(await withWheels())).wheel_analysis).toEqual([]);
});

test('another organization sees nothing of it', async () => {
  const id = await withWheels();
  const image = await add(id, wheel);
  await analysed(id);
  const stranger = await clientWithModels({ organization: 'another' });
  expect((await stranger.get(`/inspections/${id}`)).status).toBe(404);
  expect((await stranger.get(`/inspections/${id}/images/${image}`)).status).toBe(404);
});

test('an inspection that is deleted while its wheels are analyzed has none', async () => {
  const id = await withWheels();
  for (const paint of ['#345', '#543', '#354']) await add(id, await carDrawing({ paint }));
  await setStatus(api, id, 'wheel_analysis', 'TODO');
  await until(
    () => task(api, id, 'wheel_analysis'),
    ({ status }) => status === 'IN_PROGRESS',
    60_000,
  );
  await api.delete(`/inspections/${id}`);
  await new Promise((resolve) => setTimeout(resolve, 4000));
  const { body } = await api.get(`/inspections/${id}?show_deleted_objects=true`);
  expect([body.wheel_analysis, body.damages]).toEqual([[], []]);
});

/** What anybody sees on the photos; whatever else is said of these wheels may be said. */
const GOLDEN: [name: string, wheels: Record<string, Record<string, string>>, missing: string[]][] = [
  [
    'lensor_05328.webp',
    { wheel_front_right: { rim_material: 'STEEL' }, wheel_back_right: { rim_material: 'STEEL' } },
    ['wheel_back_right', 'wheel_front_right'],
  ],
  ['lensor_05357.webp', { wheel_front_left: { hubcap_over_rim: 'HUBCAP_OVER_RIM' } }, []],
  [
    'whole_06721.webp',
    {
      wheel_front_left: { rim_material: 'ALU', rim_condition: 'NOT_DAMAGED', tyre: 'INFLATED' },
      wheel_back_left: { rim_material: 'ALU', hubcap_condition: 'NOT_APPLICABLE' },
    },
    [],
  ],
];

describe.skipIf(!hasSharedPictures)('on real photos (skipped where ../shared/data is not)', () => {
  test.each(GOLDEN)(
    'what anybody sees on %s is told, and no more is missing',
    async (name, wheels, missing) => {
      const id = await withWheels();
      await add(id, await sharedPicture(name));
      const inspection = await analysed(id);
      for (const [wheel_name, predictions] of Object.entries(wheels)) {
        const found = inspection.wheel_analysis.find((one: Body) => one.wheel_name === wheel_name);
        for (const [kind, prediction] of Object.entries(predictions))
          expect(found[kind], `${kind} of ${wheel_name}`).toMatchObject({ prediction });
      }
      const hubcaps = inspection.damages.filter((one: Body) => one.damage_type === 'missing_hubcap');
      expect(hubcaps.map(({ part_type }: Body) => part_type).sort()).toEqual(missing);
      expect(hubcaps).toHaveLength(inspection.damages.length);
      for (const { related_images, model, score } of hubcaps) {
        expect(related_images).toHaveLength(1);
        expect(model.name).toBe('wheels');
        expect(score).toBeGreaterThanOrEqual(0.9);
      }
    },
  );

  test('a flat tire on a bare rim is told as such', async () => {
    const id = await withWheels();
    const flat = await sharedWheel('flat_05760.jpg');
    await add(id, flat, { wheel_name: 'wheel_front_left' });
    const { wheel_analysis, damages } = await analysed(id);
    expect(wheel_analysis).toMatchObject([
      { tyre: { prediction: 'FLAT' }, rim_condition: { prediction: 'DAMAGED' } },
    ]);
    expect(damages).toMatchObject([{ damage_type: 'missing_hubcap', part_type: 'wheel_front_left' }]);
  });
});
