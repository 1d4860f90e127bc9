import { expect, test } from 'vitest';
import { costOf, hasTwoDigits, percentOf, sum, toHundredths } from './money.ts';

test('decimals become whole cents, whatever binary fractions make of them', () => {
  expect([0.1, 0.29, 1.15, 4.35, 1234.56, 0.1 + 0.2].map(toHundredths)).toEqual([
    10, 29, 115, 435, 123_456, 30,
  ]);
});

test('a third digit is noticed, and what is left of 0.1 + 0.2 is none', () => {
  expect([1, 1.5, 1.25, 0.1 + 0.2, 99_999_999.99].every(hasTwoDigits)).toBe(true);
  expect([1.005, 0.001, 12.345].some(hasTwoDigits)).toBe(false);
});

test('halves of a cent go up, as on an invoice', () => {
  expect(costOf(6650, 5)).toBe(333); // 66.50 an hour for 0.05 h is 3.325
  expect(costOf(6650, 3)).toBe(200); // 1.995
  expect(costOf(6600, 280)).toBe(18_480);
  expect(percentOf(12_345, 20)).toBe(2469);
  expect(percentOf(1050, 7.7)).toBe(81); // 80.85
});

test('a thousand lines of a cent add up to ten', () => {
  expect(sum(Array(1000).fill(1))).toBe(1000);
});
