import {
  type Body,
  type Client,
  client,
  clientWithModels,
  until,
} from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import {
  carFromBehind,
  odometer,
  registrationPaper,
  vinPlate,
  zone,
} from '@walkaround/harness/pictures/document-drawings.ts';
import {
  hasSharedPictures,
  sharedOdometer,
  sharedPlate,
} from '@walkaround/harness/pictures/shared-pictures.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';

// Real networks on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 180_000 });

const HONDA = '1HGCM82633A004352';
const GOLF = 'WVWZZZ1JZXW386752';
const CLIO = 'VF1RFB00264123457';

let api: Client;
/** Reading takes no other model, but number plates are found by one of their own. */
let withPlates: Client;
beforeAll(async () => {
  [api, withPlates] = await Promise.all([client(), clientWithModels()]);
});

const add = async (id: string, photo: Buffer, image_details: object = {}, on = api) => {
  const about = { tasks: [{ name: 'images_ocr', image_details }] };
  const added = await on.upload(`/inspections/${id}/images`, about, photo);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  return added.body.id as string;
};

const readAll = async (id: string, on = api): Promise<Body> => {
  await setStatus(on, id, 'images_ocr', 'TODO');
  const ended = await until(
    () => task(on, id, 'images_ocr'),
    ({ status }) => status === 'DONE' || status === 'ERROR',
    150_000,
  );
  expect(ended, JSON.stringify(ended.error_messages)).toMatchObject({ status: 'DONE', error_messages: [] });
  const total = ended.images.length;
  expect(ended.progress).toEqual({ done: total, total });
  return (await on.get(`/inspections/${id}`)).body;
};

/** What was read on these photos, of which the client says what each shows, or nothing. */
const readOn = async (
  photos: [photo: Buffer, image_type?: string][],
  { vehicle = {}, on = api }: { vehicle?: object; on?: Client } = {},
): Promise<Body> => {
  const id = await newInspection(on, { images_ocr: {} }, { vehicle });
  for (const [photo, image_type] of photos) await add(id, photo, image_type ? { image_type } : {}, on);
  return readAll(id, on);
};

const contents = ({ documents }: Body) => documents.map(({ type, content }: Body) => [type, content]);

test('a VIN on a photo becomes a document with its place, and the vehicle has it and says where from', async () => {
  const id = await newInspection(api, { image_ocr: {} });
  const upload = { tasks: [{ name: 'image_ocr', imageDetails: { imageType: 'VIN', documentId: 4 } }] };
  const image = (await api.upload(`/inspections/${id}/images`, upload, await vinPlate(HONDA))).body;
  const { documents, vehicle } = await readAll(id);
  expect(documents).toHaveLength(1);
  const [document] = documents;
  expect(document).toMatchObject({
    object_type: 'DOCUMENT',
    type: 'VIN',
    document_id: 4,
    content: { vin: HONDA },
    image_ids: [image.id],
    evidence: { check_digit: 'valid', photos_agreeing: 1, photos_asked: 1 },
    model: { name: 'text', version: 'PP-OCRv6' },
    created_by: 'algo',
  });
  expect(document.confidence).toBeGreaterThan(0.9);
  const [{ image_id, bounding_box: box, polygons }] = document.fields[0].views;
  expect(image_id).toBe(image.id);
  // It is drawn in the middle of 1600 × 1100 pixels, on the second of two rows.
  expect(Math.abs(box.xmin + box.width / 2 - 800)).toBeLessThan(30);
  expect(box.ymin).toBeGreaterThan(500);
  expect(box.ymin + box.height).toBeLessThan(680);
  expect(polygons[0]).toHaveLength(4);
  expect(vehicle).toMatchObject({ vin: HONDA, read_from: { vin: document.id } });

  const { entities, result } = (await api.get(`/inspections/${id}`, { normalized: true })).body;
  const [normalized] = entities.inspections[result].documents;
  expect(normalized).toMatchObject({ imageIds: [image.id], evidence: { checkDigit: 'valid' } });
  expect(entities.vehicles[vehicle.id].readFrom).toEqual({ vin: document.id });
});

