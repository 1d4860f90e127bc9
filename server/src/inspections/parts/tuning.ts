/**
 * Numbers of the rules about parts that were tuned, each with where it comes from. "By eye" and "by
 * judgment" mean that no experiment is recorded.
 */

/**
 * A part whose box ends nearer to the photo's edge than this share of the photo's side is cut off, so that
 * places on it cannot be compared with those on the whole part. By eye, cases in find-damages.test.ts.
 * Another question than VEHICLE_AT_EDGE, which decides whether a photo is taken again.
 */
export const PART_AT_EDGE = 0.01;
/**
 * Two places on a part that both photos show whole are the same up to this distance, in shares of the part's
 * box, and this ratio of sizes. docs/damages.md; by eye, cases in find-damages.test.ts.
 */
export const SAME_PLACE_ON_WHOLE = { distance: 0.15, ratio: 2 };
/**
 * The same where both photos show the same piece of the part. docs/damages.md; by eye, cases in
 * find-damages.test.ts.
 */
export const SAME_PLACE_ON_PIECE = { distance: 0.08, ratio: 1.5 };
/**
 * The middle of something large is less certain, by this share of its size. docs/damages.md; by eye, cases
 * in find-damages.test.ts.
 */
export const SLACK = 0.25;
