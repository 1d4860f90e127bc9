import { describe, expect, test } from 'vitest';
import { formatsOf } from './formats.ts';
import { readNumber } from './typed-number.ts';

/** The spaces of a language are of several kinds, which nobody can tell by looking. */
const spaced = (text: string) => text.replaceAll(/\s/g, ' ');

describe('money', () => {
  test.each([
    ['en-GB', '€1,234.50'],
    ['fr-FR', '1 234,50 €'],
    ['de-DE', '1.234,50 €'],
    ['es-ES', '1234,50 €'],
  ])('is written as people write it at %s', (place, written) => {
    expect(spaced(formatsOf(place).money(1234.5, 'EUR'))).toBe(written);
  });

  test('has two decimals and no sign where nobody said in which currency it is', () => {
    expect(formatsOf('en-GB').money(480, null)).toBe('480.00');
  });

  test.each(['en-GB', 'fr-FR', 'de-DE', 'es-ES'])('in a field at %s it is read as it is shown', (place) => {
    const { plain, decimalMark } = formatsOf(place);
    for (const amount of [0, 0.05, 480.5, 1234.56, 1234567.89])
      expect(readNumber(plain(amount, 2), decimalMark)).toBe(amount);
  });
});

test('a length has the same digits wherever it is read: whole from 10 on, one decimal below', () => {
  const { length } = formatsOf('de-DE');
  expect([64.5, 164.4, 9.96, 4.26, 2.5].map(length)).toEqual(['65', '164', '10', '4,3', '2,5']);
});

test('dates are those of the place: a British day is no American one', () => {
  const noon = '2026-03-04T12:00:00Z';
  expect(formatsOf('en-GB').day(noon)).toBe('4 Mar 2026');
  expect(formatsOf('en-US').day(noon)).toBe('Mar 4, 2026');
});

test('a share is a percentage, a tax with its decimals', () => {
  expect(formatsOf('en-GB').percent(0.2)).toBe('20%');
  expect(formatsOf('en-GB').percent(0.0775, 2)).toBe('7.75%');
});
