import { expect, test } from 'vitest';
import { fill, nameIn } from './language.tsx';

test('the values stand in their places of a sentence, and a place without one stays to be seen', () => {
  expect(fill('{done} of {all} photos', { done: 3, all: 12 })).toBe('3 of 12 photos');
  expect(fill('{done} of {all} photos', { done: 3 })).toBe('3 of {all} photos');
});

test('a value that looks like a place or a pattern is shown as it is', () => {
  expect(fill('Deleted {name}.', { name: '{name} $& $1' })).toBe('Deleted {name} $& $1.');
});

test('a name begins with a capital letter, and what no list has is shown as it came', () => {
  expect(nameIn({ door_front_left: 'front left door' }, 'door_front_left')).toBe('Front left door');
  expect(nameIn({}, 'roof_rail_left')).toBe('Roof rail left');
  expect(nameIn({}, 'constructor')).toBe('Constructor');
});
