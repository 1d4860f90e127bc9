/** Numbers of the rules about suspicions that were tuned, each with where it comes from. */

/**
 * Nobody goes through more suspicions of one inspection; the surest are kept. By judgment: three for each of
 * some thirty photos.
 */
export const MOST_SUSPICIONS = 100;
/**
 * From this probability of moderate or severe on, a photo as a whole says that the vehicle is damaged. Chosen on one half of
 * training/labels/damaged-parts.json and of the intact cars, with damage 1.2.0: from 0.4 on fewer finds are right.
 */
export const DAMAGED_AS_A_WHOLE = 0.6;
/**
 * On such a photo a find counts from this share of the odds of its threshold on. Chosen on the same half with damage 1.3.0: 9
 * more damages found and 2 more findings that lie on none; from 0.36 on 4. On the other half 2 more are found, and none is wrong.
 */
export const JOINT_ODDS = 0.5;
/**
 * So much of a suspicion lies on parts in sight, or else, on a close-up, the likeliest parts that the net for close-ups names have
 * this probability together. Chosen on one half of training/labels: 10 of 74 suspicions that lie on no damage are left out, and 1 of 48
 * that do. On the other half 7 of 66, and 1 of 51.
 */
export const LEAST_ON_PARTS = 0.1;
export const LEAST_KNOWN_PART = 0.63;
