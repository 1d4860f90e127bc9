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

test('so it is where a close-up of the torn piece does not tell which bumper it is', () => {
  const close_up = [
    { part_type: 'bumper_front' as const, probability: 0.5 },
    { part_type: 'bumper_back' as const, probability: 0.45 },
  ];
  const piece = { ...damage('missing_piece', null, box(200, 300, 500, 300)), close_up };
  const near = photo('near', [], [piece], { viewpoint: null });
  const [only, ...more] = listed(fromAhead('a', torn, scratch), near);
  expect(more).toEqual([]);
  expect(only!.views.map(({ image_id }) => image_id).toSorted()).toEqual(['a', 'near']);
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
