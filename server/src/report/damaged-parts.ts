/** The damages as the report shows them: by part, the worst part first, each with its number and its best photo. */

import { worstFirst } from '../../../vocabulary/list-order.ts';
import type { Pricing } from '../inspections/costs/pricing.ts';
import { partFamilyOf } from '../inspections/damages/found-besides.ts';
import { areaOf } from '../inspections/geometry/boxes.ts';
import type { OpenFamily } from '../inspections/parts/open-families.ts';
import { NO_PART, type PartType } from '../inspections/parts/parts.ts';
import { isNotDeleted } from '../inspections/records/deletion.ts';
import type { Line } from '../inspections/records/estimate.ts';
import type { Damage } from '../inspections/records/findings/damage.ts';
import type { View } from '../inspections/records/findings/view.ts';
import type { Image } from '../inspections/records/image.ts';
import type { Inspection } from '../inspections/records/inspection.ts';
import type { Reason } from '../inspections/records/severity.ts';
import { partsByPeople, type Rating, ratingsOf, statedOfParts } from '../inspections/severity/part-levels.ts';
import { lastStated, levelIn } from '../inspections/severity/severity-override.ts';

/** 0: nobody knows how bad it is. */
export type Level = 0 | 1 | 2 | 3;

export type ShownPhoto = { number: number; image: Image };

export type ShownDamage = {
  /** Counted over the whole report. */
  number: number;
  damage: Damage;
  level: Level;
  /** What a person wrote about it. */
  comment: string | null;
  /** Why the service gives it this level; null where a person did. */
  reason: Reason | null;
  /** On photos that are shown, the one that shows it best first. */
  views: { view: View; photo: ShownPhoto }[];
};

export type DamagedPart = Rating & {
  part_type: PartType;
  /** Where the part is to be confirmed: what kind of part it is. */
  family: OpenFamily | null;
  damages: ShownDamage[];
  operation: string | null;
  /** What the cost is the sum of; none where a person set it. */
  lines: Line[];
  is_set: boolean;
  /** In cents; null where nobody knows. */
  cost: number | null;
  /** As far as the cost may be off; null where it is exact or unknown. */
  range: { low: number; high: number } | null;
  comment: string | null;
};

/** In tenths: of two that the model is as good as equally sure of, the larger shows more. */
const sureness = ({ score }: View) => (score === null ? 10 : Math.floor(Math.min(score, 0.99) * 10));

/** What a person drew is how they want it seen; then what the model was surest of. */
const bestFirst = (a: View, b: View) =>
  sureness(b) - sureness(a) || areaOf(b.bounding_box) - areaOf(a.bounding_box);

/** The first of a part stands beside its work. */
const worstLevelFirst = (a: ShownDamage, b: ShownDamage) => b.level - a.level;

/** Nobody knows yet which part it is. */
export const isOpen = ({ part_type }: DamagedPart) => NO_PART.includes(part_type);

const listed = ({ part_type, family, level }: DamagedPart) => ({ part: part_type, family, level });

export const damagedParts = (
  inspection: Inspection,
  photos: ReadonlyMap<string, ShownPhoto>,
  pricing: Pricing | null,
): DamagedPart[] => {
  const damages = inspection.damages.filter(isNotDeleted);
  const viewsOf = Map.groupBy(inspection.views.filter(isNotDeleted), ({ damage_id }) => damage_id);
  const severities = inspection.severities.filter(isNotDeleted);
  const onDamages = Map.groupBy(severities, ({ related_item_id }) => related_item_id);
  const onParts = statedOfParts(severities);
  const ratings = ratingsOf(inspection);
  const priceOf = new Map(pricing?.details.map((detail) => [detail.part_type, detail]));

  const shown = (damage: Damage): ShownDamage => {
    const views = (viewsOf.get(damage.id) ?? []).filter(({ image_id }) => photos.has(image_id));
    const own = onDamages.get(damage.id) ?? [];
    return {
      number: 0,
      damage,
      level: levelIn(own),
      comment: lastStated(own, ({ comment }) => comment),
      reason: lastStated(own, ({ reason }) => reason),
      views: views.sort(bestFirst).map((view) => ({ view, photo: photos.get(view.image_id)! })),
    };
  };

  const openPrice = new Map(pricing?.open_parts.map((part) => [part.family, part]));
  const known = damages.filter((damage) => partFamilyOf(damage) === null);
  const open = Map.groupBy(damages, partFamilyOf);
  const types = new Set<PartType>([
    ...known.map(({ part_type }) => part_type),
    ...partsByPeople(severities),
    ...(pricing?.details ?? []).flatMap(({ part_type }) => part_type ?? []),
  ]);
  const parts = [...types].map((part_type): DamagedPart => {
    const own = onParts.get(part_type) ?? [];
    const price = priceOf.get(part_type);
    return {
      part_type,
      family: null,
      damages: known
        .filter((damage) => damage.part_type === part_type)
        .map(shown)
        .sort(worstLevelFirst),
      ...ratings.ofPart(part_type),
      operation: price?.estimate?.name ?? lastStated(own, ({ repair_operation }) => repair_operation),
      is_set: price?.is_user_modified ?? false,
      lines: price?.is_user_modified ? [] : (price?.estimate?.lines ?? []),
      cost: price?.price ?? null,
      range: price && price.low < price.high ? price : null,
      comment: lastStated(own, ({ comment }) => comment),
    };
  });
  for (const [family, own] of open) {
    if (family === null) continue;
    const price = openPrice.get(family);
    parts.push({
      part_type: 'ignore',
      family,
      damages: own.map(shown).sort(worstLevelFirst),
      ...ratings.ofFamily(family),
      operation: price?.name ?? null,
      lines: [],
      is_set: false,
      cost: price?.total ?? null,
      range: price && price.low < price.high ? price : null,
      comment: null,
    });
  }
  return parts.sort((a, b) => worstFirst(listed(a), listed(b)));
};
