/**
 * Numbers of the comparison of two inspections that were tuned, each with where it comes from.
 * docs/comparison.md tells the rules in words. "By eye" and "by judgment" mean that no experiment is
 * recorded.
 */

/**
 * A photo from further away shows that a damage is not there only where the damage would be at least this
 * share of its longer side. By eye, cases in comparison.test.ts.
 */
export const LARGE_ENOUGH = 0.02;
/** Less than this share of a box on its part tells no place on it. By eye, cases in comparison.test.ts. */
export const ON_PART = 0.3;
/**
 * The least IoU of the boxes of a damage and of the faint find that it was. By eye, cases in
 * comparison.test.ts.
 */
export const SAME_AS_FAINT_IOU = 0.5;
/** Up to 1 two places are the same; up to this they may be. By eye, cases in comparison.test.ts. */
export const MAY_BE_SAME = 1.5;

/** A damage of a new run is the one that a person decided if their boxes on one photo overlap so much. By judgment. */
export const SAME_DECIDED_IOU = 0.5;
