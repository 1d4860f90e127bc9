/** Which photos say that the vehicle is severely damaged. */
import type { PhotoState } from '../records/image.ts';
import { LIKELY_HEAVY, OUTVOTING, SURE_HEAVY, UNDECIDED_HEAVY } from './tuning.ts';

type Judged = { vehicle_state: PhotoState | null };
type Heavy<Photo> = Photo & { vehicle_state: PhotoState };

/** A photo that was sent twice is judged alike to the last digit, and counts once. */
const countOpinions = (photos: readonly Judged[]): number =>
  new Set(photos.flatMap(({ vehicle_state }) => vehicle_state?.heavy ?? [])).size;

/** One that is sure, or two that agree. An open airbag that the other model sees too counts as the second. */
export const heavyPhotos = <Photo extends Judged>(photos: readonly Photo[]): Heavy<Photo>[] => {
  const likely = photos.filter(
    (photo): photo is Heavy<Photo> => (photo.vehicle_state?.heavy ?? 0) >= LIKELY_HEAVY,
  );
  const isSupported =
    countOpinions(likely) > 1 ||
    likely.some(({ vehicle_state: { heavy, airbag } }) => heavy >= SURE_HEAVY || airbag);
  return isSupported ? likely : [];
};

/** `others`: of the same parts. Some photo of many looks worse than the vehicle is, unless it is likely to be right. */
export const isOutvoted = ({ vehicle_state }: Judged, others: readonly Judged[]): boolean =>
  (vehicle_state?.heavy ?? 0) < LIKELY_HEAVY &&
  countOpinions(others) >= OUTVOTING &&
  others.every((other) => (other.vehicle_state?.heavy ?? 0) < UNDECIDED_HEAVY);
