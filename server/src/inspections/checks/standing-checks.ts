/** The checks as they stand now: people may have deleted photos since. */

import { isNotDeleted } from '../records/deletion.ts';
import type { Check } from '../records/findings/check.ts';
import type { Inspection } from '../records/inspection.ts';

const LEAST_PHOTOS: Partial<Record<Check['kind'], number>> = { missing_views: 0, duplicate_photo: 2 };

export const standingChecks = ({ checks, images }: Pick<Inspection, 'checks' | 'images'>): Check[] => {
  const there = new Set(images.filter(isNotDeleted).map(({ id }) => id));
  const left = (ids: readonly string[]) => ids.filter((id) => there.has(id));
  return checks
    .map((check) => ({
      ...check,
      image_ids: left(check.image_ids),
      groups: check.groups.map(left).filter(({ length }) => length > 0),
    }))
    .filter(({ kind, image_ids }) => image_ids.length >= (LEAST_PHOTOS[kind] ?? 1))
    .filter(({ reason, image_ids }) => reason.code !== 'sides_of_vehicle_not_shown' || image_ids.length > 0)
    .filter(({ kind, groups }) => kind !== 'different_vehicle' || groups.length > 1);
};
