import { expect, test } from 'vitest';
import { thresholdFor, withOdds } from '../damages/damage-kinds.ts';
import { findDamages } from '../damages/find-damages.ts';
import { findingsOnPhoto } from '../photos/photo-findings.ts';
import { box, damage, part, photo } from '../photos/test-photos.ts';
import { findJointly, jointThreshold, saysDamaged, withJointFinds } from './joint-evidence.ts';
import { JOINT_ODDS } from './tuning.ts';

const threshold = thresholdFor({ flat_tire: 0.8, scratch: 0.5, dent: 0.4, misshape: 0.5, smash: null });
const suspected = thresholdFor({ scratch: 0.1, dent: 0.1, misshape: null, smash: null });
const joint = jointThreshold(threshold, suspected);
const DOOR = 'door_front_left';
const far = part(DOOR, box(400, 400, 200, 200));
const jointly = (...finds: [type: string, score: number, x: number][]) => {
  const analyzed = photo(
    'a',
    [far],
    finds.map(([type, score, x]) => damage(type, DOOR, box(x, 480, 20, 20), score)),
  );
  return findJointly([[findingsOnPhoto(analyzed, joint)]], joint);
};

test('a photo as a whole says that the vehicle is damaged when moderate and severe together are likely', () => {
  expect(saysDamaged({ state: { light: 0.3, moderate: 0.4, severe: 0.3 } }, threshold)).toBe(true);
  expect(saysDamaged({ state: { light: 0.6, moderate: 0.3, severe: 0.1 } }, threshold)).toBe(false);
  expect(saysDamaged({}, threshold)).toBe(false);
});

test('a sure flat tire explains what the photo as a whole says', () => {
  const state = { light: 0.2, moderate: 0.8 };
  const seen = (score: number) =>
    saysDamaged({ state, damages: [damage('flat_tire', 'wheel', box(400, 400, 90, 90), score)] }, threshold);
  expect(seen(0.9)).toBe(false);
  expect(seen(0.4)).toBe(true);
});

test('there the surest find counts from far below its threshold on, and no other', () => {
  expect(jointly(['scratch', 0.4, 410], ['dent', 0.3, 560])).toMatchObject([
    {
      damage_type: 'scratch',
      part_types: [DOOR],
      score: 0.4,
      evidence: { threshold: withOdds(0.5, JOINT_ODDS) },
    },
  ]);
  expect(jointly(['scratch', 0.3, 410])).toEqual([]);
  // A type that is never suspected, or never shown, stays so.
  expect(jointly(['misshape', 0.4, 410])).toEqual([]);
  expect(jointly(['smash', 0.9, 410])).toEqual([]);
});

test('what is found so is a further view of the damage that another photo lists there, and else a damage of its own', () => {
  const listedWith = (name: string) => {
    const sure = photo('b', [far], [damage('scratch', DOOR, box(410, 480, 20, 20))]);
    const unsure = photo(
      'a',
      [part(name, far.bounding_box)],
      [damage('dent', name, box(410, 480, 20, 20), 0.3)],
    );
    const [one, other] = [sure, unsure].map((analyzed) => findingsOnPhoto(analyzed, joint));
    const without = (findings: typeof one) => ({ ...findings!, damages: [] });
    const [sureOnes, others] = [
      [one!, without(other)],
      [without(one), other!],
    ];
    const listed = findDamages(sureOnes, threshold);
    return withJointFinds(listed, [sureOnes], findJointly([others], joint), [others]).map((damage) => [
      damage.damage_type,
      ...damage.views.map(({ image_id }) => image_id),
    ]);
  };
  expect(listedWith(DOOR)).toEqual([['scratch', 'b', 'a']]);
  expect(listedWith('door_back_left')).toEqual([
    ['scratch', 'b'],
    ['dent', 'a'],
  ]);
});
