/**
 * Numbers of the estimates that are no prices, each with where it comes from. Prices are in the price
 * matrix. "By eye" and "by judgment" mean that no experiment is recorded.
 */

/**
 * Several dents: the part is open and the tools are out, so each further dent takes this share of its hours.
 * docs/estimates.md; by judgment.
 */
export const FURTHER_DENT_HOURS = 0.5;

/**
 * From this damage of a front bumper on, a headlight beside it may be broken unseen. Of 22 such vehicles on which no
 * headlight is listed damaged 8 have a broken one, of 19 with level 2 only 2, and behind no torn bumper of 12 at the back is a
 * light broken. docs/accuracy.md, half to choose on.
 */
export const HIDES_HEADLIGHT = { damage_type: 'missing_piece', level: 3 } as const;
