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
/**
 * From this chroma on (CIELAB) a cell has a color. Shade and evening light turn gray paint blue, up to 27 on the
 * scanner's cars, so blue must be stronger. Chosen on 15 cars, judged on 14 others: docs/checks.md.
 */
export const LEAST_CHROMA = 16;
export const LEAST_CHROMA_OF_BLUE = 32;
/**
 * The chroma by which paint must exceed its surroundings, where these are a tenth of the photo at least: yellow light colors
 * both. Chosen on one half of 326 photos whose color was labeled by eye: docs/checks.md.
 */
export const STANDS_OUT = 12;
export const LEAST_SURROUNDINGS = 173;
/**
 * A vehicle has a color if this share of its paint has it, and has it not if less than the other share has: 0.03 before, which a
 * warm light on gray paint exceeds. Chosen on one half of the same 326 photos.
 */
export const HAS_COLOR = 0.5;
export const LACKS_COLOR = 0.1;
/** Degrees of hue: of one color within a photo, and of the same color on another photo in another light. */
export const SAME_HUE = 35;
export const SIMILAR_HUE = 45;
/** How far around pure blue (270 degrees) light can shift gray. */
export const BLUE_REACHES = 50;
/** Readings of one plate differ by a letter or two; those of two plates by more. By judgment. */
export const OTHER_PLATE_LETTERS = 3;
/**
 * CIELAB's lightness. Dark paint: three quarters of it are at most so light, in a photo half of which is at least so
 * light. Bright paint: half and three quarters of it are at least so light. On 20 cars with several photos the two lie far apart:
 * no car has both (docs/checks.md).
 */
export const DARK = 33;
export const LEAST_LIGHT = 30;
export const BRIGHT = { half: 70, most: 50 } as const;
