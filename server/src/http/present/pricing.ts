import type { VehicleOfGroup } from '../../inspections/checks/by-vehicle.ts';
import { hoursBy } from '../../inspections/costs/estimate.ts';
import { type Cents, fromHundredths } from '../../inspections/costs/money.ts';
import { isByExample, type PriceDetail, type Pricing, pricingOf } from '../../inspections/costs/pricing.ts';
import { costOfLines } from '../../inspections/costs/work-lines.ts';
import type { Line } from '../../inspections/records/estimate.ts';
import type { Part } from '../../inspections/records/findings/part.ts';

/** What photos cannot show is not in any estimate. */
const SCOPE = 'visible damage only';

const range = ({ low, high }: { low: Cents; high: Cents }) => ({
  low: fromHundredths(low),
  high: fromHundredths(high),
});

export const presentNotPriced = ({ not_priced }: Pick<Pricing, 'not_priced'>) =>
  not_priced.map(({ at_most, ...one }) => ({ ...one, at_most: at_most && fromHundredths(at_most) }));

const openParts = ({ open_parts }: Pricing) =>
  open_parts.map(({ family, name, severity, total, ...bounds }) => ({
    family,
    operation: name ?? null,
    severity,
    pricing: fromHundredths(total),
    range: range(bounds),
  }));

/** Generation 5 reads hours under names in capitals, and only those there are. */
const hoursInCapitals = (lines: readonly Line[]) => {
  const hours = new Map<string, number>();
  for (const { rate, hours: more } of lines)
    if (rate !== null) hours.set(rate.toUpperCase(), (hours.get(rate.toUpperCase()) ?? 0) + more);
  return Object.fromEntries([...hours].map(([name, total]) => [name, fromHundredths(total)]));
};

export const presentPriceDetail = (detail: PriceDetail, inspectionId: string) => {
  const lines = detail.estimate?.lines ?? [];
  return {
    id: detail.id,
    inspection_id: inspectionId,
    pricing: fromHundredths(detail.price),
    range: range(detail),
    related_item_type: detail.part_id === null ? 'vehicle' : 'part',
    related_item_id: detail.related_item_id,
    operation: detail.estimate?.name ?? null,
    operations: [...new Set(lines.map(({ operation }) => operation))],
    hours: hoursInCapitals(lines),
    is_user_modified: detail.is_user_modified,
    example_prices: detail.is_example,
    estimated: detail.estimate && fromHundredths(detail.estimate.total),
  };
};

const presentSums = (one: Pricing, inspectionId: string) => ({
  details: Object.fromEntries(
    one.details.map((detail) => [detail.part_type ?? 'vehicle', presentPriceDetail(detail, inspectionId)]),
  ),
  total_price: fromHundredths(one.total),
  tax: fromHundredths(one.tax),
  total_price_with_tax: fromHundredths(one.total + one.tax),
  range: range(one),
  open_parts: openParts(one),
  not_priced: presentNotPriced(one),
  beyond_visual_estimate: one.beyond_visual_estimate,
  not_assessed: one.not_assessed,
});

/** By methodology, each an object with details: a number beside them breaks generation 5. */
export const presentPricing = (
  pricing: readonly Pricing[],
  vehicles: readonly VehicleOfGroup[],
  inspectionId: string,
) =>
  Object.fromEntries(
    pricing.map((one) => [
      one.methodology,
      {
        ...presentSums(one, inspectionId),
        currency: one.currency,
        tax_percent: one.tax_percent,
        scope: SCOPE,
        matrix_version: one.estimate?.matrix_version ?? null,
        example_prices: one.has_examples,
        vehicle_groups: vehicles.flatMap(({ vehicle_group, image_ids, inspection }) =>
          pricingOf(inspection)
            .filter(({ methodology }) => methodology === one.methodology)
            .map((own) => ({ vehicle_group, image_ids, ...presentSums(own, inspectionId) })),
        ),
      },
    ]),
  );

const NAMED_WORK = ['t1', 't2', 'paint', 'ingredient'];

