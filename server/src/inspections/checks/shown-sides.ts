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

export const missingViews = (images: readonly Image[]): Check[] => {
  const shown = new Set(images.flatMap(sidesOn));
  const sides = SIDES.filter((side) => !shown.has(side));
  if (images.length === 0 || sides.length === 0) return [];
  const reason =
    shown.size === 0 ? ({ code: 'no_whole_view' } as const) : ({ code: 'sides_not_shown', sides } as const);
  return [{ kind: 'missing_views', image_ids: [], reason, groups: [] }];
};
