/**
 * Numbers of the outlines that were tuned, each with where it comes from. "By eye" and "by judgment" mean
 * that no experiment is recorded.
 */

/** So many pieces of one outline are kept, the largest first. By judgment. */
export const MOST_PIECES = 20;
/** Simplifying may move a line by this share of a cell. By eye; parity.service.test.ts holds areas within 3 %. */
export const TOLERANCE_CELLS = 0.12;
/**
 * Or by this share of the square root of its area, when that is more. By eye; parity.service.test.ts holds areas
 * within 3 %.
 */
export const TOLERANCE_SIZE = 0.008;
/** A piece of a part is noise below this many cells. By eye. */
export const LEAST_CELLS = 5;
/** And below this share of the part's largest piece. By eye. */
export const LEAST_SHARE_OF_LARGEST = 0.1;
/** Less sure than this in the mean, on close-ups above all, the network is guessing. By eye. */
export const LEAST_CERTAINTY = 0.5;
/**
 * A piece of a part's outline that is smaller is a speck: in cells, and as a share of the largest piece. By
 * eye.
 */
export const PART_SPECKS = { cells: 1, share: 0.02 };
/**
 * With too many points the tolerance grows by this factor, again and again. By judgment; outlines.test.ts.
 */
export const COARSER = 1.5;
/**
 * A simplified line that crosses itself is simplified with this share of the tolerance. By judgment;
 * outlines.test.ts.
 */
export const FINER = 0.3;
