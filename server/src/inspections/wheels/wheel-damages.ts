/** Missing hubcaps: one for each wheel, with a view on every photo that shows it. */
import type { FoundDamage } from '../damages/find-damages.ts';
import type { BoundingBox } from '../records/place.ts';
import { ACCUSING_FROM } from './tuning.ts';
import { isHubcapMissing } from './wheel-predictions.ts';
import type { WheelOnPhoto } from './wheels-on-photo.ts';

type Judged = WheelOnPhoto & { bounding_box: BoundingBox; missing: boolean; score: number };

const judged = (wheel: WheelOnPhoto): Judged[] => {
  const { attributes, bounding_box } = wheel;
  const missing = attributes && isHubcapMissing(attributes);
  if (missing === null || bounding_box === null) return [];
  return [{ ...wheel, bounding_box, missing, score: attributes!.missing_hubcap!.confidence }];
};

export const missingHubcaps = (wheels: readonly WheelOnPhoto[]): FoundDamage[] => {
  // Nobody knows whether two wheels without a name are the same one.
  const groups = Map.groupBy(wheels.flatMap(judged), (wheel) => wheel.wheel_name ?? wheel);
  return [...groups.values()].flatMap((group) => {
    const views = group.filter(({ missing }) => missing).toSorted((a, b) => b.score - a.score);
    const best = views[0];
    if (!best) return [];
    const against = group.filter(({ missing }) => !missing).map(({ image_id }) => image_id);
    // Every further photo that shows it outweighs one that does not.
    const isDoubted = against.length > views.length - 1;
    if (isDoubted || best.score < ACCUSING_FROM) return [];
    return {
      damage_type: 'missing_hubcap' as const,
      part_types: [best.wheel_name ?? 'wheel'],
      score: best.score,
      evidence: {
        best_score: best.score,
        threshold: ACCUSING_FROM,
        photos_against: against,
        part_confidence: best.confidence,
      },
      views: views.map(({ image_id, bounding_box, polygons, score }) => ({
        image_id,
        bounding_box,
        polygons,
        score,
      })),
    };
  });
};
