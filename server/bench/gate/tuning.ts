/** Numbers of the gate. docs/running/learning.md tells them in words. */

/** A find lies on a labeled damage when the boxes overlap so much, or when so much of the find lies inside it. */
export const LEAST_OVERLAP = 0.1;
export const LEAST_INSIDE = 0.5;

/** Resampled sets of vehicles, and the seed: the same data give the same intervals. */
export const ROUNDS = 2000;
export const SEED = 20261117;
/** Of what matters as a whole; and of the many figures by type, of which one in twenty would be worse by chance. */
export const CONFIDENCE = 0.95;
export const CONFIDENCE_BY_TYPE = 0.99;

/** With fewer cases a figure is shown and not judged. */
export const LEAST_CASES = 20;
/** With less on the held-out vehicles there is no verdict. */
export const LEAST_VEHICLES = 20;
export const LEAST_DAMAGES = 30;
/** A loss of more than this must be out of the question before a candidate is accepted. */
export const MARGIN = 0.1;
/** A candidate that surely takes longer than this many times the installed model is refused; one that may is not accepted. */
export const SLOWEST = 1.5;
export const TIMED_PHOTOS = 12;

export const MOST_EXAMPLES = 8;
