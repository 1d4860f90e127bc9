/** What was read on a photo, line by line. */
export type Point = [x: number, y: number];

export type Character = {
  text: string;
  score: number;
  /** Where its middle lies along the line, from 0 to 1. */
  at: number;
  /** For numbers: the share of its cell that is light. */
  ground?: number;
  /** What else it may be, the likeliest first. */
  alternatives: { text: string; score: number }[];
};

export type TextLine = {
  text: string;
  score: number;
  /** Its corners in pixels of the upright photo: where reading starts at the top, then clockwise as it is read. */
  polygon: [Point, Point, Point, Point];
  characters: Character[];
  /** For numbers: how far each character is from the one before it, in heights of the line. */
  steps?: number[];
  /** For numbers: the same line read with more room at its ends, where the outermost digit is easily lost. */
  wider?: { text: string; score: number; characters: Character[]; steps?: number[] };
};

/** The score of a line is the mean score of its characters. */
export const meanScore = (characters: readonly { score: number }[]) =>
  characters.length === 0 ? 0 : characters.reduce((sum, { score }) => sum + score, 0) / characters.length;
