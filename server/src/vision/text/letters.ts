/** What the recognition knows: Latin letters, digits and signs, as vehicles and their papers carry them. */

/** First and last code point of each run; `training/walkaround_training/exporters/text.py` has the same. */
const RUNS = [
  [0x20, 0x7e],
  [0xb0, 0xb0],
  [0xc0, 0x17f],
  [0x218, 0x21b],
  [0x20ac, 0x20ac],
] as const;

/** The letter of each class; the class 0 is none. */
export const LETTERS: readonly string[] = [
  '',
  ...RUNS.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
  ),
];
