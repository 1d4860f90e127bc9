/** Numbers of the matching of photos. training/EXPERIMENTS.md has how they were chosen. */

/** The nearest of all descriptions must be nearer than this share of the distance of the second nearest. */
export const NEXT_BEST = 0.87;
/** Nearer than this share of the photo's longer side both spots are at the same place of their photos. */
export const OVERLAID = 0.01;
/** How far a spot may lie from where the others say it is, in shares of the longer side. */
export const FITS_ROUGHLY = 0.04;
export const FITS_CLOSELY = 0.0125;
/** In powers of two, and in radians. */
export const SAME_SIZE = 1;
export const SAME_ANGLE = 0.6;
/** Spots that must agree: fewer agree by chance. */
export const LEAST_PAIRS = 6;
/** A close-up shows no less than the photo on which it is found. */
export const MOST_ENLARGED = 1.2;
/** A panel seen at a slant, on one photo and not on the other. */
export const MOST_STRETCH = 3;
/** People hold a camera upright or on its side, in radians. */
export const MOST_TURN = 1.3;
/** A close-up is compared with so many wider photos, those next to it first: 200 photos must not take longer than the models. */
export const MOST_WIDER_PHOTOS = 12;
/** And with so many other close-ups: people take several of one spot in a row. By judgment. */
export const MOST_CLOSE_UPS = 4;
/**
 * So many photos of an inspection are searched for spots. A search takes a quarter of what the models take for a photo (0.5 s and
 * about 1.9 s of processor time for 12 megapixels) and uses fewer cores at a time: if 60 of 200 photos are searched, matching stays
 * below a fifth of the analysis. Measured by bench `matching_200_photos`.
 */
export const MOST_SEARCHED_PHOTOS = 60;
/** How far from the nearest spot that agrees a damage may lie, in shares of the close-up's longer side. */
export const NEAR_PAIRS = 0.25;
/** The least share of a damage that must lie on the part which the wider photo shows there. */
export const LEAST_ON_PART = 0.5;
/** How sure that part must be: as sure as one that a close-up names by itself (`SURE_ON_CLOSE_UP` in parts/tuning.ts). */
export const SURE_PART = 0.8;
/**
 * The share that one part must have of the probabilities of all parts of its family that wider photos show: as sure as both
 * models must be where nothing else is known (`SURE_BY_BOTH_MODELS` in parts/tuning.ts).
 */
export const SURE_AMONG_SEEN = 0.85;
/**
 * And so much of the probabilities of the family must be in sight: below it the close-up itself says that it shows a side of which there
 * is no wider photo. By judgment: of 9 real claims of the half to choose on, none has such a close-up.
 */
export const LEAST_IN_SIGHT = 0.2;
