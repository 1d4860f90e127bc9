import { describe, expect, test } from 'vitest';
import { thresholdFor } from '../damages/damage-kinds.ts';
import { findDamages } from '../damages/find-damages.ts';
import { type AnalyzedPhoto, findingsOnPhoto } from '../photos/photo-findings.ts';
import { box, damage, part, photo } from '../photos/test-photos.ts';
import type { Suspicion } from '../records/findings/suspicion.ts';
import type { Inspection } from '../records/inspection.ts';
import { findSuspicions, listedSuspicions } from './suspicions.ts';
import { MOST_SUSPICIONS } from './tuning.ts';

const shown = thresholdFor({ scratch: 0.5, dent: 0.4, smash: null });
const suspected = thresholdFor({ scratch: 0.2, dent: 0.2, smash: null });

const found = (...photos: AnalyzedPhoto[]) => {
  const damages = findDamages(
    photos.map((photo) => findingsOnPhoto(photo, shown)),
    shown,
  );
  return findSuspicions([photos.map((photo) => findingsOnPhoto(photo, suspected))], suspected, damages);
};
const typesOf = (suspicions: { damage_type: string }[]) => suspicions.map(({ damage_type }) => damage_type);

const DOOR = 'door_front_left';
const far = part(DOOR, box(400, 400, 200, 200));
const near = part(DOOR, box(100, 200, 600, 600));
const middle = (type: string, score: number) => damage(type, DOOR, box(480, 480, 40, 20), score);
const corner = (type: string, score: number) => damage(type, DOOR, box(420, 560, 30, 20), score);

describe('a suspicion', () => {
  test('is a find between the two thresholds of its type', () => {
    expect(found(photo('a', [far], [middle('scratch', 0.3), corner('dent', 0.19)]))).toMatchObject([
      { damage_type: 'scratch', part_types: [DOOR], score: 0.3, views: [{ image_id: 'a' }] },
    ]);
  });

  test('is not what is shown as a damage, nor of a type that is never suspected', () => {
    expect(found(photo('a', [far], [middle('scratch', 0.6), corner('smash', 0.9)]))).toEqual([]);
  });

  test('lies on the vehicle: over a part in sight, or where a close-up tells what it lies on', () => {
    const door = part(DOOR, box(400, 400, 200, 200));
    const onGround = damage('scratch', null, box(450, 800, 60, 40), 0.4);
    const over = damage('scratch', DOOR, box(450, 580, 60, 40), 0.4);
    const sure = damage('dent', DOOR, box(410, 410, 60, 40), 0.9);
    expect(found(photo('a', [door], [onGround, over, sure]))).toMatchObject([{ part_types: [DOOR] }]);
    const close = (...chances: number[]) => {
      const parts = ['door_front_left', 'door_back_left', 'fender_front_left', 'hood'] as const;
      const close_up = chances.map((probability, at) => ({ part_type: parts[at]!, probability }));
      const seen = [{ ...onGround, close_up }, damage('dent', null, box(100, 100, 200, 90), 0.8)];
      return found(photo('a', [], seen, { viewpoint: null }));
    };
    expect(close(0.2, 0.15, 0.1, 0.05)).toEqual([]);
    expect(close(0.4, 0.3)).toHaveLength(1);
    expect(close(0.9)).toMatchObject([{ part_types: [DOOR] }]);
    // Where no damage is listed it keeps the vehicle from reading as intact.
    expect(found(photo('a', [door], [onGround, over]))).toHaveLength(2);
  });

  test('is one on several photos that show the same place', () => {
    const again = damage('scratch', DOOR, box(345, 450, 110, 60), 0.25);
    const suspicions = found(photo('a', [far], [middle('scratch', 0.3)]), photo('b', [near], [again]));
    expect(suspicions.map(({ views }) => views.map(({ image_id }) => image_id))).toEqual([['a', 'b']]);
  });

  test('is none at the place of a damage, of whatever type and on whichever photo', () => {
    expect(found(photo('a', [far], [middle('scratch', 0.6), middle('dent', 0.3)]))).toEqual([]);
    const again = damage('scratch', DOOR, box(345, 450, 110, 60), 0.25);
    expect(found(photo('a', [far], [middle('scratch', 0.6)]), photo('b', [near], [again]))).toEqual([]);
  });

  test('is said once for a place, with its surest type', () => {
    const inside = damage('dent', DOOR, box(478, 478, 30, 20), 0.25);
    expect(typesOf(found(photo('a', [far], [middle('scratch', 0.3), inside])))).toEqual(['scratch']);
  });

  test('is one of a hundred at most, the surest first', () => {
    const many = Array.from({ length: 130 }, (_, n) =>
      damage('dent', null, box((n % 20) * 50, Math.floor(n / 20) * 50, 20, 20), 0.2 + n / 1000),
    );
    const suspicions = found(photo('a', [], many));
    expect(suspicions).toHaveLength(MOST_SUSPICIONS);
    expect(suspicions[0]!.score).toBeCloseTo(0.329);
    expect(suspicions.at(-1)!.score).toBeCloseTo(0.23);
  });
});

describe('a list of suspicions', () => {
  const suspicion = (state: Suspicion['state']) =>
    ({ state, views: [{ image_id: 'a', bounding_box: box(100, 100, 50, 50) }] }) as Suspicion;
  const inspection = (deleted_at: string | null) =>
    ({
      damages: [{ id: 'd', deleted_at }],
      views: [{ damage_id: 'd', image_id: 'a', bounding_box: box(90, 90, 70, 70), deleted_at: null }],
    }) as unknown as Inspection;

  test('leaves out an open one at the place of a damage that was added since', () => {
    expect(listedSuspicions([suspicion('open')], inspection(null))).toEqual([]);
    expect(listedSuspicions([suspicion('open')], inspection('2026-01-01'))).toHaveLength(1);
  });

  test('has what people decided, the damage that they made of it included', () => {
    const decided = [suspicion('confirmed'), suspicion('dismissed')];
    expect(listedSuspicions(decided, inspection(null))).toEqual(decided);
  });
});
