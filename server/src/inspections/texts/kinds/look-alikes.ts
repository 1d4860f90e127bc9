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
/** The first is the likeliest. */
const LETTERS_FOR: Record<string, string> = { 0: 'ODQ', 1: 'IL', 2: 'Z', 5: 'S', 6: 'G', 8: 'B' };
/** On most plates these are one and the same shape, so no reader can tell them apart by it. */
const SAME_SHAPE = new Set(['0O', 'O0']);
/** On some plates these are. */
const NEARLY_SAME = new Set(['1I', 'I1']);

const isDigit = (character: string) => /\d/.test(character);

/** Of the other kind, the likeliest first: digits for a letter, letters for a digit. */
export const lookAlikes = (character: string): string[] =>
  isDigit(character) ? [...(LETTERS_FOR[character] ?? '')] : [DIGIT_FOR[character] ?? []].flat();

export const haveSameShape = (one: string, other: string) => SAME_SHAPE.has(one + other);
export const mayHaveSameShape = (one: string, other: string) => NEARLY_SAME.has(one + other);
