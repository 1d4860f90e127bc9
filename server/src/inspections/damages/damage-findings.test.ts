import { expect, test } from 'vitest';
import type { PartType } from '../parts/parts.ts';
import { conditionScore } from '../severity/condition-score.ts';
import type { DamageType } from '../vocabulary.ts';
import { cuttingAround, cuttingOptions } from './cuttings.ts';
import { thresholdFor } from './damage-kinds.ts';

test('each type has the threshold it was judged at, and more is asked for by a higher number', () => {
  const own = { scratch: 0.48, body_crack: 0.24, rustiness: null };
  const usual = thresholdFor(own, 0.3);
  expect(['scratch', 'scattered_scratches', 'body_crack'].map(usual)).toEqual([0.48, 0.48, 0.24]);
  expect(thresholdFor(own)('scratch')).toBe(0.48);
  expect(['scratch', 'body_crack'].map(thresholdFor(own, 0.6))).toEqual([0.6, 0.6]);
});

test('a threshold below the default shows every find from that score on, but no type that was not learned', () => {
  const low = thresholdFor({ scratch: 0.48, body_crack: 0.06, rustiness: null }, 0.1);
  expect(['scratch', 'body_crack', 'rustiness', 'dirt'].map(low)).toEqual([0.1, 0.06, Infinity, Infinity]);
});

const scoreOf = (...damages: [DamageType, PartType][]) =>
  conditionScore(damages.map(([damage_type, part_type]) => ({ damage_type, part_type, deleted_at: null })));

test('the condition is 100 without a damage and falls with each, less for a second one on the same part', () => {
  expect(scoreOf()).toBe(100);
  expect(scoreOf(['dent', 'hood'])).toBe(94);
  expect(scoreOf(['dent', 'hood'], ['dent', 'roof'])).toBe(88);
  expect(scoreOf(['dent', 'hood'], ['dent', 'hood'])).toBe(91);
  expect(scoreOf(['dirt', 'hood'])).toBe(100);
  expect(scoreOf(...Array.from({ length: 60 }, () => ['smash', 'ignore'] as [DamageType, PartType]))).toBe(0);
  expect(conditionScore([{ damage_type: 'smash', part_type: 'hood', deleted_at: 'yesterday' }])).toBe(100);
});

test('a cutting has the asked ratio and margin, and is moved rather than cut at the edge of the photo', () => {
  const photo = { width: 1000, height: 800 };
  const found = { xmin: 900, ymin: 300, width: 80, height: 40 };
  const tight = { ...cuttingOptions({ generate_tight: true })!, margin: 0.5 };
  expect(cuttingAround(found, tight, photo)).toEqual({ xmin: 840, ymin: 280, width: 160, height: 80 });
  const square = cuttingOptions({ ratio: 1 })!;
  expect(cuttingAround(found, square, photo)).toEqual({ xmin: 900, ymin: 280, width: 80, height: 80 });
  const wide = cuttingOptions({ ratio: 10 })!;
  expect(cuttingAround(found, wide, photo)).toEqual({ xmin: 600, ymin: 300, width: 400, height: 40 });
  expect(cuttingOptions(undefined)).toBeNull();
});
