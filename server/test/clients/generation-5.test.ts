import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf } from '@walkaround/harness/clients/client.ts';
import {
  type Generation5,
  generation5,
  isPhotoCaptureDone,
  isVideoCaptureDone,
} from '@walkaround/harness/clients/generations/generation-5.ts';
import type { Upload } from '@walkaround/harness/clients/generations/generation-5-uploads.ts';
import { type ApiConfig, NetworkError } from '@walkaround/harness/clients/generations/newer-transport.ts';
import { newerService, photoBlob } from '@walkaround/harness/services/newer-service.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: Awaited<ReturnType<typeof newerService>>;
let liveConfigs: string;
let config: ApiConfig;
let api: Generation5;

beforeAll(async () => {
  liveConfigs = await mkdtemp(join(tmpdir(), 'walkaround-test-'));
  service = await newerService({ LIVE_CONFIGS_DIR: liveConfigs });
  config = await service.configFor();
  api = generation5(config);
});
afterAll(async () => {
  await service.stop();
  await rm(liveConfigs, { recursive: true });
});

const front = { id: 'haccord-8YjMcu0D', label: { key: 'front' }, tasks: ['damage_detection'] };
const beautyShot: Upload = { kind: 'beauty-shot', sight: front, compliance: false };
const frame = (index: number): Upload => ({
  kind: 'video-frame',
  frame: { index, timestamp: 300, alpha: index * 12.5 },
});

/** The refusal that this ends in. */
const refusal = (work: Promise<unknown>): Promise<NetworkError> =>
  work.then(
    () => Promise.reject(new Error('It was not refused.')),
    (error) => {
      expect(error).toBeInstanceOf(NetworkError);
      return error;
    },
  );

test('a capture of photos, from the creation to the started tasks', async () => {
  const id = await api.createInspection({ tasks: ['damage_detection', 'wheel_analysis'] });
  const created = await api.getInspection(id);
  expect(created.tasks.map(({ name, status }) => [name, status])).toEqual([
    ['damage_detection', 'NOT_STARTED'],
    ['wheel_analysis', 'NOT_STARTED'],
    ['compliances', 'NOT_STARTED'],
  ]);
  expect(created.tasks[1]).toMatchObject({ wheelCloseUps: false });
  expect(isPhotoCaptureDone(created.tasks)).toBe(false);

  const image = await api.addImage(id, { ...beautyShot, compliance: true }, await photoBlob());
  expect(image).toMatchObject({ type: 'beauty_shot', width: 640, height: 480, sightId: front.id });
  expect(image.compliance.status).not.toBe('running');
  const thumbnail = await fetch(api.thumbnailUrl(image));
  const { width, height } = await sharp(await thumbnail.arrayBuffer()).metadata();
  expect([width, height]).toEqual([160, 120]);

  expect(await api.updateAdditionalData(id, { capture_duration: 31 })).toBe(id);
  const inGallery = await api.getInspection(id);
  expect(inGallery.images).toMatchObject([{ id: image.id, compliance: image.compliance }]);
  expect(inGallery.additionalData).toMatchObject({ capture_duration: 31, is_video_capture: false });

  const started = await api.startInspectionTasks(id, ['damage_detection', 'wheel_analysis']);
  expect(started).toEqual(created.tasks.slice(0, 2).map((task) => task.id));
  expect(isPhotoCaptureDone((await api.getInspection(id)).tasks)).toBe(true);
}, 120_000);

test('every kind of photo comes back whole, with what the app said about it', async () => {
  const tasks = ['damage_detection', 'wheel_analysis', 'images_ocr', 'human_in_the_loop'];
  const id = await api.createInspection({ tasks });
  const sight = {
    ...front,
    tasks: [...tasks, 'compliances'],
    wheelName: 'wheel_front_left',
  };
  const kinds: [Upload, object][] = [
    [
      { kind: 'beauty-shot', sight, compliance: false },
      { type: 'beauty_shot', sightId: front.id, label: { en: 'Front', fr: 'Avant', key: 'front' } },
    ],
    [
      { kind: 'close-up-part', siblingKey: 'closeup-sibling-key-1', compliance: false },
      { type: 'close_up', subtype: 'close_up_part', siblingKey: 'closeup-sibling-key-1' },
    ],
    [
      { kind: 'close-up-damage', siblingKey: 'closeup-sibling-key-1', compliance: false },
      { type: 'close_up', subtype: 'close_up_damage', siblingKey: 'closeup-sibling-key-1' },
    ],
    [
      { kind: 'part-select', parts: ['rim_back_left', 'interior'], compliance: false },
      { type: 'close_up', detailedViewpoint: { centers_on: ['rim_back_left', 'interior'] } },
    ],
    [frame(3), { type: 'beauty_shot', frameIndex: 3, alpha: 37.5 }],
    [{ kind: 'video-manual-photo' }, { type: 'beauty_shot', frameIndex: undefined }],
  ];
  const ids: string[] = [];
  for (const [upload, read] of kinds) {
    const image = await api.addImage(id, upload, await photoBlob(320, 240));
    expect(image).toMatchObject({ width: 320, height: 240, createdAt: expect.any(Date), ...read });
    ids.push(image.id);
  }
  const inspection = await api.getInspection(id);
  expect(inspection.images.map((image) => image.id)).toEqual(ids);
  const imagesOf = Object.fromEntries(inspection.tasks.map((task) => [task.name, task.images]));
  expect(imagesOf).toEqual({
    damage_detection: ids,
    wheel_analysis: [ids[0]],
    images_ocr: [ids[0]],
    human_in_the_loop: [ids[0]],
    compliances: ids.slice(0, 4),
  });
});

