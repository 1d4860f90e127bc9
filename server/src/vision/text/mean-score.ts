/** The score of a line is the mean score of its characters. */
export const meanScore = (characters: readonly { score: number }[]) =>
  characters.length === 0 ? 0 : characters.reduce((sum, { score }) => sum + score, 0) / characters.length;
