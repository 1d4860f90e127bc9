/** By judgment: nobody has measured yet how much more a model learns from one review than from another. */

/** A find is near its threshold if its score is so close to it: one look more or less would decide otherwise. */
export const NEAR_THRESHOLD = 0.1;
/** Of a type with so many labels of the organization's own, a further one is nothing rare. `train` asks for as many. */
export const ENOUGH_LABELS = 50;

/** What each reason adds to the value, for each find; and a type without any label so far. */
export const VALUE_OF = {
  models_differ: 12,
  photos_disagree: 10,
  suspicions_near_threshold: 6,
  findings_near_threshold: 4,
  rare_type: 30,
} as const;
export const MOST_VALUE = 100;

/** From this value on a review is worth its time for learning: about two unsure finds, or one rare type. */
export const WORTH_A_REVIEW = 10;
/** More are not counted: nobody reviews them in a week. */
export const MOST_WORTH = 1000;

/** The time of a review where it was not measured, and from how many reviews on it is. */
export const USUAL_REVIEW_SECONDS = 180;
export const LEAST_TIMED = 20;
/** So many of the last reviews are timed. Whoever does nothing for so long did something else. */
export const MOST_TIMED = 200;
export const LONGEST_PAUSE_SECONDS = 300;
/** For so long a count of labels and reviews holds. */
export const COUNTED_FOR_SECONDS = 3600;
