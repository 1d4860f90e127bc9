import { expect, test } from 'vitest';
import type { DetectedDamage } from '../../photos/detections.ts';
import { type AnalyzedPhoto, findingsOnPhoto } from '../../photos/photo-findings.ts';
import { box, damage, photo } from '../../photos/test-photos.ts';
import { thresholdFor } from '../damage-kinds.ts';
import { findDamages } from '../find-damages.ts';

const threshold = thresholdFor({ scratch: 0.5, dent: 0.4, missing_piece: 0.5, body_crack: 0.5 });
const listed = (...photos: AnalyzedPhoto[]) =>
  findDamages(
    photos.map((one) => findingsOnPhoto(one, threshold)),
    threshold,
  );

/** On a close-up, with what the net for close-ups says of its part. */
const told = (type: string, where: DetectedDamage['bounding_box'], chances: Record<string, number>) => ({
  ...damage(type, null, where),
  close_up: Object.entries(chances).map(([part_type, probability]) => ({
    part_type: part_type as 'hood',
    probability,
  })),
});
const closeUp = (name: string, ...damages: DetectedDamage[]) => photo(name, [], damages, { viewpoint: null });

const DOOR = { door_front_left: 0.9 };
const SOME_DOOR = { door_front_left: 0.6, door_front_right: 0.2 };
const whole = closeUp('whole', told('scratch', box(300, 300, 400, 300), DOOR));
const upper = told('scratch', box(200, 100, 400, 100), DOOR);
const lower = told('scratch', box(200, 300, 300, 100), SOME_DOOR);

test('pieces of what another photo shows as one are one damage, with one view of them all', () => {
  const damages = listed(whole, closeUp('pieces', upper, lower));
  expect(damages).toHaveLength(1);
  const { views, part_types } = damages[0]!;
  expect(part_types).toEqual(['door_front_left']);
  expect(views.map(({ image_id }) => image_id).toSorted()).toEqual(['pieces', 'whole']);
  const { bounding_box } = views.find(({ image_id }) => image_id === 'pieces')!;
  expect(bounding_box).toEqual(box(200, 100, 400, 300));
});

test('so are a dent and the scratches around it, though another photo shows only the dent', () => {
  const dent = told('dent', box(300, 300, 100, 100), DOOR);
  const around = told('scratch', box(250, 200, 300, 400), { door_front_left: 0.5, fender_front_left: 0.4 });
  // Long and thin, so that they share no outline.
  const scratches = {
    ...around,
    polygons: [
      [
        [250, 200],
        [260, 200],
        [550, 600],
        [540, 600],
      ],
    ] as [number, number][][],
  };
  const wide = closeUp('wide', told('dent', box(500, 500, 60, 60), DOOR));
  const [only, ...more] = listed(wide, closeUp('near', dent, scratches));
  expect(more).toEqual([]);
  expect(only).toMatchObject({ damage_type: 'dent', evidence: { other_types: ['scratch'] } });
});

test('so is what touches it on some part that may be its own, and nothing else that touches it', () => {
  const dent = told('dent', box(300, 300, 100, 100), DOOR);
  const wide = closeUp('wide', told('dent', box(500, 500, 60, 60), DOOR));
  const beside = (chances: Record<string, number>) =>
    listed(wide, closeUp('near', dent, told('scratch', box(390, 395, 200, 100), chances)));
  expect(beside(SOME_DOOR)).toHaveLength(1);
  expect(beside({ bumper_front: 0.5, bumper_back: 0.4 })).toHaveLength(2);
});

test('so is the crack beside a missing piece, which looks like one', () => {
  const piece = (where: DetectedDamage['bounding_box']) => told('missing_piece', where, DOOR);
  const crack = told('body_crack', box(200, 100, 400, 60), DOOR);
  const damages = listed(
    closeUp('whole', piece(box(300, 300, 400, 300))),
    closeUp('pieces', piece(box(200, 300, 300, 100)), crack),
  );
  expect(damages).toMatchObject([
    { damage_type: 'missing_piece', evidence: { other_types: ['body_crack'] } },
  ]);
});

test('so is a dent beside a torn piece of a bumper, but not of some door', () => {
  const torn = (where: DetectedDamage['bounding_box'], part: Record<string, number>) =>
    told('missing_piece', where, part);
  const on = (part: Record<string, number>) =>
    listed(
      closeUp('whole', torn(box(300, 300, 400, 300), part)),
      closeUp('pieces', torn(box(200, 300, 300, 100), part), told('dent', box(200, 410, 90, 90), part)),
    );
  expect(on({ bumper_front: 0.9 })).toMatchObject([{ evidence: { other_types: ['dent'] } }]);
  expect(on(SOME_DOOR)).toHaveLength(2);
});

test('a photo that could be of either piece is of the whole', () => {
  const either = closeUp('either', told('scratch', box(100, 500, 300, 100), SOME_DOOR));
  const [only, ...more] = listed(whole, closeUp('pieces', upper, lower), either);
  expect(more).toEqual([]);
  expect(only!.views.map(({ image_id }) => image_id).toSorted()).toEqual(['either', 'pieces', 'whole']);
});

test('two stay two where no other photo shows one of them, or where it shows two as well', () => {
  expect(listed(closeUp('pieces', upper, lower))).toHaveLength(2);
  const two = closeUp(
    'two',
    told('scratch', box(300, 100, 200, 60), DOOR),
    told('scratch', box(300, 800, 60, 60), SOME_DOOR),
  );
  expect(listed(two, closeUp('pieces', upper, lower)).length).toBeGreaterThan(1);
});

test('two stay two where they are far apart, or on different parts', () => {
  const far = told('scratch', box(200, 900, 60, 40), SOME_DOOR);
  const small = told('scratch', box(200, 100, 60, 40), DOOR);
  expect(listed(whole, closeUp('apart', small, far))).toHaveLength(2);
  const onFender = told('scratch', box(200, 300, 300, 100), {
    fender_front_left: 0.6,
    fender_front_right: 0.2,
  });
  expect(listed(whole, closeUp('other part', upper, onFender))).toHaveLength(2);
});