test('a capture of a video begins anew by deleting the frames of the last one', async () => {
  const id = await api.createInspection({ tasks: ['damage_detection'], isVideoCapture: true });
  expect(isVideoCaptureDone((await api.getInspection(id)).tasks)).toBe(false);
  const frames = await Promise.all(
    [0, 1, 2].map(async (index) => (await api.addImage(id, frame(index), await photoBlob(160, 120))).id),
  );
  const unknown = randomUUID();
  expect(await api.deleteImagesBulk(id, [...frames.slice(0, 2), unknown])).toEqual({
    message: '2 images deleted, 1 image not.',
    deleted: frames.slice(0, 2),
    failed: [{ image_id: unknown, reason: 'There is no such image.' }],
  });
  expect(await api.deleteImage(id, frames[2]!)).toBe(frames[2]);
  const emptied = await api.getInspection(id);
  expect(emptied.images).toEqual([]);
  expect(emptied.tasks.map((task) => task.images)).toEqual([[], []]);
});

test('the review page reads everything and corrects damages and prices', async () => {
  const id = await api.createInspection({ tasks: ['damage_detection', 'pricing'] });
  const { id: imageId } = await api.addImage(id, beautyShot, await photoBlob());
  const damageId = await api.createDamage(id, 'dent', 'hood');
  const older = clientOf(`${service.url}/v1`, config.authToken);
  const bounding_box = { xmin: 10, ymin: 20, width: 30, height: 40 };
  const view = await older.post(`/inspections/${id}/views`, {
    image_id: imageId,
    damage_id: damageId,
    bounding_box,
    polygons: [
      [
        [10, 20],
        [40, 20],
        [40, 60],
      ],
    ],
  });

  const whole = await api.getInspection(id, { light: false });
  expect(whole.images[0]!.views).toMatchObject([
    { id: view.body.id, elementId: damageId, box: [10, 20, 30, 40], corners: [{ x: 10, y: 20 }, {}, {}] },
  ]);
  const [part] = whole.parts;
  expect(part).toMatchObject({ type: 'hood', damages: [damageId], images: [imageId] });
  expect(whole.damages).toMatchObject([{ id: damageId, parts: [part.id], images: [imageId] }]);
  expect((await api.getInspection(id)).images[0]!.views).toEqual([]);

  const ofDoor = await api.createPricing(id, 120, 'door_front_left');
  const ofVehicle = await api.createPricing(id, 900);
  expect(ofVehicle).toMatchObject({ pricing: 900, relatedItemType: 'vehicle' });
  expect(await api.updatePricing(id, ofDoor.id, 99.5)).toEqual({ ...ofDoor, pricing: 99.5 });
  const priced = await api.getInspection(id, { light: false });
  const door = priced.parts.find(({ type }: { type: string }) => type === 'door_front_left');
  expect(ofDoor.relatedItemId).toBe(door.id);
  expect(priced.pricings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: ofDoor.id, pricing: 99.5, relatedItemId: door.id }),
    ]),
  );
  expect(await api.deletePricing(id, ofDoor.id)).toBe(ofDoor.id);
  expect(await api.deleteDamage(id, damageId)).toBe(damageId);
  expect((await api.getInspection(id, { light: false })).damages).toEqual([]);
});

