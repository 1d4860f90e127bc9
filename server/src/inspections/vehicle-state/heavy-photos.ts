/** Which photos say that the vehicle is severely damaged. */
import type { PhotoState } from '../records/image.ts';
import { LIKELY_HEAVY, SURE_HEAVY } from './tuning.ts';

type Judged = { vehicle_state: PhotoState | null };
type Heavy<Photo> = Photo & { vehicle_state: PhotoState };

/** One that is sure, or two that agree. An open airbag that the other model sees too counts as the second. */
export const heavyPhotos = <Photo extends Judged>(photos: readonly Photo[]): Heavy<Photo>[] => {
  const likely = photos.filter(
    (photo): photo is Heavy<Photo> => (photo.vehicle_state?.heavy ?? 0) >= LIKELY_HEAVY,
  );
  // A photo that was sent twice is judged alike to the last digit, and supports nothing.
  const opinions = new Set(likely.map(({ vehicle_state: { heavy } }) => heavy)).size;
  const isSupported =
    opinions > 1 || likely.some(({ vehicle_state: { heavy, airbag } }) => heavy >= SURE_HEAVY || airbag);
  return isSupported ? likely : [];
};
