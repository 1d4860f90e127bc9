import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { BoundingBox } from '../records/place.ts';
import type { TaughtDamage, TaughtView, TrainingInspection, TrainingPhoto } from '../records/training.ts';
import { labelsOf } from './photo-labels.ts';
import { splitOf } from './split.ts';
import { REVIEWED_TYPES } from './training-types.ts';

const MODEL = { name: 'damage', version: '1.3.0' };
const AT = '2026-03-01T10:00:00+00:00';

const photo = (id: string, has_vehicle: boolean | null = true): TrainingPhoto => ({
  id,
  file_key: `${id}.jpg`,
  shown_key: `${id}.jpg`,
  mimetype: 'image/jpeg',
  width: 1000,
  height: 800,
  received_sha256: null,
  has_vehicle,
});

const box = (xmin: number, ymin: number, width = 100, height = 80): BoundingBox => ({
  xmin,
  ymin,
  width,
  height,
});

const damage = (id: string, rest: Partial<TaughtDamage> = {}): TaughtDamage => ({
  id,
  damage_type: 'scratch',
  part_type: 'hood',
  score: 0.8,
  model: MODEL,
  confirmed_by: null,
  created_at: AT,
  created_by: 'algo',
  deleted_at: null,
  deleted_by: null,
  contested_for: null,
  ...rest,
});

const removed = { deleted_at: AT, deleted_by: 'ada' };

const view = (image_id: string, rest: Partial<TaughtView> = {}): TaughtView => ({
  id: randomUUID(),
  image_id,
  damage_id: null,
  part_type: null,
  bounding_box: box(100, 100),
  polygons: [],
  score: 0.8,
  model: MODEL,
  created_at: AT,
  created_by: 'algo',
  deleted_at: null,
  deleted_by: null,
  ...rest,
});

const labelsIn = (rest: Partial<TrainingInspection>) => {
  const { photos, left_out } = labelsOf({
    id: 'inspection',
    created_at: AT,
    group: 'vehicle 1',
    approved_at: AT,
    approved_by: 'boss',
    photos: [photo('a'), photo('b')],
    damages: [],
    views: [],
    suspicions: [],
    corrections: [],
    ...rest,
  });
  return { of: (id: string) => photos.find((labeled) => labeled.photo.id === id)!, left_out };
};

const suspicion = (state: 'open' | 'confirmed' | 'dismissed', damage_id: string | null = null) => ({
  id: 'suspicion',
  damage_type: 'dent' as const,
  part_type: 'hood' as const,
  score: 0.3,
  model: MODEL,
  damage_id,
  state,
  decided_at: state === 'open' ? null : AT,
  decided_by: state === 'open' ? null : 'ada',
  views: [{ image_id: 'a', bounding_box: box(400, 400), polygons: [], score: 0.3 }],
});

test('a photo of an approved inspection on which nothing is listed is an intact one', () => {
  const parts = ['hood', 'roof', 'grill'] as const;
  const { of } = labelsIn({
    views: parts.map((part_type, n) => view('a', { part_type, bounding_box: box(100 * n, 50 * n) })),
  });
  expect(of('a')).toMatchObject({ is_intact: true, labels: [], labelled_types: REVIEWED_TYPES });
  expect(of('a').vehicle_box).toEqual(box(0, 0, 300, 180));
  expect(of('b')).toMatchObject({ is_intact: true, vehicle_box: null });
});

test('photos without a vehicle are left out, unless a person drew a damage there', () => {
  const { of, left_out } = labelsIn({
    photos: [photo('a', false), photo('b', null), photo('c', null)],
    damages: [damage('d')],
    views: [view('c', { damage_id: 'd' })],
  });
  expect(left_out).toEqual([
    { image_id: 'a', reason: 'no_vehicle' },
    { image_id: 'b', reason: 'vehicle_not_sought' },
  ]);
  expect(of('c').labels).toHaveLength(1);
});

test('each label says how a person stands behind it', () => {
  const { of } = labelsIn({
    damages: [
      damage('approved'),
      damage('confirmed', { confirmed_by: 'ada' }),
      damage('corrected', { damage_type: 'dent' }),
      damage('redrawn'),
      damage('added', { model: null, score: null, created_by: 'bob' }),
      damage('suspected', { model: null, score: null, created_by: 'ada' }),
    ],
    views: [
      view('a', { damage_id: 'approved' }),
      view('a', { damage_id: 'confirmed' }),
      view('a', { damage_id: 'corrected' }),
      view('a', { damage_id: 'redrawn', model: null, score: null, created_by: 'cleo' }),
      view('a', { damage_id: 'added', model: null, score: null, created_by: 'bob' }),
      view('a', { damage_id: 'suspected', model: null, score: null, created_by: 'ada' }),
    ],
    suspicions: [suspicion('confirmed', 'suspected')],
    corrections: [
      {
        item_id: 'corrected',
        action: 'changed',
        before: { damage_type: 'scratch', part_type: 'hood' },
        after: { damage_type: 'dent', part_type: 'hood' },
        made_at: AT,
        made_by: 'dan',
      },
    ],
  });
  expect(of('a').labels.map(({ damage_id, source, said_by }) => [damage_id, source, said_by])).toEqual([
    ['approved', 'approved', 'boss'],
    ['confirmed', 'confirmed', 'ada'],
    ['corrected', 'corrected', 'dan'],
    ['redrawn', 'corrected', 'cleo'],
    ['added', 'added', 'bob'],
    ['suspected', 'confirmed', 'ada'],
  ]);
  expect(of('a').labels.at(-1)).toMatchObject({ model: MODEL, score: 0.3, category: 'scratch' });
});

