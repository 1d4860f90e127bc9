/**
 * Numbers of the rules about parts that were tuned, each with where it comes from. "By eye" and "by
 * judgment" mean that no experiment is recorded.
 */

/**
 * A part whose box ends nearer to the photo's edge than this share of the photo's side is cut off, so that
 * places on it cannot be compared with those on the whole part. By eye, cases in merge-damages.test.ts.
 * Another question than VEHICLE_AT_EDGE, which decides whether a photo is taken again.
 */
export const PART_AT_EDGE = 0.01;
/**
 * Two places on a part that both photos show whole are the same up to this distance, in shares of the part's
 * box, and this ratio of sizes. docs/damages.md; by eye, cases in merge-damages.test.ts.
 */
export const SAME_PLACE_ON_WHOLE = { distance: 0.15, ratio: 2 };
/**
 * The same for a bumper, which bends around the corner: from another direction its box holds another piece of it. And for a part
 * that is seen from the other corner, where perspective moves a place between its edges. By eye, cases in merge-damages.test.ts,
 * demo/pictures and demo/walkarounds (missing-pieces: 0.35 of a door apart, and 2.1 times as large on a bumper).
 */
export const SAME_PLACE_ON_BENT = { distance: 0.3, ratio: 2.5 };
/**
 * The same where both photos show the same piece of the part. docs/damages.md; by eye, cases in
 * merge-damages.test.ts.
 */
export const SAME_PLACE_ON_PIECE = { distance: 0.08, ratio: 1.5 };
/** The width of a hood as a share of its width and its length together: about 1.4 m and 1 m. A definition. */
export const HOOD_WIDTH = 0.58;
/**
 * The middle of something large is less certain, by this share of its size. docs/damages.md; by eye, cases
 * in merge-damages.test.ts.
 */
export const SLACK = 0.25;
/**
 * On a photo without a direction of view a part is named from this score on, and the parts beside it speak for its end and
 * side from there on. Chosen on one half of the close-ups of training/labels/damaged-parts.json (30 of 31 named parts
 * right); docs/damages.md has the other half.
 */
export const SURE_ON_CLOSE_UP = 0.8;
/** The same for a windshield, of which the outline of a broken pane is less sure. By the same close-ups. */
export const SURE_WINDSHIELD = 0.6;
/** A part of the other end is seen through the panes; from this score on it is not. By the same close-ups. */
export const SURE_BEHIND_GLASS = 0.7;
/**
 * So much of a damage, times how sure the part is, lies on a part that tells the family on a close-up. Chosen on one half
 * of training/labels/damaged-parts.json, with suspicions: 31 of 34 such families are right; of damages alone 15 of 15.
 */
export const LEAST_IN_FAMILY = 0.2;
/**
 * The share of the parts model in what both models say of a part on a close-up. Chosen on one half of the close-ups of
 * training/labels/damaged-parts.json (training/EXPERIMENTS.md, 20a); 0.4 and 0.6 name two parts less rightly.
 */
export const WORD_OF_PARTS_MODEL = 0.5;
/**
 * Both models together name a part on a close-up from this probability on, side and end included. Chosen on the same half: of the
 * damages found 81 of 106 are named and 75 of these right (89 and 80 from 0.60 on, 77 and 71 from 0.70 on); docs/damages.md has the
 * other half.
 */
export const SURE_BY_BOTH_MODELS = 0.65;
/** How often the right part is among the candidates: 31 of 47 damages of the half that was chosen on. */
export const RIGHT_FAMILY = 0.66;
/** A less likely part is no help to the person who confirms it. By judgment. */
export const LEAST_CANDIDATE = 0.05;
/** So many guesses are listed at most: two sides of two ends. By judgment. */
export const MOST_CANDIDATES = 4;
