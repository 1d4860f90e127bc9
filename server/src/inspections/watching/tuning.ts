/** By judgment: no operator's figures were there to choose them by. */

/** A share counts from so many findings that people decided. */
export const LEAST_DECIDED = 30;
/** What it is compared with: so many weeks before, with so many findings. */
export const WEEKS_BEFORE = 8;
export const LEAST_BEFORE = 100;
/** It has fallen if it is lower by so much, and by more than chance explains: one in a hundred weeks without a change. */
export const LEAST_FALL = 0.05;
export const LEAST_DEVIATIONS = 2.33;

/** A drift is told from so many scores on; of fewer it is mostly chance. */
export const LEAST_SCORES = 100;
/** Each group of bins has at least this share of the validation photos. */
export const LEAST_GROUP = 0.15;

/** Boxes of one type that overlap so much are one find of two versions of a model. By judgment: half a box beside it is another place. */
export const SAME_PLACE_IOU = 0.3;
/** So many photos of one inspection are looked at a second time: more would take as long as the task itself. */
export const MOST_PHOTOS_ALONG = 40;
/** What people said is compared on so many photos, the newest first, each time somebody asks. */
export const MOST_JUDGED = 2000;