test('a list is filtered, sorted, counted and gone through by its cursors', async () => {
  const own = generation5(await service.configFor());
  const ids: string[] = [];
  for (const plate of ['B-2', 'A-1', 'C-3'])
    ids.push(
      await own.createInspection({
        tasks: [],
        vehicle: { plate },
        inspectionType: plate === 'C-3' ? 'sale' : 'rental',
      }),
    );
  const [b, a, c] = ids;
  const sort = { order_by: 'plate', pagination_order: 'asc', limit: 2 } as const;
  const first = await own.getAllInspections(sort);
  expect(first.data.map(({ id }) => id)).toEqual([a, b]);
  expect(first.data[0]).toMatchObject({ vehicle: { plate: 'A-1' }, pricing: {}, parts: [], pdf_url: null });
  const second = await own.getAllInspections({ ...sort, after: first.after });
  expect(second.data.map(({ id }) => id)).toEqual([c]);
  const back = await own.getAllInspections({ ...sort, before: second.before });
  expect(back.data.map(({ id }) => id)).toEqual([a, b]);
  const rentals = { inspection_type: 'rental', order_by: 'plate', pagination_order: 'desc' } as const;
  expect((await own.getAllInspections(rentals)).data.map(({ id }) => id)).toEqual([b, a]);
  expect(await own.getAllInspectionsCount(rentals)).toBe(2);
  expect(await own.getAllInspectionsCount({ plate: 'c-3' })).toBe(1);
  expect(await own.getAllInspectionsCount()).toBe(3);
});

test('the vehicle and the data of the inspection and of a photo are changed', async () => {
  const id = await api.createInspection({ tasks: [], vehicle: { brand: 'Renault', serie: 'IV' } });
  const { vehicle } = await api.getInspection(id);
  const changes = {
    plate: 'AB-123-CD',
    mileage: { value: 1200, unit: 'miles' },
    market_value: { value: 9000, unit: 'USD' },
    duplicate_keys: true,
    trade_in_offer: 100.5,
    owner_info: { firstName: 'Bo' },
  };
  expect(await api.updateInspectionVehicle(id, changes)).toBe(vehicle!.id);
  expect((await api.getInspection(id)).vehicle).toMatchObject({
    brand: 'Renault',
    mileage: 1200,
    mileageUnit: 'miles',
    marketValue: 9000,
    marketValueUnit: 'USD',
    ownerInfo: { firstName: 'Bo' },
  });
  await api.updateAdditionalData(id, (before: object) => ({ ...before, beauty_shots: ['one'] }));
  expect((await api.getInspection(id)).additionalData).toMatchObject({
    beauty_shots: ['one'],
    damage_detection_version: 'v2',
  });
  const image = await api.addImage(
    id,
    { ...beautyShot, sight: { ...front, tasks: [] } },
    await photoBlob(64, 64),
  );
  const { label: _, ...left } = { ...image.additionalData, note: 'retaken' };
  expect(await api.updateImageAdditionalData(id, image.id, left)).toBe(image.id);
  expect((await api.getInspection(id)).images[0]!.additionalData).toEqual(left);
});

test('a PDF of the app’s own is uploaded and read at once; before, its absence has the name that apps know', async () => {
  const id = await api.createInspection({ tasks: ['damage_detection'] });
  expect((await refusal(api.getPdf(id))).name).toBe('UnavailablePdf');
  const pdf = '%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n';
  const { pdfUrl } = await api.uploadPdf(id, new Blob([pdf]));
  expect(await (await fetch(pdfUrl)).text()).toBe(pdf);
  expect((await api.getPdf(id)).pdfUrl).toBe(pdfUrl);
});

test('the live configuration of an app is the file that the operator put there', async () => {
  await writeFile(join(liveConfigs, 'my-app_2.json'), JSON.stringify({ id: 'my-app_2', workflow: 'photo' }));
  await writeFile(join(liveConfigs, 'broken.json'), '{"id":');
  expect(await api.getLiveConfig('my-app_2')).toEqual({ id: 'my-app_2', workflow: 'photo' });
  expect(await api.getLiveConfig('broken')).toMatchObject({ status: 500, code: 'live_config_unusable' });
  for (const id of ['other', '..%2Fpackage', '%2e%2e%2fservice', 'a.b'])
    expect(await api.getLiveConfig(id)).toMatchObject({
      status: 404,
      message: expect.stringContaining('LIVE_CONFIGS_DIR'),
    });
});

test.each([
  ['', 'InvalidToken'],
  ['rubbish', 'InvalidToken'],
  ['a.b.c', 'InvalidToken'],
])('a token that is none (%j) has the name that apps know', async (authToken, name) => {
  const { createInspection } = generation5({ ...config, authToken });
  expect((await refusal(createInspection({ tasks: [] }))).name).toBe(name);
});

test('an expired token, and one for somebody else, have the names that apps know', async () => {
  const late = generation5(await service.configFor({ expiresIn: '-1m' }));
  expect((await refusal(late.getInspection(randomUUID()))).name).toBe('TokenExpired');
  for (const wrong of [{ audience: 'other' }, { issuer: 'https://other.example.com' }])
    expect((await refusal(generation5(await service.configFor(wrong)).getAllInspections())).name).toBe(
      'InvalidToken',
    );
  expect((await refusal(api.getInspection(randomUUID()))).name).toBe('HTTPError');
});