test.each([
  ['on its side', GOLF, { quarterTurns: 1 }, 'not_applicable'],
  ['slanted', CLIO, { turned: 8 }, 'not_applicable'],
])('a VIN on a photo that is %s is read', async (_, vin, camera, check_digit) => {
  const { documents, vehicle } = await readOn([[await vinPlate(vin, camera), 'VIN']]);
  expect(documents).toMatchObject([{ content: { vin }, evidence: { check_digit } }]);
  expect(vehicle.vin).toBe(vin);
});

test('a VIN too blurred to be sure of is not told', async () => {
  const inspection = await readOn([[await vinPlate(HONDA, { blur: 16 }), 'VIN']]);
  expect(contents(inspection)).toEqual([]);
  expect(inspection.vehicle).toMatchObject({ vin: null, read_from: {} });
});

test('photos of one VIN vote: the blurred one is outvoted, and is evidence all the same', async () => {
  const photos = [{ turned: 4 }, { blur: 9 }, {}].map((camera) => vinPlate(HONDA, camera));
  const inspection = await readOn((await Promise.all(photos)).map((photo) => [photo, 'VIN']));
  expect(contents(inspection)).toEqual([['VIN', { vin: HONDA }]]);
  const [{ evidence, image_ids }] = inspection.documents;
  expect(evidence.photos_asked).toBe(3);
  expect(evidence.photos_agreeing).toBeGreaterThanOrEqual(2);
  expect(image_ids).toHaveLength(3);
  expect(inspection.vehicle.vin).toBe(HONDA);
});

test('two photos with different VINs are both shown, and the vehicle has neither', async () => {
  const inspection = await readOn([
    [await vinPlate(HONDA), 'VIN'],
    [await vinPlate(GOLF), 'VIN'],
  ]);
  expect(inspection.documents.map(({ content }: Body) => content.vin).sort()).toEqual([HONDA, GOLF]);
  expect(inspection.vehicle).toMatchObject({ vin: null, read_from: {} });
});

test('where nothing is said about the photos, each shows what it shows', async () => {
  const inspection = await readOn(
    [[await vinPlate(HONDA)], [await odometer('64118', 'mi')], [await carFromBehind('AB-123-CD')]],
    { on: withPlates },
  );
  expect(contents(inspection)).toEqual([
    ['VIN', { vin: HONDA }],
    ['PLATE', { plate: 'AB123CD' }],
    ['ODOMETER', { value: 64118, unit: 'miles' }],
  ]);
  expect(inspection.vehicle).toMatchObject({
    vin: HONDA,
    plate: 'AB123CD',
    mileage: { mileage_value: 64118, mileage_unit: 'miles' },
    mileage_value: 64118,
  });
  expect(Object.keys(inspection.vehicle.read_from).sort()).toEqual(['mileage', 'plate', 'vin']);
});

test('what the client said about the vehicle stays, and is not told as read', async () => {
  const vehicle = { vin: 'AS GIVEN', plate: 'AS-GIVEN', mileage: { value: 1, unit: 'km' } };
  const inspection = await readOn(
    [
      [await odometer('086412', 'km', { turned: 8 }), 'ODOMETER'],
      [await carFromBehind('GH-456-KL', { quarterTurns: 1 }), 'PLATE'],
    ],
    { vehicle, on: withPlates },
  );
  expect(contents(inspection)).toEqual([
    ['PLATE', { plate: 'GH456KL' }],
    ['ODOMETER', { value: 86412, unit: 'km' }],
  ]);
  expect(inspection.vehicle).toMatchObject({
    vin: 'AS GIVEN',
    plate: 'AS-GIVEN',
    mileage_value: 1,
    read_from: {},
  });
});

test('what a person corrects is no longer told as read', async () => {
  const { id, vehicle, documents } = await readOn([[await vinPlate(HONDA), 'VIN']]);
  expect(vehicle.read_from).toEqual({ vin: documents[0].id });
  await api.patch(`/inspections/${id}/vehicle`, { color: 'red' });
  expect((await api.get(`/inspections/${id}`)).body.vehicle.read_from).toEqual({ vin: documents[0].id });
  const corrected = await api.patch(`/inspections/${id}/vehicle`, { vin: GOLF });
  expect(corrected.body).toMatchObject({ vin: GOLF });
  const after = (await api.get(`/inspections/${id}`)).body;
  expect(after.vehicle).toMatchObject({ vin: GOLF, color: 'red', read_from: {} });
  expect(after.documents).toEqual(documents);
});

