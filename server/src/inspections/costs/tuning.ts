/**
 * Numbers of the estimates that are no prices, each with where it comes from. Prices are in the price
 * matrix. "By eye" and "by judgment" mean that no experiment is recorded.
 */

/**
 * Several dents: the part is open and the tools are out, so each further dent takes this share of its hours.
 * docs/estimates.md; by judgment.
 */
export const FURTHER_DENT_HOURS = 0.5;
