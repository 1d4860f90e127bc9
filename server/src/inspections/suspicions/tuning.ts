/** Numbers of the rules about suspicions that were tuned, each with where it comes from. */

/**
 * Nobody goes through more suspicions of one inspection; the surest are kept. By judgment: three for each of
 * some thirty photos.
 */
export const MOST_SUSPICIONS = 100;
/**
 * From this probability of moderate or severe on, a photo as a whole says that the vehicle is damaged. Chosen together with
 * JOINT_ODDS on one half of training/labels/damaged-parts.json and of the intact cars: of the photos without a damage, 11 of
 * 12 such finds lie on one, and no intact car has any; from 0.4 on 15 of 18. On the other half
 * 6 of 11 lie on a damage of the table, and again no intact car has any.
 */
export const DAMAGED_AS_A_WHOLE = 0.6;
/** On such a photo a find counts from this share of the odds of its threshold on. */
export const JOINT_ODDS = 0.36;
