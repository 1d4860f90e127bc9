import { expect, test } from 'vitest';
import { damagesOnVehicle, opinionOf, showsVehicle } from './damages-on-vehicle.ts';

const box = (xmin: number, ymin: number, width: number, height: number) => ({ xmin, ymin, width, height });
const scratch = (xmin: number, ymin: number) => ({
  damage_type: 'scratch',
  score: 0.9,
  bounding_box: box(xmin, ymin, 40, 20),
  polygons: [],
});
const car = box(200, 200, 300, 150);
const seen = { present: true, box: car, whole_in_frame: true, share_of_picture: 0.1 };
const nothing = { present: false, box: null, whole_in_frame: false, share_of_picture: 0 };

const evidence = { whole: null, partsShare: 0.1, opinion: null };
const whole = [{ bounding_box: car }];

test('a damage on the vehicle or close to it counts, one in the distance does not', () => {
  const [on, near, far] = [scratch(300, 300), scratch(520, 250), scratch(800, 600)];
  expect(damagesOnVehicle([on, near, far], seen, { ...evidence, whole })).toEqual([on, near]);
});

test('on a close-up, where no whole vehicle is in sight, every damage counts', () => {
  const finds = [scratch(300, 300), scratch(800, 600)];
  expect(damagesOnVehicle(finds, seen, { ...evidence, whole: [] })).toEqual(finds);
  expect(damagesOnVehicle(finds, seen, evidence)).toEqual(finds);
  expect(damagesOnVehicle(finds, nothing, { ...evidence, whole, opinion: 'close_up' })).toEqual(finds);
});

test('without a vehicle there is no damage', () => {
  const finds = [scratch(300, 300)];
  expect(damagesOnVehicle(finds, nothing, evidence)).toEqual([]);
  expect(damagesOnVehicle(finds, seen, { ...evidence, opinion: 'none' })).toEqual([]);
});

test('a vehicle is a whole one, or many parts, or few parts with a damage', () => {
  expect(showsVehicle({ ...evidence, whole }, [])).toBe(true);
  expect(showsVehicle({ ...evidence, partsShare: 0.6 }, [])).toBe(true);
  expect(showsVehicle(evidence, [scratch(1, 1)])).toBe(true);
  expect(showsVehicle(evidence, [])).toBe(false);
});

test('what a model thinks of the whole photo counts more than parts, but not more than a whole vehicle', () => {
  const opinion = opinionOf({ viewpoint: { prediction: 'none', confidence: 0.9 } });
  expect(showsVehicle({ ...evidence, opinion, partsShare: 0.6 }, [])).toBe(false);
  expect(showsVehicle({ ...evidence, opinion, whole }, [])).toBe(true);
  expect(opinionOf({ viewpoint: { prediction: 'close_up', confidence: 0.9 } })).toBe('close_up');
  expect(opinionOf({ viewpoint: { prediction: 'front_left', confidence: 0.9 } })).toBe('vehicle');
  expect(opinionOf({ viewpoint: { prediction: 'none', confidence: 0.4 } })).toBeNull();
  expect(opinionOf(null)).toBeNull();
});

test('a wreck on which nothing else is seen is a vehicle, and its damages count', () => {
  const state = (severe: number) => ({ intact: 0, light: 0, moderate: 1 - severe, severe });
  const unsure = { viewpoint: { prediction: null, confidence: 0.3 } };
  const finds = [scratch(300, 300)];
  expect(opinionOf(unsure, state(0.9))).toBe('close_up');
  expect(opinionOf(unsure, state(0.2))).toBeNull();
  expect(opinionOf({ viewpoint: { prediction: 'none', confidence: 0.9 } }, state(0.9))).toBe('none');
  expect(damagesOnVehicle(finds, nothing, { ...evidence, whole: [], opinion: 'close_up' })).toEqual(finds);
});
