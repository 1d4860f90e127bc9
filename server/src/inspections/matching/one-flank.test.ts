import { expect, test } from 'vitest';
import { thresholdFor } from '../damages/damage-kinds.ts';
import type { PartType } from '../parts/parts.ts';
import { type DamageOnPhoto, findingsOnPhoto } from '../photos/photo-findings.ts';
import { box, damage, photo } from '../photos/test-photos.ts';
import { onOneFlank } from './one-flank.ts';

const threshold = thresholdFor({ scratch: 0.5 });

/** Damages of a close-up on parts of which a model is so sure. */
const namesOn = (...parts: [PartType, number][]) =>
  parts.map(([part_type, part_confidence], at) => {
    const find = damage('scratch', null, box(150 + 300 * at, 450, 60, 40));
    const { damages } = findingsOnPhoto(photo('close', [], [find], { viewpoint: null }), threshold);
    return {
      ...damages[0]!,
      part_types: [part_type],
      part_confidence,
      part_by: 'parts' as DamageOnPhoto['part_by'],
    };
  });
const partsOf = (damages: ReturnType<typeof namesOn>) =>
  onOneFlank(damages).map(({ part_types }) => part_types[0]);

test('of two flanks that a close-up seems to show the surer name tells the side', () => {
  const damages = namesOn(['fender_front_right', 0.95], ['door_front_left', 0.6]);
  expect(partsOf(damages)).toEqual(['fender_front_right', 'door_front_right']);
  expect(onOneFlank(damages)[1]!.place).toBeNull();
  expect(partsOf(namesOn(['fender_front_right', 0.6], ['door_front_left', 0.95]))).toEqual([
    'fender_front_left',
    'door_front_left',
  ]);
});

test('both fenders may be in sight, and parts without a side tell none', () => {
  const fenders: [PartType, number][] = [
    ['fender_front_left', 0.9],
    ['fender_front_right', 0.6],
  ];
  expect(partsOf(namesOn(...fenders))).toEqual(fenders.map(([name]) => name));
  expect(partsOf(namesOn(['rocker_panel', 0.9], ['door_front_left', 0.6]))).toEqual([
    'rocker_panel',
    'door_front_left',
  ]);
});

test('what a client names stays', () => {
  const [fender, door] = namesOn(['fender_front_right', 0.95], ['door_front_left', 0.6]);
  expect(partsOf([fender!, { ...door!, part_by: null }])).toEqual(['fender_front_right', 'door_front_left']);
});
