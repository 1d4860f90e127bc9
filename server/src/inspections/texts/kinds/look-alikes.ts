/** Letters and digits that are taken for each other. */
const DIGIT_FOR: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
};
const LETTER_FOR: Record<string, string> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 6: 'G', 8: 'B' };

export const asDigit = (character: string) => DIGIT_FOR[character] ?? null;
export const asLetter = (character: string) => LETTER_FOR[character] ?? null;
