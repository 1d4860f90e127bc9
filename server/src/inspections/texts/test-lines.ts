/** Lines as if they had been read, for tests of what is made of them. */
import type { Character, Point, TextLine } from './text-line.ts';

type Options = {
  x?: number;
  y?: number;
  height?: number;
  score?: number;
  doubts?: Record<number, Character['alternatives']>;
};

/** `doubts` has the alternatives of single characters, which then share the score with them. */
export function lineOf(
  text: string,
  { x = 0, y = 0, height = 20, score = 0.99, doubts = {} }: Options = {},
): TextLine {
  const width = 0.6 * height * text.length;
  const characters = [...text].map((letter, i) => {
    const alternatives = doubts[i] ?? [];
    const others = alternatives.reduce((sum, other) => sum + other.score, 0);
    return { text: letter, score: Math.min(score, 1 - others), at: (i + 0.5) / text.length, alternatives };
  });
  const polygon: [Point, Point, Point, Point] = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  return { text, score, polygon, characters };
}
