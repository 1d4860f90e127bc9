/**
 * Numbers of the rules about texts that were tuned, each with where it comes from. docs/texts.md has the
 * error rates at these. "By eye" and "by judgment" mean that no experiment is recorded.
 */

/** A field of a paper that is less sure is shown, but nothing is taken from it. docs/texts.md. */
export const LEAST_OF_PAPER = 0.85;
/** A reading of a VIN that is less sure has no vote. By eye, cases in vin-vote.test.ts. */
export const LEAST_VIN_CONFIDENCE = 0.7;
/** Readings that differ in more characters are of different vehicles. By eye, cases in vin-vote.test.ts. */
export const MOST_VIN_DIFFERENCES = 5;
/** The share of its votes that a character must have. docs/texts.md; vin-vote.test.ts. */
export const CLEAR_VOTE = 0.6;
/** No photo is so sure that others cannot outvote it. By judgment. */
export const MOST_SURE = 0.99;
