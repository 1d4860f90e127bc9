/** What an organization says that repairs cost. Amounts are without tax. */
import { z } from 'zod';
import { PART_FAMILIES } from '../parts/part-families.ts';

/** Bodywork by difficulty, mechanics by difficulty, paint. */
export const LABOUR_KINDS = ['t1', 't2', 't3', 'm1', 'm2', 'm3', 'paint'] as const;

/** `ingredient`: paint and materials, for each hour of painting. */
export const RATES = [...LABOUR_KINDS, 'ingredient'] as const;

/** Those with cents, whatever the symbol. */
export const CURRENCIES = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'AUD',
  'CAD',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CZK',
  'RON',
] as const;
export type Currency = (typeof CURRENCIES)[number];

export const SEGMENTS = ['city', 'compact', 'sedan', 'suv', 'van'] as const;
export type Segment = (typeof SEGMENTS)[number];

/** How a damage is repaired, in the order of the work. */
export const REPAIR_STEPS = [
  'polishing',
  'paintless_dent_repair',
  'dent_repair',
  'plastic_repair',
  'sanding',
  'painting',
] as const;
export type RepairStep = (typeof REPAIR_STEPS)[number];
/** What is done to a part. `refinishing` is the blend of a neighbor, `removing` taking a part off and refitting it. */
export const PART_OPERATIONS = [...REPAIR_STEPS, 'refinishing', 'removing', 'replacing'] as const;
export type PartOperation = (typeof PART_OPERATIONS)[number];
/** Color mixed, car masked: once for all painted panels that stand together. */
export const operationSchema = z.enum([...PART_OPERATIONS, 'paint_preparation']);
export type Operation = z.infer<typeof operationSchema>;

/** One value for each severity level; null: not done at that level. */
const amount = z.number().nullable();
const byLevelSchema = z.tuple([amount, amount, amount]);

const partPricesSchema = z.object({
  operations: z.partialRecord(
    z.enum(PART_OPERATIONS),
    z.object({ labour: z.enum(LABOUR_KINDS), hours: byLevelSchema }),
  ),
  /** Of a new part; null: it is not replaced. */
  part_prices: z.record(z.enum(SEGMENTS), z.number()).nullable(),
  /** Everything included, for estimates by flat rate. */
  flat_rates: byLevelSchema,
});
export type PartPrices = z.infer<typeof partPricesSchema>;

const priceMatrixSchema = z.object({
  currency: z.enum(CURRENCIES),
  tax_percent: z.number(),
  /** How far real hours lie around those of the matrix. */
  spread_percent: z.number(),
  hourly_rates: z.record(z.enum(RATES), z.number()),
  paint_preparation_hours: z.number(),
  parts: z.record(z.enum(PART_FAMILIES), partPricesSchema),
});
export type PriceMatrix = z.infer<typeof priceMatrixSchema>;

/** An organization's matrices are numbered from 1; 0 is the default of the service. */
export const matrixVersionSchema = z.object({
  version: z.number(),
  matrix: priceMatrixSchema,
  created_at: z.string().nullable(),
  created_by: z.string().nullable(),
});
export type MatrixVersion = z.infer<typeof matrixVersionSchema>;

const NO_PRICE: PartPrices = { operations: {}, part_prices: null, flat_rates: [null, null, null] };

/**
 * A matrix as any version stored it. Versions of a matrix never change, so an older one lacks the parts that the
 * vocabulary has gained since: they have no price in it.
 */
export const priceMatrixAsStored = (stored: PriceMatrix): PriceMatrix => {
  const parts = Object.fromEntries(PART_FAMILIES.map((family) => [family, stored.parts[family] ?? NO_PRICE]));
  return priceMatrixSchema.parse({ ...stored, parts });
};
