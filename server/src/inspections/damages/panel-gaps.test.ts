import { expect, test } from 'vitest';
import { cornersOf } from '../geometry/polygons.ts';
import type { PartType } from '../parts/parts.ts';
import type { DetectedDamage } from '../photos/detections.ts';
import { withGapsInDoubt } from './panel-gaps.ts';

const THRESHOLDS = { missing_piece: 0.7, body_crack: 0.7, dent: 0.7, scratch: 0.7 };
const BETWEEN = { fender_front_right: 0.55, door_front_right: 0.4 };

const find = (
  chances: Partial<Record<PartType, number>>,
  size: { width: number; height: number } = { width: 30, height: 200 },
  damage_type = 'missing_piece',
): DetectedDamage => {
  const bounding_box = { xmin: 0, ymin: 0, ...size };
  return {
    damage_type,
    score: 0.9,
    part_type: null,
    bounding_box,
    polygons: [cornersOf(bounding_box)],
    close_up: Object.entries(chances).map(([part_type, probability]) => ({
      part_type: part_type as PartType,
      probability,
    })),
  };
};

/** The finds that are findings. */
const isKept = (...found: DetectedDamage[]) =>
  withGapsInDoubt(found, THRESHOLDS).flatMap(({ score }, index) => (score >= 0.7 ? [index] : []));

test('a long and narrow missing piece or crack between two panels is the gap that every vehicle has there', () => {
  expect(isKept(find(BETWEEN))).toEqual([]);
  expect(isKept(find(BETWEEN, undefined, 'body_crack'))).toEqual([]);
  expect(isKept(find({ head_light_right: 0.6, hood: 0.3 }, { width: 200, height: 30 }))).toEqual([]);
});

test('what is not so narrow, or of another type, is a damage', () => {
  expect(isKept(find(BETWEEN, { width: 60, height: 200 }))).toEqual([0]);
  expect(isKept(find(BETWEEN, undefined, 'dent'))).toEqual([0]);
  expect(isKept(find(BETWEEN, undefined, 'scratch'))).toEqual([0]);
});

test('where plastic gapes it has come off, and what lies on one part is a crack or a lost molding', () => {
  expect(isKept(find({ bumper_front: 0.6, fender_front_right: 0.35 }))).toEqual([0]);
  expect(isKept(find({ bumper_front: 0.3, bumper_back: 0.3, trunk: 0.3 }))).toEqual([0]);
  expect(isKept(find({ grill: 0.7, hood: 0.2 }))).toEqual([0]);
  expect(isKept(find({ mirror_left: 0.4, mirror_right: 0.5 }))).toEqual([0]);
  expect(isKept(find({ door_back_left: 0.85, fender_back_left: 0.1 }))).toEqual([0]);
});

test('a wider find of the same gap goes with it, and the dent beside it stays', () => {
  const wide = find(BETWEEN, { width: 50, height: 200 });
  const dent = find(BETWEEN, { width: 50, height: 200 }, 'dent');
  expect(isKept(find(BETWEEN), wide, dent)).toEqual([2]);
});

test('a gap is left to a person, not silenced; a faint one is as faint as before', () => {
  const scores = (score: number) => withGapsInDoubt([{ ...find(BETWEEN), score }], THRESHOLDS);
  expect(scores(0.9)).toMatchObject([{ score: 0.699 }]);
  expect(scores(0.5)).toMatchObject([{ score: 0.5 }]);
});

test('without the net for close-ups nothing is said', () => {
  expect(isKept(find({}))).toEqual([0]);
});
