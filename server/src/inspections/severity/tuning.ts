/**
 * Numbers of the rules about severity that were tuned, each with where it comes from. docs/severity.md tells the rules in
 * words. "By eye" and "by judgment" mean that no experiment is recorded.
 */

/**
 * The range of a length: cars differ by about a fifth from the middle-sized one. By eye;
 * damage-extent.test.ts.
 */
export const USUAL_RANGE = { min: 0.8, max: 1.25 };
/**
 * The same where the photo cuts the part off or the damage is only boxed, which tells less. By eye;
 * damage-extent.test.ts.
 */
export const WIDE_RANGE = { min: 0.6, max: 1.4 };
/** On one part each further damage counts this share: a part is repaired once. By judgment. */
export const FURTHER_DAMAGE_COUNTS = 0.5;
/**
 * A damage without a known size counts one level more when its outline covers this share of a close-up. Chosen on one half
 * of training/labels/damaged-parts.json: such dents are severe in half of the cases, such scratches seldom minor.
 */
export const FILLS_PHOTO = 0.2;
/**
 * A dent or a missing piece has level 3 only if a photo that shows it is severe at least so likely, whatever its size; and where its
 * size is unknown, always if one is from `alone` on. Chosen on one half of training/labels/damaged-parts.json: 143 of 192 levels are right
 * there instead of 128. Any limit from 0.08 to 0.15 is as good for missing pieces. On the other half 147 of 212 instead of 136.
 */
export const HEAVY_PHOTO = { least: 0.12, alone: 0.15 };
/**
 * Where a model judged the part by itself, the log-odds that the damage is at least moderate, and that it is severe, are a weighted sum: of the
 * log-odds of both by its look, and of whether size and photos tell such a level (`told`). Fitted on one half of training/labels/damaged-parts.json
 * and claims.json (training/EXPERIMENTS.md, 21b). A level with at least the chance `possible` may be the true one: there 88 of 136 true costs lie in the
 * range, one more than with size and photos alone, and half of the ranges are narrower than 0.70 of the cost (0.84).
 */
export const LOOK_OF_PART = {
  moderate: { base: 0.13, moderate: 0.36, severe: 0.38, told: 2.4 },
  severe: { base: -1.22, moderate: 0.2, severe: 0.41, told: 0.99 },
  possible: 0.07,
};
/** Nothing that a network says counts as surer than this. By judgment. */
export const LEAST_CHANCE = 0.005;
