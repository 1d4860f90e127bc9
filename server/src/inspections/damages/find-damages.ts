/** From what was seen on each photo to the damages of the vehicle. */

import type { PartType } from '../parts/parts.ts';
import type { DamageOnPhoto, SettledPhoto } from '../photos/settle-photo.ts';
import type { Evidence } from '../records/damage.ts';
import type { DamageType } from '../vocabulary.ts';
import type { Threshold } from './damage-kinds.ts';
import { photosAgainst } from './doubts.ts';
import { mergeDamages } from './merge-damages.ts';
import { DOUBT } from './tuning.ts';

export type FoundDamage = {
  damage_type: DamageType;
  /** The one that most of it lies on first. */
  part_types: PartType[];
  score: number;
  evidence: Evidence;
  views: Pick<DamageOnPhoto, 'image_id' | 'bounding_box' | 'polygons' | 'score'>[];
};

/** Its type and part are those of the photo that shows it best. */
export const findDamages = (photos: readonly SettledPhoto[], threshold: Threshold): FoundDamage[] =>
  mergeDamages(photos).flatMap((group) => {
    const views = group.toSorted((a, b) => b.score - a.score);
    const best = views[0]!;
    const against = photosAgainst(group, photos);
    // Every further photo that shows it outweighs one that does not.
    const score = best.score * DOUBT ** Math.max(0, against.length - (views.length - 1));
    const least = threshold(best.damage_type);
    if (score < least) return [];
    const evidence = {
      best_score: best.score,
      threshold: least,
      photos_against: against,
      part_confidence: best.part_confidence,
    };
    const part_types = [...new Set(views.flatMap((view) => view.part_types))];
    return { damage_type: best.damage_type, part_types, score, evidence, views };
  });
