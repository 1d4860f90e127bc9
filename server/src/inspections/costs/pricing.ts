/** The price of each part and of the whole: the price of a person where there is one, else the estimate. */

import type { PartType } from '../parts/parts.ts';
import type { Estimate, Methodology } from '../records/estimate.ts';
import type { Inspection } from '../records/inspection.ts';
import type { Currency } from '../records/price-matrix.ts';
import { judgmentOf } from '../vehicle-state/each-vehicle.ts';
import { isBeyondVisualEstimate } from '../vehicle-state/vehicle-state.ts';
import { type Cents, percentOf, sum, toHundredths } from './money.ts';
import { type NotPriced, notPricedOf } from './not-priced.ts';
import { DEFAULT_MATRIX } from './price-matrix.ts';

export type PriceDetail = {
  id: string;
  /** Null: of the whole vehicle. */
  part_id: string | null;
  part_type: PartType | null;
  related_item_id: string | null;
  price: Cents;
  low: Cents;
  high: Cents;
  is_user_modified: boolean;
  /** It was worked out with the example matrix. */
  is_example: boolean;
  /** What the service says; null where it says nothing. */
  estimate: Estimate['parts'][number] | null;
};

/** What some of the damages cost by themselves. */
export type CostOfSome = Record<'total' | 'low' | 'high', Cents> & {
  currency: Currency;
  is_example: boolean;
};

export type Pricing = {
  methodology: Methodology;
  /** Null where nothing was estimated: nobody said in which currency people's prices are. */
  currency: Currency | null;
  tax_percent: number;
  details: PriceDetail[];
  /** Parts of which only the family is known. They count in the total unless a person set it. */
  open_parts: Estimate['open_parts'];
  /** What is listed, or may be damaged unseen, and not in the total; nothing where a person set it. */
  not_priced: NotPriced[];
  /** Without tax. A person's price for the whole vehicle takes the place of the sum. */
  total: Cents;
  low: Cents;
  high: Cents;
  tax: Cents;
  /** Something in it was worked out with the example matrix. */
  has_examples: boolean;
  /** The vehicle is damaged so heavily that photos do not tell what its repair costs, and nobody said it. */
  beyond_visual_estimate: boolean;
  /** Nothing has a price, although a place is to be checked or a damage or a flat tire has none: this is not a price of nothing. */
  not_assessed: boolean;
  estimate: Estimate | null;
};

/** `cents` null: the part is not counted. */
type UserOverride = { id: string; part_id: string | null; cents: Cents | null };

/** Prices of their own over those that came with a severity; of these the last. */
const userPrices = ({ prices, severities }: Inspection): Map<string | null, UserOverride> => {
  const overrides = new Map<string | null, UserOverride>();
  for (const { id, related_item_type, related_item_id, pricing, is_user_modified, deleted_at } of severities)
    if (related_item_type === 'part' && is_user_modified && pricing !== null && deleted_at === null)
      overrides.set(related_item_id, { id, part_id: related_item_id, cents: toHundredths(pricing) });
  for (const { id, part_id, pricing } of prices)
    overrides.set(part_id, { id, part_id, cents: pricing === null ? null : toHundredths(pricing) });
  return overrides;
};

/** Until an organization has saved prices of its own. */
export const isByExample = (estimate: Estimate | null) => estimate?.matrix_version === DEFAULT_MATRIX.version;

const detailsOf = (
  inspection: Inspection,
  estimate: Estimate | null,
  overrides: ReturnType<typeof userPrices>,
): PriceDetail[] => {
  const estimated = new Map(estimate?.parts.map((part) => [part.part_id, part]));
  const typeOf = new Map(inspection.parts.map((part) => [part.id, part.part_type]));
  const items = new Set<string | null>([...estimated.keys(), ...overrides.keys()]);
  return [...items].flatMap((part_id): PriceDetail[] => {
    const part = part_id === null ? null : (estimated.get(part_id) ?? null);
    const word = overrides.get(part_id);
    if (word?.cents === null) return [];
    const price = word?.cents ?? part!.total;
    return [
      {
        id: word?.id ?? part!.id,
        part_id,
        part_type: part_id === null ? null : typeOf.get(part_id)!,
        related_item_id: part_id ?? inspection.vehicle?.id ?? null,
        price,
        low: word ? price : part!.low,
        high: word ? price : part!.high,
        is_user_modified: word !== undefined,
        is_example: word === undefined && isByExample(estimate),
        estimate: part,
      },
    ];
  });
};

/** A person said so, or there is nothing to repair: the others cost what nobody knows yet. */
const COSTS_NOTHING: readonly NotPriced['code'][] = ['left_out', 'nothing_to_repair'];

const priced = (inspection: Inspection, estimate: Estimate | null): Pricing => {
  const state = judgmentOf(inspection).state?.state;
  const overrides = userPrices(inspection);
  const details = detailsOf(inspection, estimate, overrides);
  const vehicle = details.find(({ part_id }) => part_id === null);
  const counted = vehicle ? [vehicle] : details;
  const open_parts = vehicle ? [] : (estimate?.open_parts ?? []);
  const openly = (of: 'total' | 'low' | 'high') => sum(open_parts.map((part) => part[of]));
  const total = sum(counted.map(({ price }) => price)) + openly('total');
  const tax_percent = estimate?.tax_percent ?? 0;
  const not_priced = estimate && !vehicle ? notPricedOf(inspection, estimate, overrides) : [];
  // Damages on no known part may belong to one that is priced already, and an unseen one may not be there.
  const atMost = sum(not_priced.map(({ at_most }) => at_most ?? 0));
  const isOpen = state === null || not_priced.some(({ code }) => !COSTS_NOTHING.includes(code));
  return {
    methodology: estimate?.methodology ?? 'labor_cost',
    currency: estimate?.currency ?? null,
    tax_percent,
    details,
    open_parts,
    not_priced,
    total,
    low: sum(counted.map(({ low }) => low)) + openly('low'),
    high: sum(counted.map(({ high }) => high)) + openly('high') + atMost,
    tax: percentOf(total, tax_percent),
    has_examples:
      details.some(({ is_example }) => is_example) || (open_parts.length > 0 && isByExample(estimate)),
    beyond_visual_estimate: !vehicle && isBeyondVisualEstimate(state),
    not_assessed: counted.length + open_parts.length === 0 && isOpen,
    estimate,
  };
};

/** One for each way of pricing; none where nothing was estimated and nobody said a price. */
export const pricingOf = (inspection: Inspection): Pricing[] => {
  if (inspection.estimates.length > 0)
    return inspection.estimates.map((estimate) => priced(inspection, estimate));
  const byPeople = priced(inspection, null);
  return byPeople.details.length > 0 ? [byPeople] : [];
};
