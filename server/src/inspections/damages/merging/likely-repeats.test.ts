import { expect, test } from 'vitest';
import type { PartType } from '../../parts/parts.ts';
import { type AnalyzedPhoto, findingsOnPhoto } from '../../photos/photo-findings.ts';
import { box, damage, part, photo } from '../../photos/test-photos.ts';
import { thresholdFor } from '../damage-kinds.ts';
import { findDamages } from '../find-damages.ts';
import { DOOR, far, farMiddle, threshold } from '../test-damages.ts';
import { withoutLikelyRepeats } from './likely-repeats.ts';

const FENDER = 'fender_front_left';
const fender = part(FENDER, box(100, 400, 200, 200));
/** Both photos tell the direction of view: one shows the door, the other one the fender. */
const ofDoor = photo('a', [far, fender], [farMiddle]);
const dented = photo('b', [far, fender], [damage('dent', FENDER, box(150, 450, 60, 60))]);
type Chances = { part_type: PartType; probability: number }[];
const onClose = (type: string, close_up: Chances, name = 'near', score = 0.8) =>
  photo(name, [], [{ ...damage(type, null, box(200, 300, 500, 300), score), close_up }], { viewpoint: null });
/** Likeliest a part on which nothing is listed, so merging does not join it. */
const PANEL: Chances = [
  { part_type: 'hood', probability: 0.4 },
  { part_type: DOOR, probability: 0.3 },
  { part_type: FENDER, probability: 0.3 },
];

/** As the damage model has it: a misshape is never suspected. */
const suspected = thresholdFor({ scratch: 0.3, dent: 0.3, rustiness: 0.3, misshape: null });

const listed = (...vehicles: AnalyzedPhoto[][]) => {
  const seen = vehicles.map((photos) => photos.map((one) => findingsOnPhoto(one, threshold)));
  const damages = seen.flatMap((photos) => findDamages(photos, threshold));
  const kept = withoutLikelyRepeats(damages, seen, suspected);
  return {
    before: damages.length,
    kept: kept.map(({ part_types }) => part_types[0] ?? null),
    types: kept.map(({ damage_type }) => damage_type),
  };
};

test('a close-up of some panel beside damages that other photos show is left to a person', () => {
  expect(listed([ofDoor, dented, onClose('dent', PANEL)])).toMatchObject({ before: 3, kept: [DOOR, FENDER] });
});

test('of two close-ups that tell no part the surer one stays a damage', () => {
  const surer = onClose('scratch', PANEL, 'surer', 0.9);
  expect(listed([onClose('dent', PANEL), surer])).toEqual({ before: 2, kept: [null], types: ['scratch'] });
  expect(listed([onClose('rustiness', PANEL), surer]).kept).toHaveLength(2);
  const onBumper: Chances = [
    { part_type: 'bumper_front', probability: 0.5 },
    { part_type: 'bumper_back', probability: 0.4 },
  ];
  const onDoor: Chances = [
    { part_type: DOOR, probability: 0.5 },
    { part_type: 'door_back_right', probability: 0.4 },
  ];
  expect(listed([onClose('dent', onBumper), onClose('dent', onDoor, 'door')]).kept).toHaveLength(2);
});

test('so it is not where it shows another kind of damage, or another vehicle, or nothing else is listed', () => {
  expect(listed([ofDoor, dented, onClose('rustiness', PANEL)]).kept).toContain(null);
  expect(listed([ofDoor, dented], [onClose('dent', PANEL)]).kept).toContain(null);
  expect(listed([onClose('dent', PANEL)]).kept).toEqual([null]);
});

test('nor where its type is never suspected: it would be lost', () => {
  const crushed = photo('b', [far, fender], [damage('misshape', FENDER, box(150, 450, 60, 60))]);
  expect(listed([ofDoor, crushed, onClose('misshape', PANEL)]).kept).toContain(null);
});

test('nor where it may lie on none of their parts, or a photo shows both', () => {
  const onBumper: Chances = [
    { part_type: 'bumper_front', probability: 0.5 },
    { part_type: 'bumper_back', probability: 0.4 },
  ];
  expect(listed([ofDoor, dented, onClose('dent', onBumper)]).kept).toContain(null);
  const both = photo(
    'c',
    [far, fender],
    [damage('dent', FENDER, box(150, 450, 60, 60)), damage('dent', null, box(700, 450, 60, 60))],
  );
  expect(listed([both]).kept).toContain(null);
});
