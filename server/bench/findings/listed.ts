/** What an inspection lists, as its reader counts it. */

import { fromHundredths } from '../../src/inspections/costs/money.ts';
import { pricingOf } from '../../src/inspections/costs/pricing.ts';
import { partFamilyOf } from '../../src/inspections/damages/found-besides.ts';
import type { OpenFamily } from '../../src/inspections/parts/open-families.ts';
import { NO_PART } from '../../src/inspections/parts/parts.ts';
import type { Inspection } from '../../src/inspections/records/inspection.ts';
import type { BoundingBox } from '../../src/inspections/records/place.ts';
import type { Level } from '../../src/inspections/records/severity.ts';
import { conditionOf } from '../../src/inspections/vehicle-state/condition.ts';
import type { Inspected } from './inspect.ts';
import type { Suspected } from './memory-store.ts';

export type ListedDamage = {
  type: string;
  /** The one that most of it lies on first; none where the part is left open. */
  parts: string[];
  /** Where the part is left open: what kind of part it is, if that is told. */
  family: OpenFamily | null;
  level: Level | null;
  views: { photo: string; box: BoundingBox }[];
};

export type Listed = {
  damages: ListedDamage[];
  /** To check by a person. */
  places: Pick<ListedDamage, 'type' | 'views'>[];
  condition: number | null;
  cost: number;
  /** Of the cost. */
  range: { low: number; high: number };
};

/** A flat tire is told by the analysis of wheels; a wheel that several photos show flat is listed once. */
const flatTires = ({ images }: Inspection): ListedDamage[] => {
  const flat = images.flatMap(({ name, wheels }) =>
    wheels.flatMap(({ id, wheel_name, bounding_box, predictions }) =>
      predictions.tyre.prediction === 'FLAT' && bounding_box !== null
        ? { wheel: wheel_name ?? id, part: wheel_name ?? 'wheel', photo: name!, box: bounding_box }
        : [],
    ),
  );
  return [...Map.groupBy(flat, ({ wheel }) => wheel).values()].map((views) => ({
    type: 'flat_tire',
    parts: [views[0]!.part],
    family: null,
    level: null,
    views: views.map(({ photo, box }) => ({ photo, box })),
  }));
};

const partsOf = (inspection: Inspection, { part_type, part_ids }: Inspection['damages'][number]) => {
  const named = inspection.parts.filter(({ id }) => part_ids.includes(id)).map((part) => part.part_type);
  return [...new Set([part_type, ...named])].filter((part) => !NO_PART.includes(part));
};

const amountOf = (inspection: Inspection, amount: 'total' | 'low' | 'high') =>
  fromHundredths(pricingOf(inspection)[0]?.[amount] ?? 0);

/** The total that the reader sees. */
export const costOf = (inspection: Inspection) => amountOf(inspection, 'total');

export const listedBy = ({ inspection, suspected }: Inspected): Listed => {
  const nameOf = new Map(inspection.images.map(({ id, name }) => [id, name!]));
  const viewsOf = (
    id: string,
    views: readonly Pick<Suspected['views'][number], 'damage_id' | 'image_id' | 'bounding_box'>[],
  ) =>
    views
      .filter(({ damage_id }) => damage_id === id)
      .map(({ image_id, bounding_box }) => ({ photo: nameOf.get(image_id)!, box: bounding_box }));
  const damages = inspection.damages.map((damage): ListedDamage => {
    const severity = inspection.severities.find(({ related_item_id }) => related_item_id === damage.id);
    return {
      type: damage.damage_type,
      parts: partsOf(inspection, damage),
      family: partFamilyOf(damage),
      level: (severity?.level ?? null) as Level | null,
      views: viewsOf(damage.id, inspection.views),
    };
  });
  return {
    damages: [...damages, ...flatTires(inspection)],
    places: suspected.damages.map(({ id, damage_type }) => ({
      type: damage_type,
      views: viewsOf(id, suspected.views),
    })),
    condition: conditionOf(inspection),
    cost: costOf(inspection),
    range: { low: amountOf(inspection, 'low'), high: amountOf(inspection, 'high') },
  };
};
