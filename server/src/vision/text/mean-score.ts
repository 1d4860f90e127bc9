/** The mean is what a line as a whole is worth. */
export const meanScore = (characters: readonly { score: number }[]) =>
  characters.length === 0 ? 0 : characters.reduce((sum, { score }) => sum + score, 0) / characters.length;
