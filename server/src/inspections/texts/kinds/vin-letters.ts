/** The characters of a line as a VIN's: its alphabet has no I, O and Q, because they look like 1 and 0. */
import type { Character } from '../text-line.ts';

export type VinLetter = { text: string; score: number; candidates: Record<string, number> };

/** What a VIN cannot hold, and what it is then. */
const STANDS_FOR: Record<string, string> = { O: '0', Q: '0', I: '1', '|': '1', '!': '1' };
/** ISO 3779: the last four are digits. */
const DIGIT_FOR: Record<string, string> = {
  S: '5',
  B: '8',
  Z: '2',
  G: '6',
  D: '0',
  A: '4',
  T: '7',
  L: '1',
};
const ALLOWED = /^[A-HJ-NPR-Z0-9]$/;

const legal = (text: string) => {
  // A small l is a 1 as often as it is an L.
  const letter = text === 'l' ? '1' : text.toUpperCase();
  return STANDS_FOR[letter] ?? letter;
};

/** Null for what is no character of a VIN, such as the stars around it. */
export function vinLetter({ text, score, alternatives }: Character): VinLetter | null {
  const candidates: Record<string, number> = {};
  if (!ALLOWED.test(legal(text))) return null;
  for (const option of [{ text, score }, ...alternatives]) {
    const letter = legal(option.text);
    if (ALLOWED.test(letter)) candidates[letter] = (candidates[letter] ?? 0) + option.score;
  }
  return bestOf(candidates);
}

export function bestOf(candidates: Record<string, number>): VinLetter {
  const [text, score] = Object.entries(candidates).reduce((a, b) => (b[1] > a[1] ? b : a));
  return { text, score, candidates };
}

export function meanOf(one: VinLetter, other: VinLetter): VinLetter {
  const candidates: Record<string, number> = {};
  for (const { candidates: seen } of [one, other])
    for (const [letter, score] of Object.entries(seen))
      candidates[letter] = (candidates[letter] ?? 0) + score / 2;
  return bestOf(candidates);
}

/** The same letter where only a digit can stand; null if it is like none. */
export function asDigit({ candidates }: VinLetter): VinLetter | null {
  const digits: Record<string, number> = {};
  for (const [letter, score] of Object.entries(candidates)) {
    const digit = DIGIT_FOR[letter] ?? letter;
    if (/^\d$/.test(digit)) digits[digit] = (digits[digit] ?? 0) + score;
  }
  return Object.keys(digits).length > 0 ? bestOf(digits) : null;
}
