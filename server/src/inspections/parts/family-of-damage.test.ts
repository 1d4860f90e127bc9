import { expect, test } from 'vitest';
import { openFamilyOf } from './family-of-damage.ts';

const chance = (part_type: string, confidence: number) =>
  ({ part_type, confidence, touches: true, is_probability: true }) as const;

test('the chances of all doors add up: which door is open, that it is one is not', () => {
  const doors = [chance('door_front_left', 0.5), chance('door_front_right', 0.4), chance('hood', 0.1)];
  expect(openFamilyOf(doors, ['body'])).toBe('door');
  expect(openFamilyOf([chance('door_front_left', 0.5), chance('hood', 0.4)], ['body'])).toBe('panel');
});

test('without chances the part that is touched tells the family, if enough of the damage lies on it', () => {
  const on = (part_type: string, confidence: number) => [{ part_type, confidence, touches: true }];
  expect(openFamilyOf(on('fender_back_left', 0.3), ['body'])).toBe('fender');
  expect(openFamilyOf(on('fender_back_left', 0.1), ['body'])).toBe('panel');
  expect(openFamilyOf(on('bumper_back', 0.9), ['body'])).toBe('panel');
});

test('what a damage can lie on alone tells a light from a pane; what can lie on anything has no family', () => {
  expect(openFamilyOf([], ['lamp'])).toBe('light');
  expect(openFamilyOf([], ['glass'])).toBe('window');
  expect(openFamilyOf([], ['lamp', 'body'])).toBeNull();
});

test('unless it mostly lies on one kind of part, and no lamp or pane is seen there', () => {
  const on = (part_type: string) => [{ part_type, confidence: 0.1, touches: true }];
  expect(openFamilyOf([], ['lamp', 'body'], 'bumper')).toBe('bumper');
  expect(openFamilyOf(on('trunk'), ['lamp', 'body'], 'bumper')).toBe('bumper');
  expect(openFamilyOf(on('head_light_left'), ['lamp', 'body'], 'bumper')).toBeNull();
});
