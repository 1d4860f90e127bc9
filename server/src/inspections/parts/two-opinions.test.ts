import { expect, test } from 'vitest';
import type { PartType } from './parts.ts';
import { withPartsModel } from './two-opinions.ts';

const chances = (...rows: [PartType, number][]) =>
  rows.map(([part_type, probability]) => ({ part_type, probability }));
const on = (part_type: string, confidence: number, touches = true) => ({ part_type, confidence, touches });

test('what both models say is surer than what one says, and the likeliest part comes first', () => {
  const [first, second] = withPartsModel(chances(['bumper_back', 0.55], ['bumper_front', 0.45]), [
    on('bumper_front', 0.9),
  ]);
  expect(first!.part_type).toBe('bumper_front');
  expect(first!.probability).toBeCloseTo(0.45 * 0.55 + 0.45);
  expect(second!.probability).toBeCloseTo(0.55 * 0.55);
});

test('a parts model that sees nothing there leaves the word to the other', () => {
  const alone = chances(['hood', 0.8], ['fender_front_left', 0.2]);
  expect(withPartsModel(alone, [])).toEqual(alone);
  expect(withPartsModel(alone, [on('hood', 0.7, false)])).toEqual(alone);
});

test('the probabilities stay probabilities, also of a part that only one of both knows', () => {
  const both = withPartsModel(chances(['hood', 1]), [on('grill', 0.6), on('hood', 0.3)]);
  expect(both.map(({ part_type }) => part_type)).toEqual(['hood', 'grill']);
  expect(both.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1);
});
