import { expect, test } from 'vitest';
import type { DetectedPart, PredictedAttributes } from '../photos/detections.ts';
import type { Document } from '../records/findings/document.ts';
import type { Image } from '../records/image.ts';
import type { Inspection } from '../records/inspection.ts';
import { damagesByVehicle } from './by-vehicle.ts';
import { checksOf } from './checks.ts';
import type { Paint } from './paint.ts';
import { printOf } from './photo-print.ts';
import { standingChecks } from './standing-checks.ts';
import { CHANNELS, type PhotoColors, THUMBPRINT } from './thumbprint.ts';
import { photosByVehicle } from './vehicle-groups.ts';

const CREATED = '2026-11-16T10:00:00.000Z';

const photo = (id: string, more: Partial<Image> = {}) =>
  ({
    id,
    deleted_at: null,
    width: 960,
    height: 720,
    taken_at: null,
    sight_id: null,
    detailed_viewpoint: null,
    additional_data: {},
    compliance: null,
    viewpoint: { prediction: 'front_left', confidence: 0.9 },
    has_vehicle: true,
    tasks: [{ name: 'damage_detection', details: {} }],
    ...more,
  }) as Image;

const from = (prediction: string) => ({ viewpoint: { prediction, confidence: 0.9 } });
const allAround = () => [photo('all around', from('front_left')), photo('all around 2', from('back_right'))];
const dark = { compliance: { issues: ['underexposure'] } } as unknown as Partial<Image>;

const inspection = (images: Image[], more: Partial<Inspection> = {}) =>
  ({
    created_at: CREATED,
    images,
    views: [],
    parts: [],
    documents: [],
    checks: [],
    open_suspicions: [],
    tasks: [{ name: 'damage_detection', status: 'DONE' }],
    ...more,
  }) as unknown as Inspection;

const printed = (colors: readonly PhotoColors[]) => new Map(colors.map((one) => [one.id, printOf(one, {})]));

const checked = (images: Image[], colors: PhotoColors[] = [], more: Partial<Inspection> = {}) =>
  checksOf(inspection(images, more), printed(colors)).map(({ kind, image_ids, reason }) => [
    kind,
    image_ids,
    reason.code,
  ]);

/** A thumbprint with the color of each pixel. */
const colored = (
  id: string,
  colorAt: (x: number, y: number) => readonly [number, number, number],
  more: Partial<PhotoColors> = {},
): PhotoColors => {
  const colors = new Uint8Array(THUMBPRINT.width * THUMBPRINT.height * CHANNELS);
  for (let y = 0; y < THUMBPRINT.height; y++)
    for (let x = 0; x < THUMBPRINT.width; x++)
      colors.set(colorAt(x, y), (y * THUMBPRINT.width + x) * CHANNELS);
  return { id, width: 960, height: 720, colors, ...more };
};

const RED = [170, 30, 35] as const;
const pattern = (x: number, y: number) => [(x * 5) % 256, (y * 7) % 256, (x * y) % 256] as const;

test('photos on which the models see no vehicle are named, whatever else is there', () => {
  const images = [...allAround(), photo('screen', { has_vehicle: false, viewpoint: null })];
  expect(checked(images)).toEqual([['not_a_vehicle', ['screen'], 'no_vehicle']]);
});

test('a photo of a paper or of the inside that was asked for is no problem', () => {
  const paper = { has_vehicle: false, viewpoint: null };
  const images = [
    ...allAround(),
    photo('paper', { ...paper, tasks: [{ name: 'images_ocr', details: {} }] }),
    photo('seats', { ...paper, detailed_viewpoint: { is_exterior: false } }),
    photo('odometer', { ...paper, sight_id: 'all-IqwSM3' }),
    photo('nobody looked', { has_vehicle: null, viewpoint: null }),
  ];
  expect(checked(images)).toEqual([]);
});

test('a dark photo without a vehicle is too dark; one on which the vehicle was found is not', () => {
  const images = [
    ...allAround(),
    photo('night', { ...dark, has_vehicle: false, viewpoint: null }),
    photo('dusk', dark),
  ];
  expect(checked(images)).toEqual([['too_dark', ['night'], 'nothing_visible']]);
});

test('the sides that no photo shows are named, once damages were looked for', () => {
  const images = [photo('one', from('front_left')), photo('two', from('front'))];
  expect(checksOf(inspection(images), new Map())).toMatchObject([
    { kind: 'missing_views', image_ids: [], reason: { code: 'sides_not_shown', sides: ['back', 'right'] } },
  ]);
  expect(checked(images, [], { tasks: [] })).toEqual([]);
  expect(checked([photo('wheel', { viewpoint: null })])).toEqual([['missing_views', [], 'no_whole_view']]);
  // Of no vehicle no side is missing.
  expect(checked([photo('street', { viewpoint: null, has_vehicle: false })])).toEqual([
    ['not_a_vehicle', ['street'], 'no_vehicle'],
  ]);
});

