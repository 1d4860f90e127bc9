/** How many minutes of review are worth it. */
import type { LabelsSoFar } from '../records/lesson.ts';
import { LEAST_TIMED, MOST_WORTH, USUAL_REVIEW_SECONDS } from './tuning.ts';

const inMinutes = (seconds: number) => Math.round((seconds / 60) * 10) / 10;

/** By what the reviews of the organization took, where enough of them could be timed. */
export const reviewTimeOf = (inspections: number, known: LabelsSoFar | null) => {
  const isTimed = known !== null && known.review_seconds !== null && known.reviews_timed >= LEAST_TIMED;
  const seconds = isTimed ? known.review_seconds! : USUAL_REVIEW_SECONDS;
  return {
    inspections,
    is_at_least: inspections === MOST_WORTH,
    minutes: inMinutes(inspections * seconds),
    minutes_per_inspection: inMinutes(seconds),
    timed_reviews: isTimed ? known.reviews_timed : null,
  };
};
