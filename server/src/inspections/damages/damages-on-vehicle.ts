/** Whether a photo shows a vehicle, and which finds lie on it: a crack in the road is no damage. */

import { grown, shareInBox } from '../geometry/boxes.ts';
import type { DamageFind, DetectedBox, DetectedVehicle, PredictedAttributes } from '../photos/detections.ts';
import type { Finds } from '../photos/finds.ts';
import type { BoundingBox } from '../records/place.ts';
import { SURE_HEAVY } from '../vehicle-state/tuning.ts';
import { AROUND_VEHICLE, LEAST_ON_VEHICLE, SURE_OPINION, SURE_PARTS_SHARE } from './tuning.ts';

/** What speaks for a vehicle. `whole` is null, and `opinion` too, where no model tells. */
export type Evidence = {
  whole: readonly Pick<DetectedBox, 'bounding_box'>[] | null;
  /** The share of the photo that the parts model takes for parts. */
  partsShare: number;
  /** Of a model that judges the whole photo. */
  opinion: 'vehicle' | 'close_up' | 'none' | null;
};

/**
 * The direction from which a photo shows a vehicle is also an opinion on whether it shows one. A wreck may show no direction, no part and no
 * whole vehicle; that it is one tells the model that judges its state, which calls nothing else severe (0 of 120 pictures without a vehicle).
 */
export function opinionOf(
  photo: PredictedAttributes | null,
  state: Finds['state'] = null,
): Evidence['opinion'] {
  const { prediction, confidence } = photo?.viewpoint ?? { prediction: null, confidence: 0 };
  if (prediction === null || confidence < SURE_OPINION)
    return (state?.severe ?? 0) >= SURE_HEAVY ? 'close_up' : null;
  return prediction === 'none' || prediction === 'close_up' ? prediction : 'vehicle';
}

/**
 * No vehicle, no damage. Where a vehicle is seen as a whole, a damage must lie on it or near. On a close-up
 * everything counts: often no part is known there for sure, and asking for one under each damage emptied 19 of
 * 304 validation photos that do show a damage. Neither is a find believed for filling the photo: that would
 * see broken glass in a lawn.
 */
export function damagesOnVehicle<Find extends DamageFind>(
  finds: readonly Find[],
  { box: vehicle }: DetectedVehicle,
  { whole, opinion }: Evidence,
): Find[] {
  const isVehicle = opinion === null ? vehicle !== null : opinion !== 'none';
  if (opinion === 'close_up' || !whole?.length) return isVehicle ? [...finds] : [];
  const boxes = whole.map(({ bounding_box }) => bounding_box);
  const areas = (vehicle ? [vehicle, ...boxes] : boxes).map(withSurroundings);
  return finds.filter(({ bounding_box: box }) =>
    areas.some((area) => shareInBox(box, area) >= LEAST_ON_VEHICLE),
  );
}

/** `damages` are those that were kept. */
export function showsVehicle(
  { whole, partsShare, opinion }: Evidence,
  damages: readonly DamageFind[],
): boolean {
  if (whole?.length) return true;
  if (opinion !== null) return opinion !== 'none';
  return partsShare >= SURE_PARTS_SHARE || damages.length > 0;
}

const withSurroundings = (box: BoundingBox) => grown(box, AROUND_VEHICLE * Math.max(box.width, box.height));
