/** Numbers of the checks, each with where it comes from. "By judgment" means that no experiment is recorded. */

/** Photos of one claim are taken within days; older ones may show the vehicle before the damage. By judgment. */
export const MOST_DAYS_BEFORE = 7;
/** Clocks without a time zone are off by up to 14 hours, and tasks may start on the evening before. By judgment. */
export const MOST_DAYS_AFTER = 1;
/** A photo of a damage is not older than the damage; one day for clocks without a time zone, as above. */
export const MOST_DAYS_BEFORE_LOSS = 1;
/** Within one inspection. By judgment: a walk around a vehicle does not take days. */
export const MOST_DAYS_APART = 3;

/** Of the sides of two copies of one photo, which rounding to whole pixels changes a little. */
export const SAME_SHAPE = 0.02;
/** In steps of 255, over the whole thumbprint and in its worst tile. docs/checks.md has how far copies and others lie apart. */
export const COPY_DIFFERENCE = 3;
export const COPY_DIFFERENCE_IN_TILE = 9;

/** Cells of a thumbprint that must show paint, 8 % of it: fewer are a mirror or a strip along an edge. */
export const LEAST_PAINT_CELLS = 140;
/** The share of this paint that must be on doors, fenders, hood or trunk lid: a close-up of a black bumper tells nothing of a white vehicle. By judgment. */
export const LEAST_BODY_COLOR = 0.25;
/**
 * Below this probability of one color two photos show different vehicles. At 0.03 more pairs are told apart, and more that may be of one
 * color are called different (docs/checks.md). Photos of one vehicle make many pairs.
 */
export const ONE_COLOR = 0.01;
/**
 * From this strength of light in the lens on a photo tells no color: haze turns a blue car gray. By judgment: more likely than not. On the
 * half to choose on four photos have it, one of which made a second vehicle of a claim.
 */
export const WASHED_OUT = 0.5;
/** Where each is read on two photos: readings of one plate differ by a letter or two, those of two plates by more. By judgment. */
export const OTHER_PLATE_LETTERS = 3;
