import { describe, expect, test } from 'vitest';
import { lineOf } from './test-lines.ts';
import { likeliestVin, readVin, type VinReading } from './vin.ts';
import { checkDigit } from './vin-check-digit.ts';
import { voteOnVin } from './vin-vote.ts';

const HONDA = '1HGCM82633A004352';
const GOLF = 'WVWZZZ1JZXW000010';

describe('reading a VIN', () => {
  test('finds the line that is one, among others', () => {
    const reading = readVin([
      lineOf('MADE IN USA'),
      lineOf(HONDA, { y: 40 }),
      lineOf('GVWR 1760 KG', { y: 80 }),
    ]);
    expect(reading).toMatchObject({ vin: HONDA, check_digit: 'valid' });
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

  test('shows a wrong check digit and keeps the reading as it is', () => {
    const wrong = `${HONDA.slice(0, -1)}3`;
    expect(readVin([lineOf(wrong)])).toMatchObject({ vin: wrong, check_digit: 'invalid' });
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

test('a check digit is asked for only where vehicles must have one', () => {
  expect(checkDigit(HONDA)).toBe('valid');
  expect(checkDigit('1M8GDM9AXKP042788')).toBe('valid');
  expect(checkDigit('1M8GDM9A1KP042788')).toBe('invalid');
  expect(checkDigit(GOLF)).toBe('not_applicable');
});

describe('several photos of one VIN', () => {
  const read = (text: string, doubts = {}) => likeliestVin([lineOf(text, { doubts })])!;

  test('outvote the one that misread a character', () => {
    const misread = read(HONDA.replace('82', 'B2'));
    expect(voteOnVin([misread, read(HONDA), read(HONDA)])).toMatchObject({
      vin: HONDA,
      agreeing: 2,
      asked: 3,
    });
  });

  test('are weighed by how sure each is', () => {
    const unsure = read(HONDA.replace('82', 'B2'), { 5: [{ text: '8', score: 0.45 }] });
    expect(voteOnVin([unsure, read(HONDA)])?.vin).toBe(HONDA);
  });

  test('tell nothing where they contradict one another', () => {
    expect(voteOnVin([read(HONDA), read(HONDA.replace('82', 'B2'))])).toBeNull();
    expect(voteOnVin([read(HONDA), read(GOLF)])).toBeNull();
    expect(voteOnVin([])).toBeNull();
  });

  test('may each be too unsure to be told alone', () => {
    const [one, other] = [2, 12].map((place) => read(HONDA, { [place]: [{ text: 'B', score: 0.45 }] })) as [
      VinReading,
      VinReading,
    ];
    expect(voteOnVin([one])).toBeNull();
    expect(voteOnVin([one, other])?.vin).toBe(HONDA);
  });

  test('one alone is told as it was read', () => {
    expect(voteOnVin([read(GOLF)])).toMatchObject({
      vin: GOLF,
      check_digit: 'not_applicable',
      agreeing: 1,
      asked: 1,
    });
  });
});
