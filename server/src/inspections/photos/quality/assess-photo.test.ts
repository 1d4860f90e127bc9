import { expect, test } from 'vitest';
import type { ComplianceIssue } from '../../records/compliance.ts';
import type { PhotoDetections } from '../coverage.ts';
import { assessPhoto, modelsToAssess } from './assess-photo.ts';
import { assessQuality, type QualityMeasures } from './compliance.ts';
import { FAULTS } from './photo-faults.ts';

const FRONT = 'haccord-8YjMcu0D';
const FULL_LEFT = 'ffocus18-6FX31ty1';
const FENDER_LEFT = 'haccord-2a8VfA8m';
const FRONT_DOOR_RIGHT = 'haccord-cXSAj2ez';
const FRONT_LEFT_WHEEL = 'haccord-2v-2_QD5';
const FRONT_SEATS = 'all-IqwSM3';
const TRUNK = 'all-qhKA2z';
const UNDERSIDE = 'vwtroc-Fh972HlF';
const ROOF = 'haccord-oiY_yPTR';

const measures: QualityMeasures = {
  blurriness: 0.9,
  overexposure: 0.95,
  underexposure: 0.97,
  width: 4000,
  height: 3000,
};

const part = (part_type: string, share = 0.1) => ({
  part_type,
  score: 0.95,
  bounding_box: { xmin: 0, ymin: 0, width: 4000 * share, height: 3000 },
});

/** A good photo of the whole front. */
const front: PhotoDetections = {
  width: 4000,
  height: 3000,
  has_vehicle: true,
  vehicle: { whole_in_frame: true, share_of_picture: 0.6 },
  viewpoint: { prediction: 'front', confidence: 0.95 },
  parts: ['bumper_front', 'hood', 'windshield_front', 'head_light_left', 'head_light_right'].map((name) =>
    part(name),
  ),
};
const nothing: PhotoDetections = { width: 4000, height: 3000, has_vehicle: false, parts: [] };
const left: PhotoDetections = {
  ...front,
  viewpoint: { prediction: 'left', confidence: 0.95 },
  parts: ['door_front_left', 'door_back_left', 'wheel_front_left', 'wheel_back_left'].map((name) =>
    part(name),
  ),
};

const verdict = (detections: PhotoDetections, sight_id: string | null) =>
  assessPhoto({ measures, detections, sight_id });

test('without models a photo is judged by its pixels alone, whatever its sight', () => {
  expect(assessPhoto({ measures, sight_id: FRONT })).toEqual(assessQuality(measures));
});

test('a good photo of its sight has no issues', () => {
  for (const [detections, sight] of [
    [front, FRONT],
    [left, FULL_LEFT],
  ] as const)
    expect(verdict(detections, sight)).toMatchObject({ issues: [], reasons: [], covers_sight: true });
});

const cut: PhotoDetections = { ...front, vehicle: { whole_in_frame: false, share_of_picture: 0.9 } };
const small: PhotoDetections = { ...front, vehicle: { whole_in_frame: true, share_of_picture: 0.05 } };
const onePart: PhotoDetections = { ...cut, viewpoint: undefined, parts: [part('bumper_front', 0.8)] };

test.each<[ComplianceIssue, string, PhotoDetections, string, PhotoDetections, string]>([
  ['no_vehicle', 'No vehicle can be seen', nothing, FRONT, front, FRONT],
  ['no_vehicle', 'No vehicle can be seen', nothing, FRONT_LEFT_WHEEL, nothing, UNDERSIDE],
  ['vehicle_not_fully_in_frame', 'step back', cut, FRONT, cut, 'haccord-DUPnw5jj'],
  [
    'wrong_angle',
    'This photo shows the left side: stand in front of the vehicle',
    left,
    FRONT,
    { ...left, viewpoint: { prediction: 'left', confidence: 0.6 } },
    FENDER_LEFT,
  ],
  ['wrong_angle', 'stand at the front left corner of the vehicle', left, FENDER_LEFT, left, ROOF],
  ['wrong_angle', 'This photo shows the left side', left, FRONT_DOOR_RIGHT, left, 'haccord-QKfhXU7o'],
  [
    'missing_parts',
    'front windshield, left head light, right head light',
    { ...front, parts: [part('bumper_front'), part('hood')] },
    FRONT,
    { ...front, parts: [part('bumper_front'), part('hood'), part('head_light_left')] },
    FRONT,
  ],
  [
    'wrong_center_part',
    'The front left wheel is not in the picture',
    { ...cut, viewpoint: undefined, parts: [part('door_front_left')] },
    FRONT_LEFT_WHEEL,
    { ...cut, viewpoint: undefined, parts: [part('wheel')] },
    FRONT_LEFT_WHEEL,
  ],
  ['wrong_center_part', 'from outside; it must show: front seats', front, FRONT_SEATS, front, TRUNK],
  ['too_zoomed', 'from too near', onePart, FRONT, onePart, 'haccord-hsCc_Nct'],
  [
    'too_zoomed',
    'from too near',
    { ...onePart, photo: { viewpoint: { prediction: 'close_up', confidence: 0.9 } } },
    FENDER_LEFT,
    { ...front, photo: { viewpoint: { prediction: 'close_up', confidence: 0.5 } } },
    FRONT,
  ],
  [
    'not_zoomed_enough',
    'go nearer',
    small,
    FRONT,
    { ...small, vehicle: { ...small.vehicle!, share_of_picture: 0.2 } },
    FRONT,
  ],
  [
    'not_zoomed_enough',
    'so that the front left wheel fills the picture',
    left,
    FRONT_LEFT_WHEEL,
    { ...left, vehicle: cut.vehicle },
    FRONT_LEFT_WHEEL,
  ],
])(
  '%s is an issue with advice (%s), and not where it does not apply',
  (issue, advice, bad, sight, good, other) => {
    const { issues, reasons } = verdict(bad, sight);
    expect(issues).toEqual([issue]);
    expect(reasons[0]!.message).toContain(advice);
    expect(verdict(good, other).issues).not.toContain(issue);
  },
);

