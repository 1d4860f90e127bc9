import { expect, test } from 'vitest';
import type { DetectedDamage } from '../../photos/detections.ts';
import { type AnalyzedPhoto, findingsOnPhoto } from '../../photos/photo-findings.ts';
import { box, damage, part, photo } from '../../photos/test-photos.ts';
import { thresholdFor } from '../damage-kinds.ts';
import { findDamages } from '../find-damages.ts';

const threshold = thresholdFor({ scratch: 0.5, dent: 0.5, missing_piece: 0.5, rustiness: 0.5 });
const listed = (...photos: AnalyzedPhoto[]) =>
  findDamages(
    photos.map((one) => findingsOnPhoto(one, threshold)),
    threshold,
  );

const BUMPER = 'bumper_front';
const FENDER = 'fender_front_left';
const parts = [part(BUMPER, box(100, 600, 800, 200)), part(FENDER, box(900, 400, 300, 300))];
const fromAhead = (name: string, ...damages: DetectedDamage[]) =>
  photo(name, parts, damages, { viewpoint: 'front_left' });

const torn = damage('missing_piece', BUMPER, box(120, 620, 150, 100));
const scratch = damage('scratch', BUMPER, box(700, 650, 120, 40));

test('whatever one hit leaves on a torn bumper is one damage with it, on the same photo and on others', () => {
  const dent = damage('dent', BUMPER, box(450, 700, 60, 40));
  const [only, ...more] = listed(fromAhead('a', torn, scratch), fromAhead('b', dent));
  expect(more).toEqual([]);
  expect(only).toMatchObject({ damage_type: 'missing_piece', part_types: [BUMPER] });
  expect(only!.evidence.other_types?.toSorted()).toEqual(['dent', 'scratch']);
  expect(only!.views.map(({ image_id }) => image_id).toSorted()).toEqual(['a', 'b']);
});

test('so is what a close-up of it shows, where no model names its part', () => {
  const crack = damage('body_crack', null, box(300, 300, 60, 30));
  const hit = { ...damage('dent', BUMPER, box(150, 640, 60, 40)), close_up: [] };
  const near = photo('near', [], [{ ...crack, close_up: [{ part_type: BUMPER, probability: 0.6 }] }], {
    viewpoint: null,
  });
  const damages = listed(fromAhead('a', torn), fromAhead('b', hit), near);
  expect(damages.map(({ damage_type }) => damage_type)).toEqual(['missing_piece']);
});

test('a bumper of which nothing is gone has its damages one by one', () => {
  const dent = damage('dent', BUMPER, box(150, 650, 60, 40));
  expect(listed(fromAhead('a', dent, scratch))).toHaveLength(2);
});

test('what lies on another part stays a damage of its own, and so does what no hit leaves', () => {
  const onFender = damage('scratch', FENDER, box(1000, 500, 100, 40));
  const rust = damage('rustiness', BUMPER, box(700, 700, 60, 40));
  const types = listed(fromAhead('a', torn, onFender, rust)).map(({ damage_type }) => damage_type);
  expect(types.toSorted()).toEqual(['missing_piece', 'rustiness', 'scratch']);
});
