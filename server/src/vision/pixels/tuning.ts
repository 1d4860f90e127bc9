/**
 * Numbers of the measures of sharpness and exposure, each with where it comes from. docs/quality.md has the
 * error rates at these; training/quality/calibrate.ts measures them. "By eye" and "by judgment" mean that
 * no experiment is recorded.
 */

/** From this level of 255 on, in all three colors, a pixel is burnt out. docs/quality.md. */
export const CLIPPED = 250;
/**
 * The vehicle is in the middle of the frame, so the middle counts most: a Gaussian of this share of a side.
 * By eye; checked by training/quality/calibrate.ts.
 */
export const EXPOSURE_SPREAD = 0.3;
/**
 * Sky and white walls above the vehicle may burn out: only this share of them counts, in the upper half.
 * docs/quality.md.
 */
export const SKY_COUNTS = 0.25;
/** In so many columns the sky is looked for from the top down. By judgment. */
export const SKY_COLUMNS = 48;
/** The share of burnt-out picture at which the score is 0.5. By eye and by docs/quality.md. */
export const CLIPPED_AT_HALF = 0.13;
/** The level of brightness at which the score is 0.5. By eye and by docs/quality.md. */
export const BRIGHTNESS_AT_HALF = 80;
/** The side of a tile, in pixels. By eye; checked by training/quality/calibrate.ts. */
export const TILE = 32;
/** Of the copy that a tile is compared with, in pixels. By eye; checked by training/quality/calibrate.ts. */
export const SMOOTHING_RADIUS = 3;
/**
 * The vehicle is in the middle of the frame, so the middle counts more: a Gaussian of this share of a side.
 * By eye; checked by training/quality/calibrate.ts.
 */
export const SHARPNESS_SPREAD = 0.5;
/** The share of the tiles, by weight, that must be sharp for the picture to be sharp. docs/quality.md. */
export const SHARP_SHARE = 0.1;
/**
 * Gradient energies from which a tile shows an edge at all, with room for noise. By eye; checked on photos
 * with noise added on purpose: docs/quality.md.
 */
export const EDGE = { fine: 6, coarse: 4, finePerNoise: 0.26, coarsePerNoise: 0.17 };
/**
 * The noise of a photo is what the quietest tiles hold beyond their smooth slopes: this share of the tiles.
 * By eye; checked on photos with noise added on purpose: docs/quality.md.
 */
export const QUIET_SHARE = 0.1;
/**
 * Other tiles have more of the noise in the fine gradients; of the coarse ones it leaves next to nothing. By
 * eye; checked on photos with noise added on purpose: docs/quality.md.
 */
export const NOISE_ENERGY = { fine: 1.2, coarse: 0.0085 };
/**
 * How much more the softest direction counts when the others are sharper: shaking smears one way. By eye;
 * checked on photos shaken on purpose: docs/quality.md.
 */
export const ANISOTROPY = 0.3;
/**
 * A tile's say grows with its edges up to this energy, so that one stark edge does not speak for all. By
 * eye; checked by training/quality/calibrate.ts.
 */
export const STARK_EDGE = 30;
/**
 * Shares of the frame with edges: below the first a verdict fades, below the second there is none. By eye;
 * checked by training/quality/calibrate.ts.
 */
export const PLAIN = { fades: 0.04, none: 0.01 };
/** What a picture scores that is too plain to be judged. docs/quality.md. */
export const SCORE_OF_PLAIN = 0.75;
/**
 * The ratio of the sharpest tiles at which the score is 0.5, and how fast it falls there. Fitted on photos
 * blurred on purpose: docs/quality.md.
 */
export const FOCUS = { half: 0.33, steepness: 4 };
/** The same for the ratio in the softest direction. Fitted on photos shaken on purpose: docs/quality.md. */
export const SHAKE = { half: 0.63, steepness: 6 };
/**
 * A row or column of which so much is burnt out is the margin of a photo pasted on a white page. By eye;
 * quality.service.test.ts.
 */
export const MARGIN_IS_WHITE = 0.99;
/**
 * Margins that leave less than this share of the picture are none: then it is burnt out. By eye;
 * quality.service.test.ts.
 */
export const LEAST_FRAME = 0.1;
/**
 * Beside the mean, the levels that these shares of the picture are below make its brightness.
 * docs/quality.md.
 */
export const UPPER_SHARES = [0.75, 0.9] as const;
/**
 * A hair-thin edge has hardly any coarse energy: this share of its fine energy counts instead. By eye;
 * quality.service.test.ts.
 */
export const FINE_COUNTS = 0.3;
/**
 * No tile votes with more than this, however stark its edges. By eye; checked by
 * training/quality/calibrate.ts.
 */
export const LOUDEST_VOTE = 10;
/**
 * A photo is decoded to so many pixels on its longer side for the models, whichever of them run: what a model finds must
 * not depend on what else was asked. Twice the largest model's square, since a wheel is analyzed from close by.
 * docs/running/performance.md has what it costs.
 */
export const MODELS_SIDE = 1536;
/** Local features. A photo is analyzed with so many pixels on its longer side. training/EXPERIMENTS.md. */
export const FEATURES_SIDE = 640;
/** The contrast from which a spot stands out, and how much longer than wide it may be: as OpenCV has them, half of the contrast. */
export const LEAST_CONTRAST = 0.02;
export const MOST_EDGE = 10;
/** So many spots are kept in each of these cells of a photo by cells. By judgment: about 1,000 on a photo. */
export const CELLS = 8;
export const MOST_IN_CELL = 20;
