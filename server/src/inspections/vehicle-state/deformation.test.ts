import { expect, test } from 'vitest';
import { thresholdFor } from '../damages/damage-kinds.ts';
import { findDamages } from '../damages/find-damages.ts';
import type { DetectedPart } from '../photos/detections.ts';
import { type AnalyzedPhoto, findingsOnPhoto } from '../photos/photo-findings.ts';
import { box, damage, part, photo } from '../photos/test-photos.ts';
import { heavyDeformations } from './deformation.ts';
import { heavyPhotos } from './heavy-photos.ts';
import { photoState } from './photo-state.ts';

const threshold = thresholdFor({
  dent: 0.4,
  scratch: 0.4,
  broken_glass: 0.4,
  body_crack: 0.4,
  missing_piece: 0.5,
  airbag_deployed: 0.23,
});

/** The photo with how likely each state is; what is left goes to light. */
const judged = (analyzed: AnalyzedPhoto, severe: number, moderate = 0) => {
  const state = { intact: 0, light: 1 - severe - moderate, moderate, severe };
  const detections = { ...analyzed.detections, state };
  return {
    photo: findingsOnPhoto({ ...analyzed, detections }, threshold),
    detections,
    vehicle_state: photoState(detections, threshold),
  };
};

const listed = (...photos: ReturnType<typeof judged>[]) => {
  const found = findDamages(
    photos.map((one) => one.photo),
    threshold,
  );
  return [...found, ...heavyDeformations(heavyPhotos(photos), found)];
};

const bumper = part('bumper_back', box(200, 600, 600, 200));
const trunk = part('trunk', box(250, 300, 500, 300));
const door = part('door_front_left', box(0, 300, 150, 300));
const faint = damage('dent', 'bumper_back', box(220, 350, 560, 420), 0.2);
const fromBehind = { viewpoint: 'back' };

test('a crushed rear of which no outline is sure is listed as one smash on the parts that faint finds cover', () => {
  const crushed = judged(photo('a', [bumper, trunk, door], [faint], fromBehind), 0.95);
  const [smash, ...more] = listed(crushed);
  expect(more).toEqual([]);
  expect(smash).toMatchObject({
    damage_type: 'smash',
    part_types: ['trunk', 'bumper_back'],
    score: 0.95,
    views: [{ image_id: 'a', bounding_box: faint.bounding_box }],
  });
});

test('a broken pane or a scratch does not say that the vehicle is crushed, a dent does', () => {
  const typesWith = (damage_type: string) => {
    const sure = damage(damage_type, null, box(300, 320, 100, 80), 0.9);
    const crushed = judged(photo('a', [bumper, trunk, door], [sure, faint], fromBehind), 0.95);
    return listed(crushed).map((one) => one.damage_type);
  };
  expect(typesWith('broken_glass')).toEqual(['broken_glass', 'smash']);
  expect(typesWith('scratch')).toEqual(['scratch', 'smash']);
  expect(typesWith('dent')).toEqual(['dent']);
});

const looking = (one: DetectedPart, dent: number): DetectedPart => {
  const at = one.bounding_box;
  return {
    ...one,
    state: { scratch: { score: 0.1, at }, dent: { score: dent, at }, broken: { score: 0.1, at } },
  };
};

test('a part that looks intact by itself is not crushed, however much of it a find covers', () => {
  const partsIf = (dent: number) => {
    const parts = [looking(bumper, 0.7), looking(trunk, dent)];
    return listed(judged(photo('a', parts, [faint], fromBehind), 0.95)).map(({ part_types }) => part_types);
  };
  expect(partsIf(0.6)).toEqual([['trunk', 'bumper_back']]);
  expect(partsIf(0.4)).toEqual([['bumper_back']]);
});