test('of several vehicles each has its own sides that no photo shows', () => {
  const images = [
    photo('a', from('front_left')),
    photo('a too', from('back_right')),
    photo('b', from('front_left')),
    photo('close-up', { viewpoint: null }),
  ];
  const documents = [plate('AB-123-CD', 'a', 'a too'), plate('XY 987 Z', 'b')];
  const checks = checksOf(inspection(images, { documents }), new Map());
  expect(checks.filter(({ kind }) => kind === 'missing_views')).toEqual([
    {
      kind: 'missing_views',
      image_ids: ['b'],
      reason: { code: 'sides_of_vehicle_not_shown', sides: ['back', 'right'] },
      groups: [],
    },
  ]);
  const left = images.map((image) => (image.id === 'b' ? { ...image, deleted_at: CREATED } : image));
  expect(standingChecks({ checks, images: left })).toEqual([]);
});

test('photos older than the inspection, from the future, or days apart are named; without a date there is no warning', () => {
  const taken = (id: string, taken_at: string | null) => photo(id, { taken_at });
  const dated = (...images: Image[]) => checked([...allAround(), ...images]);
  expect(
    dated(taken('a', null), taken('b', '2026-11-15T23:00:00'), taken('c', '2026-11-16T20:00:00+02:00')),
  ).toEqual([]);
  expect(dated(taken('old', '2026-08-01T12:00:00'), taken('b', '2026-11-16T09:00:00'))).toEqual([
    ['photo_date', ['old'], 'taken_before'],
  ]);
  expect(dated(taken('future', '2027-01-01T12:00:00'))).toEqual([['photo_date', ['future'], 'taken_after']]);
  expect(dated(taken('a', '2026-11-10T12:00:00'), taken('b', '2026-11-16T09:00:00'))).toEqual([
    ['photo_date', ['a', 'b'], 'taken_apart'],
  ]);
  const [check] = checksOf(inspection([...allAround(), taken('old', '2026-08-01T12:00:00')]), new Map());
  expect(check!.reason).toEqual({
    code: 'taken_before',
    first_day: '2026-08-01',
    last_day: '2026-08-01',
    days: 106,
  });
});

test('a photo from before the date of loss is named as that, once, and the day before counts as the same day', () => {
  const old = photo('old', { taken_at: '2026-11-10T12:00:00' });
  const older = photo('older', { taken_at: '2026-08-01T12:00:00' });
  const late = photo('late', { taken_at: '2026-11-13T12:00:00' });
  const claim = (date_of_loss: string | null) =>
    checked([...allAround(), older, old, late], [], { date_of_loss });
  expect(claim('2026-11-14')).toEqual([['photo_date', ['older', 'old'], 'taken_before_loss']]);
  expect(claim(null)).toEqual([['photo_date', ['older'], 'taken_before']]);
});

test('the same photo twice is found in another size too; other photos and frames of a video are not copies', () => {
  const images = [...allAround(), photo('a'), photo('b'), photo('c'), photo('d')];
  const prints = [
    colored('a', pattern),
    colored(
      'b',
      (x, y) => pattern(x, y).map((value) => Math.min(255, value + 2)) as [number, number, number],
      {
        width: 640,
        height: 480,
      },
    ),
    colored('c', (x, y) => (x > 30 && y > 20 ? RED : pattern(x, y))),
    colored('d', pattern, { width: 720, height: 960 }),
  ];
  expect(checked(images, prints)).toEqual([['duplicate_photo', ['a', 'b'], 'same_picture']]);
  const frames = images.map((image) => ({ ...image, additional_data: { frame_index: 1 } }));
  expect(checked(frames, prints)).toEqual([]);
});

/** A hood as wide and as high as that. */
const hood = (width: number, height: number): DetectedPart => ({
  part_type: 'hood',
  score: 1,
  bounding_box: { xmin: 0, ymin: 0, width, height },
  polygons: [
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ],
  ],
});
/** How the photos are grouped; each has the name of its paint and shows a hood of that size. */
const groups = (
  paints: Record<string, Paint | null>,
  part = hood(960, 720),
  attributes: PredictedAttributes = {},
) => {
  const prints = new Map(
    Object.entries(paints).map(([id, paint]) => [
      id,
      printOf(
        colored(id, () => RED),
        { paint, parts: { parts: [part] }, photo: { attributes, viewpoints: {} } },
      ),
    ]),
  );
  const photos = Object.keys(paints).map((image_id) => ({ image_id, has_vehicle: true }));
  return photosByVehicle(photos, prints, []).map((group) => group.map(({ image_id }) => image_id));
};

