/**
 * Numbers of what is made of the networks' answers that were tuned, each with where it comes from. "By eye"
 * and "by judgment" mean that no experiment is recorded.
 */

/**
 * A piece of a damage's outline that is smaller is a speck: in cells, and as a share of the largest piece.
 * By eye; parity.service.test.ts allows for it.
 */
export const DAMAGE_SPECKS = { cells: 1.5, share: 0.04 };
/** So many of the best boxes enter the suppression, which bounds its time. By judgment. */
export const MOST_CANDIDATES = 400;
/** So many boxes of one photo are kept. By judgment. */
export const MOST_KEPT = 100;
