/**
 * Numbers of the rules about wheels that were tuned, each with where it comes from. docs/wheels.md tells the
 * rules in words. "By eye" and "by judgment" mean that no experiment is recorded.
 */

/**
 * Who says that something is wrong with a wheel must be this sure, on a crop that is surely good enough.
 * docs/wheels.md: chosen with a look at the validation wheels.
 */
export const ACCUSING_FROM = 0.9;
/** Of a wheel that is not seen as one but said to be there. By judgment: neither sure nor not. */
export const UNSEEN_WHEEL_CONFIDENCE = 0.5;
/**
 * The share of a wheel's box that must lie in the vehicle's: a wheel of another vehicle lies outside. By
 * eye, cases in wheels.test.ts.
 */
export const LEAST_WHEEL_ON_VEHICLE = 0.1;
/**
 * A wheel this much smaller than the largest is not what the photo is about. By eye, cases in
 * wheels.test.ts.
 */
export const MUCH_SMALLER = 0.5;
/** IoU from which a flat tire that the damage model finds is that of a wheel. By judgment: a wheel and its tire have nearly one box. */
export const TIRE_ON_WHEEL = 0.4;