test('a damage that nobody drew on a photo of its part is ignored there; where no part is known its type is not told', () => {
  const { of } = labelsIn({
    photos: [photo('a'), photo('b'), photo('c'), photo('d')],
    damages: [damage('d'), damage('e')],
    views: [
      view('a', { damage_id: 'd' }),
      view('a', { damage_id: 'e' }),
      view('b', { part_type: 'hood', bounding_box: box(10, 20, 300, 200) }),
      view('c', { part_type: 'trunk' }),
    ],
  });
  expect(of('b')).toMatchObject({
    is_intact: false,
    labelled_types: REVIEWED_TYPES,
    ignored: [{ bounding_box: box(10, 20, 300, 200), reason: 'not_drawn_here' }],
  });
  expect(of('c')).toMatchObject({ is_intact: true, ignored: [] });
  expect(of('d')).toMatchObject({ is_intact: false, ignored: [] });
  expect(of('d').labelled_types).toEqual(REVIEWED_TYPES.filter((type) => type !== 'scratch'));
});

test('an open suspicion is ignored, a dismissed one is a hard negative', () => {
  const open = labelsIn({ suspicions: [suspicion('open')] }).of('a');
  expect(open).toMatchObject({
    is_intact: false,
    ignored: [{ reason: 'open_suspicion' }],
    hard_negatives: [],
  });
  const dismissed = labelsIn({ suspicions: [suspicion('dismissed')] }).of('a');
  expect(dismissed).toMatchObject({
    is_intact: true,
    ignored: [],
    hard_negatives: [{ source: 'suspicion_dismissed', damage_type: 'dent', said_by: 'ada', score: 0.3 }],
  });
});

test('a deleted find is a hard negative only where nothing says that it is a damage all the same', () => {
  const gone = (rest: Partial<TaughtDamage>, others: TaughtDamage[] = [], at = box(100, 100)) =>
    labelsIn({
      damages: [damage('gone', { ...removed, ...rest }), ...others],
      views: [
        view('a', { damage_id: 'gone', ...removed }),
        ...others.map(({ id }) => view('a', { damage_id: id, bounding_box: at })),
      ],
    }).of('a');
  expect(gone({}).hard_negatives).toMatchObject([{ source: 'damage_deleted', said_by: 'ada' }]);
  expect(gone({ contested_for: 'not_a_damage' }).hard_negatives).toHaveLength(1);
  // It is there, only not this customer's.
  expect(gone({ contested_for: 'was_there_before' })).toMatchObject({
    is_intact: false,
    hard_negatives: [],
    ignored: [{ reason: 'removed_unclear' }],
  });
  const far = box(700, 500);
  expect(gone({}, [damage('other', { part_type: 'roof' })], far).hard_negatives).toHaveLength(1);
  // Perhaps the same one twice.
  expect(gone({}, [damage('other')], far)).toMatchObject({ hard_negatives: [], ignored: [{}] });
  // A damage lies at its place under another name.
  expect(gone({}, [damage('other', { part_type: 'roof' })])).toMatchObject({
    hard_negatives: [],
    ignored: [],
    labels: [{ damage_id: 'other' }],
  });
});

test('a view that a person deleted is a hard negative, one that went with its photo or was a person’s own is not', () => {
  const { of } = labelsIn({
    damages: [damage('d')],
    views: [
      view('a', { damage_id: 'd' }),
      view('a', { damage_id: 'd', bounding_box: box(500, 500), ...removed }),
      view('a', { damage_id: 'd', bounding_box: box(700, 100), deleted_at: AT }),
      view('a', { damage_id: 'd', bounding_box: box(700, 600), model: null, ...removed }),
    ],
  });
  expect(of('a').hard_negatives).toMatchObject([{ source: 'view_deleted', bounding_box: box(500, 500) }]);
});

test('types go by the words of training: alike, unspecified, or no damage at all', () => {
  const of = (damage_type: TaughtDamage['damage_type']) =>
    labelsIn({
      damages: [damage('d', { damage_type })],
      views: [view('a', { damage_id: 'd', bounding_box: box(-50, 700, 200, 200) })],
    }).of('a');
  expect(of('scattered_scratches').labels).toMatchObject([
    { category: 'scratch', damage_type: 'scattered_scratches', bounding_box: box(0, 700, 150, 100) },
  ]);
  expect(of('paint_damage')).toMatchObject({ labels: [], ignored: [{ reason: 'other_type' }] });
  expect(of('shadow')).toMatchObject({ is_intact: true, hard_negatives: [{ source: 'lookalike' }] });
  expect(of('dirt').labels).toMatchObject([{ category: 'dirt' }]);
});

test('about one vehicle in seven is held back, and always the same ones', () => {
  const groups = Array.from({ length: 2000 }, (_, n) => `vehicle ${n}`);
  const held = groups.filter((group) => splitOf(group) === 'val');
  expect(held.length / groups.length).toBeCloseTo(0.15, 1);
  expect(groups.filter((group) => splitOf(group) === 'val')).toEqual(held);
});
