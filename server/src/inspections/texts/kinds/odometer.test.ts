import { expect, test } from 'vitest';
import { lineOf } from '../test-lines.ts';
import type { TextLine } from '../text-line.ts';
import { readOdometer } from './odometer.ts';

/** A number is read a second time, with more room. */
const numberOf = (text: string, options = {}, again = text): TextLine => {
  const line = lineOf(text, options);
  const { characters, score, steps } = lineOf(again, options);
  return { ...line, wider: { text: again, score, characters, steps } };
};
const dial = ['20', '40', '60', '80 100', '120', '140', '160', '180', '200', 'km/h'].map((text, i) =>
  numberOf(text, { x: 60 * i, y: 500 }),
);

test('the total is found among the scales, the clock and the trip meter', () => {
  const lines = [
    ...dial,
    lineOf('11:42'),
    lineOf('TRIP A', { y: 72 }),
    numberOf('2269.0km', { y: 100 }),
    numberOf('34959km', { y: 160 }),
  ];
  expect(readOdometer(lines)).toMatchObject({ value: 34959, unit: 'km' });
});

test('a total with a tenth is read in whole units', () => {
  expect(
    readOdometer([...dial, lineOf('0 km/h', { y: 60 }), numberOf('51157.3 km', { y: 160 })])?.value,
  ).toBe(51157);
});

test('the total of an invoice is money', () => {
  for (const total of ['Total 420.00', 'Total 420.00 EUR', 'Total 42000 EUR', 'Gesamt 42.000 CHF'])
    expect(readOdometer([numberOf(total)]), total).toBeNull();
  expect(readOdometer([numberOf('Total 42000')])?.value).toBe(42000);
});

test('zeros in front do not count, and separators of thousands neither', () => {
  expect(readOdometer([numberOf('086412 km')])?.value).toBe(86412);
  expect(readOdometer([numberOf('120 345 km')])?.value).toBe(120345);
});

test('the unit may stand beside the number, and miles are told as such', () => {
  expect(readOdometer([numberOf('64118'), lineOf('mi', { x: 70, height: 16 })])).toMatchObject({
    value: 64118,
    unit: 'miles',
  });
});

test('a number with nothing around it is a total only where somebody says so', () => {
  expect(readOdometer([numberOf('64118')])).toMatchObject({ value: 64118, sure: false });
  expect(readOdometer([...dial, numberOf('64118')])).toMatchObject({ value: 64118, sure: true });
  expect(readOdometer([numberOf('64118', { y: 100 }), lineOf('10:35', { y: 122 })])).toMatchObject({
    sure: true,
  });
  const page = Array.from({ length: 12 }, (_, i) => lineOf('some words', { y: 300 + 30 * i }));
  expect(readOdometer([...page, numberOf('64118', { y: 100 }), lineOf('10:35', { y: 122 })])).toMatchObject({
    sure: false,
  });
});

test('the tenths of a mechanical odometer are left out: their drum is light', () => {
  const drums = { step: 0.83, grounds: [0.3, 0.2, 0.4, 0.4, 0.2, 0.6, 0.3, 0.3] };
  expect(readOdometer([...dial, numberOf('018613', drums)])?.value).toBe(1861);
  // A number of the scale behind the drums, and the frame in front of them.
  expect(readOdometer([...dial, numberOf('01861370', drums)])?.value).toBe(1861);
  expect(readOdometer([...dial, numberOf('01861', { step: 0.83 }, '101861')])?.value).toBe(1861);
  expect(readOdometer([...dial, numberOf('01861', { step: 0.83 }, '018613')])?.value).toBe(1861);
});

test('six drums of one color may have tenths or not, so nothing is told; a display has none', () => {
  const grounds = [0.3, 0.2, 0.4, 0.4, 0.2, 0.3];
  expect(readOdometer([...dial, numberOf('218613', { step: 0.83, grounds })])).toBeNull();
  expect(readOdometer([...dial, numberOf('218613', { step: 0.5, grounds })])?.value).toBe(218613);
  // Where the fifth is light, the first one was lost.
  expect(
    readOdometer([...dial, numberOf('18613', { step: 0.83, grounds: [0.2, 0.3, 0.2, 0.2, 0.6] })]),
  ).toBeNull();
});

test('without a unit of its own it has that of the dial, unless the dial has both', () => {
  expect(readOdometer([...dial, numberOf('64118')])).toMatchObject({ value: 64118, unit: 'km' });
  const both = [...dial, lineOf('mph', { y: 600 })];
  expect(readOdometer([...both, numberOf('64118')])).toMatchObject({ value: 64118, unit: null });
});

test('a short total is believed where its name stands beside it', () => {
  expect(readOdometer([lineOf('ODO', { y: 78, height: 14 }), numberOf('9616 km', { y: 100 })])?.value).toBe(
    9616,
  );
  expect(readOdometer([numberOf('349')])).toBeNull();
});

test('a last digit that only the second reading sees is taken', () => {
  expect(readOdometer([...dial, numberOf('06730', {}, '067301')])?.value).toBe(67301);
});

test('it abstains where two readings or two numbers compete', () => {
  expect(readOdometer([...dial, numberOf('005214', {}, '805274')])).toBeNull();
  expect(readOdometer([...dial, numberOf('34959'), numberOf('81646', { y: 200 })])).toBeNull();
  expect(readOdometer([...dial, lineOf('TRIP', { y: 78 }), numberOf('99432', { y: 100 })])).toBeNull();
  expect(
    readOdometer([lineOf('ODO', { y: -22, height: 14 }), numberOf('102'), numberOf('194km', { x: 45 })]),
  ).toBeNull();
  expect(readOdometer([...dial, numberOf('13557', {}, '135572')])).toBeNull();
  expect(readOdometer(dial)).toBeNull();
  expect(readOdometer([...dial, numberOf('30 40 50', { y: 200 })])).toBeNull();
  expect(readOdometer([...dial, numberOf('9815560096')])).toBeNull();
});

test('it abstains where a single digit is not sure', () => {
  const doubts = { 5: [{ text: ' ', score: 0.45 }] };
  expect(readOdometer([...dial, numberOf('437776')])?.value).toBe(437776);
  expect(readOdometer([...dial, numberOf('437776', { doubts })])).toBeNull();
});