test('a passport, a French identity card and registration papers are read, and the papers know the vehicle', async () => {
  const inspection = await readOn([
    [
      await zone([
        'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
        'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
      ]),
      'PASSPORT',
    ],
    [
      await zone(['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '8806923102858CORINNE<<<<<<<6512068F6'], {
        quarterTurns: 2,
      }),
      'ID_FR',
    ],
    [
      await registrationPaper(
        [
          ['A', 'AB-123-CD'],
          ['B', '12/03/2019'],
          ['C.1', 'MARTIN ADA'],
          ['D.1', 'RENAULT'],
          ['D.3', 'CLIO'],
          ['E', CLIO],
          ['G', '1165'],
        ],
        { turned: 2 },
      ),
      'VEHICLE_REGISTRATION_PAPERS_FR',
    ],
  ]);
  const [passport, card, papers] = inspection.documents;
  expect(passport).toMatchObject({
    type: 'PASSPORT',
    content: {
      number: 'L898902C3',
      surname: 'ERIKSSON',
      given_names: 'ANNA MARIA',
      birth_date: '1974-08-12',
    },
    evidence: { checks: { number: true, birth_date: true, expiry_date: true }, check_digit: null },
  });
  expect(card).toMatchObject({
    type: 'ID_FR',
    content: { number: '880692310285', surname: 'BERTHIER', sex: 'F', expiry_date: null },
    evidence: { checks: { whole: true } },
  });
  expect(papers).toMatchObject({
    type: 'VEHICLE_REGISTRATION_PAPERS_FR',
    content: {
      plate: 'AB-123-CD',
      first_registration_date: '2019-03-12',
      holder: 'MARTIN ADA',
      make: 'RENAULT',
      model: 'CLIO',
      vin: CLIO,
      mass_in_service: '1165',
    },
  });
  expect(inspection.vehicle).toMatchObject({
    vin: CLIO,
    plate: 'AB-123-CD',
    read_from: { vin: papers.id, plate: papers.id },
  });
});

test('a photo without text has no documents, and a task without photos is done', async () => {
  expect(contents(await readOn([[await vinPlate(' '.repeat(17)), 'PLATE']]))).toEqual([]);
  expect(contents(await readOn([]))).toEqual([]);
});

test('what a photo shows must be one of the known kinds', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const about = { tasks: [{ name: 'images_ocr', image_details: { image_type: 'RECEIPT' } }] };
  const refused = await api.upload(`/inspections/${id}/images`, about, await vinPlate(HONDA));
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain('VEHICLE_REGISTRATION_PAPERS_FR');
});

describe.skipIf(!hasSharedPictures)('on real photos (skipped where ../shared/data is not)', () => {
  test('totals of instrument clusters are read, whatever else the photos show', async () => {
    const known: [name: string, value: number][] = [
      ['odometer_02.webp', 41259],
      ['odometer_07.webp', 86412],
    ];
    const photos = await Promise.all(known.map(([name]) => sharedOdometer(name)));
    const inspection = await readOn(photos.map((photo) => [photo]));
    expect(contents(inspection)).toEqual(known.map(([, value]) => ['ODOMETER', { value, unit: 'km' }]));
    expect(inspection.vehicle.mileage, 'two totals of two vehicles').toEqual({});
  });

  test('number plates of cars are read', async () => {
    const known = ['AZJ6991', 'HPM9362', 'JIT7463'];
    const photos = await Promise.all(known.map((plate) => sharedPlate(`alpr_br_${plate}.webp`)));
    const all = await readOn(
      photos.map((photo) => [photo]),
      { on: withPlates },
    );
    expect(contents(all)).toEqual(known.map((plate) => ['PLATE', { plate }]));
    expect(all.vehicle.plate, 'three plates of three vehicles').toBeNull();
  });
});
