import { expect, test } from 'vitest';
import { thresholdFor } from '../damages/damage-kinds.ts';
import type { Suspicion } from '../records/findings/suspicion.ts';
import type { Inspection } from '../records/inspection.ts';
import { lessonOf, NO_LESSON, toldReason } from './lesson.ts';
import { reviewTimeOf } from './review-time.ts';
import { MOST_WORTH } from './tuning.ts';

const threshold = thresholdFor({ scratch: 0.7, rustiness: 0.75 });
const suspicion = (damage_type: string, score: number, state = 'open') =>
  ({ damage_type, score, state }) as Suspicion;
const damage = (damage_type: string, rest: object = {}) => ({
  damage_type,
  score: 0.72,
  model: { name: 'damage', version: '1' },
  confirmed_by: null,
  deleted_at: null,
  evidence: { threshold: 0.7, photos_against: [] as string[] },
  ...rest,
});

type About = { suspicions?: Suspicion[]; differing?: number; labels?: Record<string, number> | null };
const lesson = (damages: object[], about: About = {}, status = 'DONE') =>
  lessonOf({ tasks: [{ name: 'damage_detection', status }], damages } as unknown as Inspection, {
    suspicions: [],
    threshold,
    differing: 0,
    labels: null,
    ...about,
  });
const told = (...asked: Parameters<typeof lesson>) => lesson(...asked).learning_reasons.map(toldReason);

test('what lies near its threshold is unsure, from above and from below', () => {
  const suspicions = [suspicion('scratch', 0.65), suspicion('scratch', 0.4), suspicion('dent', 0.65)];
  expect(told([damage('scratch'), damage('scratch', { score: 0.95 })], { suspicions })).toEqual([
    '1 suspicion near the threshold',
    '1 finding near the threshold',
  ]);
});

test('two looks that differ teach more than one that is unsure', () => {
  const against = damage('scratch', { score: 0.9, evidence: { threshold: 0.7, photos_against: ['b'] } });
  const { learning_value, learning_reasons } = lesson([against], { differing: 2 });
  expect(learning_reasons.map(toldReason)).toEqual([
    '2 finds of only one of two models',
    '1 finding that another photo does not show',
  ]);
  expect(learning_value).toBe(34);
});

test('a rare type counts by what it teaches, the less the more labels there are', () => {
  const suspicions = [suspicion('rustiness', 0.61), suspicion('scattered_scratches', 0.3)];
  const labels = { scratch: 49, rustiness: 4 };
  expect(told([damage('paint_damage', { score: 0.9 })], { suspicions, labels })).toEqual([
    'rustiness: 4 labels so far',
    'scratch: 49 labels so far',
  ]);
  expect(told([], { suspicions, labels: { scratch: 50, rustiness: 90 } })).toEqual([]);
  // Nobody's own data: nothing is rare.
  expect(told([], { suspicions })).toEqual([]);
});

test('what people have decided, and what is approved or not analyzed, teaches nothing', () => {
  const decided = [damage('scratch', { confirmed_by: 'ada' }), damage('scratch', { deleted_at: 'now' })];
  const added = damage('scratch', { model: null, score: null, evidence: null });
  const suspicions = [suspicion('scratch', 0.65, 'dismissed')];
  expect(lesson([...decided, added], { suspicions, labels: {} })).toEqual(NO_LESSON);
  for (const status of ['VALIDATED', 'IN_PROGRESS', 'ERROR'])
    expect(lesson([damage('scratch')], { differing: 3 }, status)).toEqual(NO_LESSON);
});

test('the value ends at 100', () => {
  expect(lesson([], { differing: 40 }).learning_value).toBe(100);
});

test('the minutes are those of the organization only where enough reviews were timed', () => {
  const known = { labels: {}, reviews_timed: 19, review_seconds: 60 };
  expect(reviewTimeOf(10, known)).toMatchObject({ minutes: 30, timed_reviews: null });
  expect(reviewTimeOf(10, { ...known, reviews_timed: 20 })).toMatchObject({ minutes: 10, timed_reviews: 20 });
  expect(reviewTimeOf(MOST_WORTH, null)).toMatchObject({ is_at_least: true, minutes_per_inspection: 3 });
});
