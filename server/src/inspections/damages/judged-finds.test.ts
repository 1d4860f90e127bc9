import { expect, test } from 'vitest';
import { box, damage, part } from '../photos/test-photos.ts';
import type { BoundingBox } from '../records/place.ts';
import { judgedFinds } from './judged-finds.ts';

const wheel = part('wheel_front_left', box(100, 100, 200, 200));

const scoreOf = (damage_type: string, at: BoundingBox) => {
  const find = { ...damage(damage_type, null, at, 0.9), opinion: null };
  return judgedFinds([find], [wheel], { missing_piece: 0.7, dent: 0.7 })[0]!.score;
};

test('a missing piece on a wheel may be one behind it: it is left to a person, and beside the wheel it is sure', () => {
  expect(scoreOf('missing_piece', box(120, 120, 100, 100))).toBeCloseTo(0.699);
  expect(scoreOf('missing_piece', box(260, 120, 100, 100))).toBe(0.9);
});

test('what is not torn stays as sure as it is: on a wheel it is none of the bodywork, which the photo decides', () => {
  expect(scoreOf('dent', box(120, 120, 100, 100))).toBe(0.9);
});