/** What is done to a part, by the names that severities have for it; ADDITIONAL: more than they have names for. */
export const presentWork = (pricing: Pricing | undefined, partId: string | null) => {
  const lines = pricing?.estimate?.parts.find(({ part_id }) => part_id === partId)?.lines;
  if (!lines) return {};
  const { T1 = 0, T2 = 0, PAINT = 0 } = hoursInCapitals(lines);
  return { T1, T2, PAINT, ADDITIONAL: lines.some(({ rate }) => rate !== null && !NAMED_WORK.includes(rate)) };
};

const labourDetails = (lines: readonly Line[]) => {
  const { paint, labour, ...kinds } = Object.fromEntries(
    Object.entries(hoursBy(lines)).map(([kind, hours]) => [kind, fromHundredths(hours)]),
  );
  return { ...kinds, paint_hours: paint, labour_hours: labour };
};

/** A flat rate does not tell what of it is the new part. */
const piecesCost = ({ methodology }: Pricing, lines: readonly Line[]) =>
  methodology === 'flat_rate' ? 0 : fromHundredths(costOfLines(lines.filter(({ rate }) => rate === null)));

/** For clients that say it in a language of their own; an older estimate has the sentence alone. */
const presentReason = ({ reason, reason_details: details }: Pick<Line, 'reason' | 'reason_details'>) => ({
  reason,
  reason_details: details
    ? {
        ...details,
        ...('hours' in details && { hours: fromHundredths(details.hours) }),
        ...('repair' in details && {
          repair: fromHundredths(details.repair),
          new_part: fromHundredths(details.new_part),
        }),
      }
    : null,
});

/** What is done to a part; null where nothing was estimated for it. */
export const presentPartOperation = (part: Part, pricing: Pricing | undefined) => {
  const estimate = pricing?.estimate?.parts.find(({ part_id }) => part_id === part.id);
  if (!pricing || !estimate) return null;
  const detail = pricing.details.find(({ part_id }) => part_id === part.id);
  return {
    id: estimate.id,
    name: estimate.name,
    severity: estimate.severity,
    ...presentReason(estimate),
    labour_details: labourDetails(estimate.lines),
    pieces_oem_cost: piecesCost(pricing, estimate.lines),
    // A person who deleted its price wants it not to be counted.
    total_cost: fromHundredths(detail?.price ?? 0),
    estimated_cost: fromHundredths(estimate.total),
    range: range(detail ?? { low: 0, high: 0 }),
    currency: pricing.currency,
    is_user_modified: detail?.is_user_modified ?? true,
    example_prices: isByExample(pricing.estimate),
    lines: estimate.lines.map(({ operation, part_type, rate, hours, cost, ...why }) => ({
      operation,
      part_type,
      labour: rate,
      hours: fromHundredths(hours),
      cost: fromHundredths(cost),
      ...presentReason(why),
    })),
  };
};

export const presentRepairEstimate = (pricing: Pricing | undefined) => {
  const estimate = pricing?.estimate;
  if (!pricing || !estimate) return null;
  const lines = estimate.parts.flatMap((part) => part.lines);
  return {
    id: estimate.id,
    methodology: estimate.methodology,
    segment: estimate.segment,
    currency: estimate.currency,
    labour_details: labourDetails(lines),
    pieces_oem_cost: piecesCost(pricing, lines),
    total_cost: fromHundredths(pricing.total),
    tax_percent: pricing.tax_percent,
    tax: fromHundredths(pricing.tax),
    total_cost_with_tax: fromHundredths(pricing.total + pricing.tax),
    range: range(pricing),
    scope: SCOPE,
    open_parts: openParts(pricing),
    not_priced: presentNotPriced(pricing),
    matrix_version: estimate.matrix_version,
    example_prices: pricing.has_examples,
    beyond_visual_estimate: pricing.beyond_visual_estimate,
    not_assessed: pricing.not_assessed,
    created_at: estimate.created_at,
  };
};