test('a crushed front is not also a crushed rear, whatever names the parts model gives', () => {
  const hood = part('hood', box(220, 350, 560, 300));
  const parts = [hood, part('bumper_front', box(250, 640, 300, 130)), part('trunk', box(300, 360, 200, 150))];
  const partsFrom = (prediction: string) => {
    const analyzed = photo('a', parts, [faint]);
    analyzed.detections.viewpoint = { prediction, confidence: 0.5 };
    return listed(judged(analyzed, 0.95)).map(({ part_types }) => part_types);
  };
  expect(partsFrom('front_right')).toEqual([['hood', 'bumper_front']]);
  expect(partsFrom('left')).toEqual([['hood', 'bumper_front', 'trunk']]);
});

test('where a damage is listed on the photo, the deformation is not listed a second time', () => {
  const sure = { ...faint, score: 0.7 };
  const crushed = judged(photo('a', [bumper, trunk], [sure], fromBehind), 0.95);
  expect(listed(crushed).map(({ damage_type }) => damage_type)).toEqual(['dent']);
});

test('nor where another photo shows one of its parts destroyed; a dent there does not say that the rear is crushed', () => {
  const crushed = judged(photo('a', [bumper, trunk], [faint], fromBehind), 0.95);
  const typesWith = (type: string) =>
    listed(
      crushed,
      judged(photo('b', [trunk], [damage(type, 'trunk', box(300, 400, 90, 90))], fromBehind), 0),
    )
      .map(({ damage_type }) => damage_type)
      .sort();
  expect(typesWith('missing_piece')).toEqual(['missing_piece']);
  expect(typesWith('dent')).toEqual(['dent', 'smash']);
});

test('one photo that is not sure lists nothing, two that agree do', () => {
  const unsure = judged(photo('a', [bumper, trunk], [faint], fromBehind), 0.37);
  expect(listed(unsure)).toEqual([]);
  const second = judged(photo('b', [bumper, trunk], [faint], fromBehind), 0.35);
  expect(listed(unsure, second).map(({ views }) => views.map(({ image_id }) => image_id))).toEqual([
    ['a', 'b'],
  ]);
});

test('a photo that was sent twice does not agree with itself', () => {
  const [once, again] = ['a', 'b'].map((id) => judged(photo(id, [bumper, trunk], [faint], fromBehind), 0.37));
  expect(listed(once!, again!)).toEqual([]);
});

test('an open airbag is no damage of a part', () => {
  const airbag = damage('airbag_deployed', null, box(300, 300, 300, 300), 0.8);
  const inside = judged(photo('a', [], [airbag], { viewpoint: null }), 0.55);
  expect(inside.vehicle_state).toMatchObject({ state: 'severe', airbag: true });
  expect(listed(inside)).toEqual([]);
});

test('a state that is not more likely than all others is not told, and none where no vehicle is seen', () => {
  const { detections } = judged(photo('a', [bumper], [], fromBehind), 0.3, 0.4);
  expect(photoState(detections, threshold)).toMatchObject({ state: null, probability: 0.4, heavy: 0.3 });
  expect(photoState({ ...detections, has_vehicle: false }, threshold)).toBeNull();
  expect(photoState({ has_vehicle: true }, threshold)).toBeNull();
});

test('a photo with a find that is more likely a damage than not is not called intact', () => {
  const state = { intact: 0.8, light: 0.1, moderate: 0.1, severe: 0 };
  const seen = (damage_type: string, score: number) =>
    photoState(
      { state, has_vehicle: true, damages: [damage(damage_type, 'hood', box(1, 1, 9, 9), score)] },
      threshold,
    );
  expect(seen('dent', 0.39)).toMatchObject({ state: 'intact' });
  expect(seen('dent', 0.5)).toMatchObject({ state: null, probability: 0.8 });
  // A look-alike is no damage, and a type that the model does not know well enough says nothing.
  expect(seen('dirt', 0.9)).toMatchObject({ state: 'intact' });
  expect(seen('smash', 0.9)).toMatchObject({ state: 'intact' });
});