test.each(Object.entries(FAULTS))(
  '%s is an issue when a model is sure of it',
  (fault, { threshold, message }) => {
    const at = (confidence: number): PhotoDetections => ({
      ...front,
      photo: { [fault]: { prediction: null, confidence } },
    });
    const bad = verdict(at(0.9), FRONT);
    expect(bad.reasons).toEqual([{ issue: fault, message, threshold, score: expect.closeTo(0.1) }]);
    const doubtful = verdict(at(0.6), null);
    expect(doubtful.issues).toEqual([]);
    expect(doubtful.scores).toMatchObject({ [fault]: expect.closeTo(0.4) });
    expect(doubtful.thresholds).toMatchObject({ [fault]: threshold });
  },
);

test('dirt is no fault of what is inside, or of a photo without a vehicle', () => {
  const photo = { dirtiness: { prediction: null, confidence: 1 } };
  expect(verdict({ ...nothing, photo }, FRONT_SEATS).scores).not.toHaveProperty('dirtiness');
  expect(verdict({ ...nothing, photo }, null).issues).toEqual([]);
});

test.each([
  ['unknown_sight', front, 'sight-1'],
  ['interior_not_supported', nothing, FRONT_SEATS],
  ['unknown_viewpoint', { ...front, viewpoint: { prediction: 'left', confidence: 0.4 } }, FRONT],
] as const)('%s is noted, and nobody has to take the photo again for it', (issue, seen, sight) => {
  const { issues, reasons, covers_sight } = verdict(seen, sight);
  expect(issues).toEqual([]);
  expect(reasons).toEqual([{ issue, check: 'coverage', note: true, message: expect.any(String) }]);
  expect(covers_sight).toBe(true);
});

test('a second model that sees the whole vehicle in frame is believed, and where it is unsure the photo passes', () => {
  const looked = (prediction: string | null): PhotoDetections['photo'] => ({
    whole: { prediction, confidence: 0.7 },
  });
  expect(verdict({ ...cut, photo: looked('yes') }, FRONT).issues).toEqual([]);
  expect(verdict({ ...cut, photo: looked(null) }, FRONT).issues).toEqual([]);
  expect(verdict({ ...cut, photo: looked('no') }, FRONT).issues).toEqual(['vehicle_not_fully_in_frame']);
  const overlooked = { ...front, parts: [part('bumper_front')] };
  expect(verdict({ ...overlooked, photo: looked('yes') }, FRONT).issues).toEqual([]);
  expect(verdict({ ...overlooked, photo: looked('no') }, FRONT).issues).toEqual(['missing_parts']);
});

test('a box around the vehicle that is a little too wide does not make the vehicle cut off', () => {
  const vehicle = { ...cut.vehicle!, box: { xmin: 0, ymin: 300, width: 3000, height: 2000 } };
  const inside = part('bumper_front');
  inside.bounding_box = { xmin: 100, ymin: 1000, width: 2000, height: 500 };
  const atEdge = { ...inside, bounding_box: { ...inside.bounding_box, xmin: 10 } };
  const rest = ['hood', 'head_light_left', 'head_light_right'].map((part_type) => ({ ...inside, part_type }));
  expect(verdict({ ...cut, vehicle, parts: [inside, ...rest] }, FRONT)).toMatchObject({
    issues: [],
    seen: { vehicle_fully_in_frame: true },
  });
  expect(verdict({ ...cut, vehicle, parts: [atEdge, ...rest] }, FRONT)).toMatchObject({
    issues: ['vehicle_not_fully_in_frame'],
    seen: { vehicle_fully_in_frame: false },
  });
});