test('paint of clearly different colors is of different vehicles; neighboring colors and doubt are not', () => {
  const [red, white] = [
    { red: 0.995, brown: 0.005 },
    { white: 0.8, silver: 0.2 },
  ];
  expect(groups({ red, white, 'white 2': white })).toEqual([['white', 'white 2'], ['red']]);
  expect(groups({ white, black: { black: 0.99, gray: 0.01 } })).toHaveLength(2);
  // One paint in sun and shade.
  expect(groups({ white, silver: { silver: 1 } })).toHaveLength(1);
  expect(groups({ white, unclear: { black: 0.97, white: 0.03 } })).toHaveLength(1);
  // A photo that fits both vehicles joins neither to the other; it is looked at with the larger group.
  const dirty = { red: 0.5, white: 0.5 };
  expect(groups({ red, 'red 2': red, dirty, white })).toEqual([['red', 'red 2', 'dirty'], ['white']]);
});

test('too little paint in sight, or no paint model, tells nothing', () => {
  const paints = { red: { red: 1 }, white: { white: 1 } };
  expect(groups(paints)).toHaveLength(2);
  expect(groups(paints, hood(90, 90))).toHaveLength(1);
  // A white vehicle may have a black bumper.
  expect(groups(paints, { ...hood(960, 720), part_type: 'bumper_front' })).toHaveLength(1);
  expect(groups({ ...paints, red: null })).toHaveLength(1);
  // In haze a blue vehicle looks gray.
  const flare = (confidence: number) => ({ lens_flare: { prediction: null, confidence } });
  expect(groups(paints, hood(960, 720), flare(0.45))).toHaveLength(2);
  expect(groups(paints, hood(960, 720), flare(0.65))).toHaveLength(1);
});

const plate = (value: string, ...image_ids: string[]) =>
  ({
    type: 'PLATE',
    fields: [{ name: 'plate', value, views: image_ids.map((image_id) => ({ image_id })) }],
  }) as Document;

test('different number plates group the photos; readings that differ by a letter do not, nor a neighbor on one photo', () => {
  const images = allAround();
  const [a, b] = images.map(({ id }) => id) as [string, string];
  // Damages are not looked for, so that no missing view of each vehicle is named.
  const documents = (...all: Document[]) => ({ documents: all, tasks: [] });
  expect(checked(images, [], documents(plate('AB-123-CD', a), plate('XY 987 Z', b)))).toEqual([
    ['different_vehicle', [a, b], 'plates_differ'],
  ]);
  expect(checked(images, [], documents(plate('AB-123-CD', a), plate('A8-123-CO', b)))).toEqual([]);
  // A letter is lost, and one is read as the digit that looks like it.
  expect(checked(images, [], documents(plate('78 AAG 073', a), plate('78 L 6073', b)))).toEqual([]);
  expect(checked(images, [], documents(plate('AB-123-CD', a, b), plate('XY 987 Z', b)))).toEqual([]);
  // A plate that is read wrongly on one photo; and two plates of one town, each of which two photos show.
  const four = [...images, photo('c', from('left')), photo('d', from('right'))];
  expect(checked(four, [], documents(plate('KOM7171', a, 'c'), plate('KIMR1671', b)))).toEqual([]);
  expect(checked(four, [], documents(plate('34 AB 1234', a, 'c'), plate('34 AB 9876', b, 'd')))).toEqual([
    ['different_vehicle', [a, 'c', b, 'd'], 'plates_differ'],
  ]);
  // Damages are then looked for plate by plate.
  const photos = [a, b, 'close-up'].map((image_id) => ({ image_id, has_vehicle: true }));
  const read = [plate('AB-123-CD', a), plate('XY 987 Z', b)];
  expect(photosByVehicle(photos, new Map(), read)).toEqual([[photos[0], photos[2]], [photos[1]]]);
});

test('the damages of each vehicle are those on its photos, and a deleted photo is in no check any more', () => {
  const images = [photo('a'), photo('b'), photo('c')];
  const views = [
    { image_id: 'a', damage_id: 'dent', deleted_at: null },
    { image_id: 'c', damage_id: 'scratch', deleted_at: null },
    { image_id: 'c', damage_id: null, deleted_at: null },
  ] as Inspection['views'];
  const check = {
    kind: 'different_vehicle' as const,
    image_ids: ['a', 'b', 'c'],
    reason: { code: 'paint_differs' as const },
    groups: [['a', 'b'], ['c']],
  };
  const damages = [{ id: 'dent' }, { id: 'scratch' }] as Inspection['damages'];
  expect(damagesByVehicle(check, { images, views, damages, checks: [check] })).toEqual([
    { image_ids: ['a', 'b'], damage_ids: ['dent'] },
    { image_ids: ['c'], damage_ids: ['scratch'] },
  ]);
  const left = images.map((image) => (image.id === 'c' ? { ...image, deleted_at: CREATED } : image));
  expect(standingChecks({ checks: [check], images: left })).toEqual([]);
  expect(standingChecks({ checks: [check], images })).toEqual([check]);
});
