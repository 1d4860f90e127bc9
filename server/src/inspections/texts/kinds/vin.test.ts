import { describe, expect, test } from 'vitest';
import { lineOf } from '../test-lines.ts';
import { likeliestVin, readVin } from './vin.ts';

const HONDA = '1HGCM82633A004352';

describe('reading a VIN', () => {
  test('finds the line that is one, among others', () => {
    const reading = readVin([
      lineOf('MADE IN USA'),
      lineOf(HONDA, { y: 40 }),
      lineOf('GVWR 1760 KG', { y: 80 }),
    ]);
    expect(reading?.vin).toBe(HONDA);
    expect(reading!.score).toBeCloseTo(0.99);
  });

  test('leaves out what stands around it: a label, stars, blanks', () => {
    for (const text of [`VIN: ${HONDA}`, `*${HONDA}*`, '1HG CM826 3 3A 004352', `VIN No. ${HONDA}`])
      expect(readVin([lineOf(text)])?.vin, text).toBe(HONDA);
  });

  test('takes O and Q for 0 and I for 1, which its alphabet lacks', () => {
    expect(readVin([lineOf('IHGCM82633AOQ4352')])?.vin).toBe(HONDA);
  });

  test('takes the last four for digits', () => {
    expect(readVin([lineOf('1HGCM82633A0043SZ')])?.vin).toBe(HONDA);
    expect(readVin([lineOf('1HGCM82633A0043WW')])).toBeNull();
  });

  test('adds up what alternatives stand for the same character', () => {
    const doubts = {
      4: [
        { text: 'O', score: 0.3 },
        { text: '0', score: 0.3 },
      ],
    };
    const reading = readVin([lineOf('1HGCD82633A004352', { doubts })]);
    expect(reading?.vin[4]).toBe('0');
    expect(reading?.letters[4]?.candidates).toMatchObject({ 0: 0.6 });
  });

  test('joins a VIN that is written on two rows, or in two pieces of one row', () => {
    expect(readVin([lineOf(HONDA.slice(0, 9)), lineOf(HONDA.slice(9), { y: 26 })])?.vin).toBe(HONDA);
    expect(readVin([lineOf(HONDA.slice(0, 9)), lineOf(HONDA.slice(9), { x: 130 })])?.vin).toBe(HONDA);
  });

  test('takes no sentence for a VIN, though it forgives a capital that was read as a small letter', () => {
    expect(readVin([lineOf('Seen on: Photo 1, Photo 2')])).toBeNull();
    expect(readVin([lineOf('1hGCM82633A004352')])?.vin).toBe(HONDA);
  });

  test('does not mind a wrong check digit', () => {
    const wrong = `${HONDA.slice(0, -1)}3`;
    expect(readVin([lineOf(wrong)])?.vin).toBe(wrong);
  });

  test('abstains when it is not sure', () => {
    expect(readVin([lineOf(HONDA, { score: 0.7 })])).toBeNull();
    const doubts = { 5: ['B', '6', 'S'].map((text) => ({ text, score: 0.24 })) };
    expect(readVin([lineOf(HONDA, { doubts })])).toBeNull();
    expect(readVin([lineOf('1HGCM82633A00435')])).toBeNull();
    expect(readVin([lineOf('INTERNATIONALTRAD')])).toBeNull();
    expect(readVin([lineOf('BA-SALVADOR', { height: 10 }), lineOf('NTH0518', { y: 16 })])).toBeNull();
    expect(readVin([])).toBeNull();
  });
});

test('a reading too unsure to be told alone is there for a vote, with all that each character may be', () => {
  const doubts = { 5: [{ text: 'B', score: 0.45 }] };
  const reading = likeliestVin([lineOf(HONDA, { doubts })])!;
  expect(readVin([lineOf(HONDA, { doubts })])).toBeNull();
  expect(reading.vin).toBe(HONDA);
  expect(reading.letters[5]!.candidates).toMatchObject({ 8: 0.55, B: 0.45 });
});
