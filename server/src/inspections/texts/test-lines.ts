/** Lines as if they had been read, for tests of what is made of them. */
import type { Character, Point, TextLine } from './text-line.ts';

type Options = {
  x?: number;
  y?: number;
  height?: number;
  score?: number;
  doubts?: Record<number, Character['alternatives']>;
  /** How much of the cell of each character is light, and how far it is from the one before. */
  grounds?: number[];
  step?: number;
};

/** `doubts` has the alternatives of single characters, which then share the score with them. */
export function lineOf(
  text: string,
  { x = 0, y = 0, height = 20, score = 0.99, doubts = {}, grounds, step }: Options = {},
): TextLine {
  const width = 0.6 * height * text.length;
  const characters = [...text].map((letter, i) => {
    const alternatives = doubts[i] ?? [];
    const others = alternatives.reduce((sum, other) => sum + other.score, 0);
    const at = (i + 0.5) / text.length;
    return { text: letter, score: Math.min(score, 1 - others), at, ground: grounds?.[i], alternatives };
  });
  const polygon: [Point, Point, Point, Point] = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  return { text, score, polygon, characters, steps: step ? Array(text.length - 1).fill(step) : undefined };
}