test('the far side of the vehicle is told apart with less certainty than the next corner', () => {
  const seenFrom = (prediction: string): PhotoDetections => ({
    ...front,
    viewpoint: { prediction, confidence: 0.72 },
  });
  expect(verdict(seenFrom('back'), FRONT).issues).toEqual(['wrong_angle']);
  expect(verdict(seenFrom('front_left'), FRONT).issues).toEqual([]);
  expect(verdict({ ...left, viewpoint: { prediction: 'left', confidence: 0.5 } }, FRONT).issues).toEqual([]);
});

test('where a part is seen for sure, nobody is told that there is no vehicle', () => {
  expect(verdict({ ...nothing, parts: [part('hood')] }, FRONT).issues).toEqual([]);
});

test('what no model looked for is not judged', () => {
  const seen = { width: 4000, height: 3000, photo: { lens_flare: { prediction: null, confidence: 0.1 } } };
  const { issues, covers_sight, scores } = verdict(seen, FRONT);
  expect(issues).toEqual([]);
  expect(covers_sight).toBeUndefined();
  expect(scores).not.toHaveProperty('zoom');
});

test('without a check of the distance, a photo taken from too near lacks parts', () => {
  const near = { ...cut, viewpoint: undefined, parts: [part('bumper_front', 0.8)] };
  const { issues } = assessPhoto({ measures, detections: near, sight_id: FRONT, checks: ['coverage_360'] });
  expect(issues).toEqual(['vehicle_not_fully_in_frame', 'missing_parts']);
});

test('parts are looked for only where a sight asks for some', () => {
  expect(modelsToAssess({ sight_id: FRONT, checks: null })).toContain('parts');
  expect(modelsToAssess({ sight_id: FRONT, checks: ['coverage_360'] })).toContain('parts');
  expect(modelsToAssess({ sight_id: FRONT, checks: [] })).toEqual(['photo', 'vehicles']);
  expect(modelsToAssess({ sight_id: null, checks: null })).toEqual(['photo', 'vehicles']);
});

test('how likely each direction is goes with the verdict', () => {
  const viewpoints = { front: 0.9, front_left: 0.08 };
  expect(verdict({ ...front, viewpoints }, null).seen?.viewpoints).toEqual(viewpoints);
  expect(verdict({ ...front, viewpoint: undefined, viewpoints }, null).seen?.viewpoints).toBeUndefined();
});

test('without a sight nothing is asked of the photo, and what was seen is kept', () => {
  expect(verdict(nothing, null)).toMatchObject({ issues: [], seen: { vehicle_present: false } });
  expect(verdict(left, null)).toMatchObject({
    issues: [],
    scores: { zoom: 0.4 },
    seen: {
      vehicle_present: true,
      vehicle_fully_in_frame: true,
      image_type: 'beauty_shot',
      viewpoints: { left: 0.95 },
    },
  });
});

test('issues of the pixels and of the sight come together', () => {
  const { issues } = assessPhoto({
    measures: { ...measures, blurriness: 0.1 },
    detections: nothing,
    sight_id: FRONT,
  });
  expect(issues).toEqual(['blurriness', 'no_vehicle']);
});

test('every photo with a vehicle has a zoom score and a verdict on whether the vehicle is whole, also a close-up', () => {
  const closeUp: PhotoDetections = {
    width: 4000,
    height: 3000,
    has_vehicle: true,
    parts: [part('door_front_left', 0.9)],
  };
  const whole: PhotoDetections = { ...closeUp, photo: { whole: { prediction: 'yes', confidence: 0.9 } } };
  for (const [detections, zoom, inFrame] of [
    [front, 0.4, true],
    [cut, 0.1, false],
    [closeUp, 0.001, false],
    [whole, 0.5, true],
  ] as const)
    for (const checks of [null, [], ['coverage_360']] as const) {
      const { scores, seen: shown } = assessPhoto({ measures, detections, sight_id: FRONT, checks });
      expect(scores.zoom).toBeCloseTo(zoom);
      expect(shown).toMatchObject({ vehicle_present: true, vehicle_fully_in_frame: inFrame });
    }
  const { scores, seen } = verdict(nothing, FRONT);
  expect([scores.zoom, seen?.vehicle_fully_in_frame]).toEqual([undefined, undefined]);
});
