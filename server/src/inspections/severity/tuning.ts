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
 * Where a model judged the part by itself, it says how likely each level is. The level that the size tells counts `agrees` times as much, others
 * that the size leaves open `range` times. A level with the share `possible` of the sum may be the true one. By judgment; not fitted yet.
 */
export const LOOK_OF_PART = { agrees: 2, range: 1.3, possible: 0.2 };
