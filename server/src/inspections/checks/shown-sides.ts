/** Which sides of the vehicle the photos show, so that nobody takes what was not looked at for intact. */
import type { Check, Side } from '../records/findings/check.ts';
import { SIDES } from '../records/findings/check.ts';
import type { Image } from '../records/image.ts';
import { isViewpoint } from '../viewpoints/viewpoints.ts';

/** A corner shows two sides. */
const sidesOn = ({ viewpoint, has_vehicle }: Image): Side[] => {
  const seen = viewpoint?.prediction;
  if (has_vehicle === false || !isViewpoint(seen)) return [];
  return SIDES.filter((side) => seen.split('_').includes(side));
};

const sidesMissing = (images: readonly Image[]): { isUnseen: boolean; sides: Side[] } => {
  const shown = new Set(images.flatMap(sidesOn));
  return { isUnseen: shown.size === 0, sides: SIDES.filter((side) => !shown.has(side)) };
};

export const missingViews = (images: readonly Image[]): Check[] => {
  const { isUnseen, sides } = sidesMissing(images);
  if (images.length === 0 || sides.length === 0) return [];
  const reason = isUnseen
    ? ({ code: 'no_whole_view' } as const)
    : ({ code: 'sides_not_shown', sides } as const);
  return [{ kind: 'missing_views', image_ids: [], reason, groups: [] }];
};

/**
 * The same of each of several vehicles, named by its photos: a side of one is none of another. Photos in no group go with the
 * first, as their damages do.
 */
export const missingViewsOfEach = (images: readonly Image[], groups: readonly string[][]): Check[] => {
  const elsewhere = groups.slice(1).flat();
  return groups.flatMap((ids, index): Check[] => {
    const own = images.filter(({ id }) => (index === 0 ? !elsewhere.includes(id) : ids.includes(id)));
    const { sides } = sidesMissing(own);
    if (own.length === 0 || sides.length === 0) return [];
    const reason = { code: 'sides_of_vehicle_not_shown', sides } as const;
    return [{ kind: 'missing_views', image_ids: ids, reason, groups: [] }];
  });
};
