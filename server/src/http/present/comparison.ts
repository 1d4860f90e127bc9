import type { Compared } from '../../actions/inspections/compare-inspections.ts';
import {
  CHANGES,
  type ComparedDamage,
  type Exhibit,
  type Shown,
} from '../../inspections/comparison/comparison.ts';
import { fromHundredths } from '../../inspections/costs/money.ts';
import { otherTypesOf } from '../../inspections/damages/found-besides.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import type { Links } from '../links.ts';

const presentSide = ({ id, created_at, status, vehicle }: Inspection) => ({
  inspection_id: id,
  created_at,
  status,
  plate: vehicle?.details.plate ?? null,
  vin: vehicle?.details.vin ?? null,
});

const presentShown = ({ image, outline, expected_at }: Shown, links: Links) => ({
  image_id: image.id,
  path: links.file(image.shown_key),
  image_width: image.width,
  image_height: image.height,
  view_id: outline?.id ?? null,
  bounding_box: outline?.bounding_box ?? null,
  polygons: outline?.polygons ?? [],
  expected_at,
});

const presentExhibit = ({ damage, shown }: Exhibit, links: Links) => ({
  damage_id: damage?.id ?? null,
  damage_types: damage ? [damage.damage_type, ...otherTypesOf(damage)] : [],
  score: damage?.score ?? null,
  created_by: damage?.created_by ?? null,
  views: shown.map((one) => presentShown(one, links)),
});

const presentCompared = ({ status, reason, decision, before, after }: ComparedDamage, links: Links) => {
  const { damage_type, part_type } = (after.damage ?? before.damage)!;
  return {
    status,
    // Whoever knows no decisions reads a decided damage as one that the photos decide.
    reason: decision ? null : reason,
    decision: decision
      ? {
          decided_at: decision.made_at,
          decided_by: decision.made_by,
          decided_by_name: decision.made_by_name,
          reason,
        }
      : null,
    damage_type,
    part_type,
    before: presentExhibit(before, links),
    after: presentExhibit(after, links),
  };
};

/** `id` is the inspection that was asked about; either of the two may be the earlier one. */
export const presentComparison = (
  id: string,
  { before, after, damages, lost_decisions, cost_of_new: cost }: Compared,
  links: Links,
) => ({
  id,
  object_type: 'COMPARISON',
  before: presentSide(before),
  after: presentSide(after),
  counts: Object.fromEntries(
    CHANGES.map((change) => [change, damages.filter(({ status }) => status === change).length]),
  ),
  cost_of_new: cost && {
    total: fromHundredths(cost.total),
    range: { low: fromHundredths(cost.low), high: fromHundredths(cost.high) },
    currency: cost.currency,
    example_prices: cost.is_example,
  },
  damages: damages.map((damage) => presentCompared(damage, links)),
  lost_decisions: lost_decisions.map(({ made_at, made_by, made_by_name, ...lost }) => ({
    ...lost,
    decided_at: made_at,
    decided_by: made_by,
    decided_by_name: made_by_name,
  })),
});
