import { describe, expect, test } from 'vitest';
import { checkDigit } from './vin-check-digit.ts';
import { voteOnVin } from './vin-vote.ts';

const HONDA = '1HGCM82633A004352';
const GOLF = 'WVWZZZ1JZXW000010';

test('a check digit is asked for only where vehicles must have one', () => {
  expect(checkDigit(HONDA)).toBe('valid');
  expect(checkDigit('1M8GDM9AXKP042788')).toBe('valid');
  expect(checkDigit('1M8GDM9A1KP042788')).toBe('invalid');
  expect(checkDigit(GOLF)).toBe('not_applicable');
});

/** `doubts` are the other things that the character at a place may be. */
const read = (vin: string, doubts: Record<number, Record<string, number>> = {}) => {
  const candidates = [...vin].map((letter, place) => {
    const others = doubts[place] ?? {};
    const doubt = Object.values(others).reduce((sum, score) => sum + score, 0);
    return { [letter]: 0.99 - doubt, ...others };
  });
  return { vin, confidence: 0.95, sure: Object.keys(doubts).length === 0, candidates };
};

describe('several photos of one VIN', () => {
  test('outvote the one that misread a character', () => {
    const misread = read(HONDA.replace('82', 'B2'));
    expect(voteOnVin([misread, read(HONDA), read(HONDA)])?.vin).toBe(HONDA);
  });

  test('are weighed by how sure each is', () => {
    const unsure = read(HONDA.replace('82', 'B2'), { 5: { 8: 0.45 } });
    expect(voteOnVin([unsure, read(HONDA)])?.vin).toBe(HONDA);
  });

  test('tell nothing where they contradict one another', () => {
    expect(voteOnVin([read(HONDA), read(HONDA.replace('82', 'B2'))])).toBeNull();
    expect(voteOnVin([read(HONDA), read(GOLF)])).toBeNull();
    expect(voteOnVin([])).toBeNull();
  });

  test('may each be too unsure to be told alone', () => {
    const [one, other] = [read(HONDA, { 2: { B: 0.45 } }), read(HONDA, { 12: { B: 0.45 } })];
    expect(voteOnVin([one])).toBeNull();
    expect(voteOnVin([one, other])?.vin).toBe(HONDA);
  });

  test('one alone is told as it was read', () => {
    expect(voteOnVin([read(GOLF)])).toEqual({ vin: GOLF, confidence: 0.95 });
  });

  test('one that is hardly legible has no say', () => {
    const faint = { ...read(GOLF), confidence: 0.6, sure: false };
    expect(voteOnVin([read(HONDA), faint])).toEqual({ vin: HONDA, confidence: 0.95 });
  });
});
