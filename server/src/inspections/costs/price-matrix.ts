/**
 * What repairs cost: an organization's own matrix, or the default one that comes with the service. Amounts are
 * without tax. How it is read, line by line: docs/estimates.md.
 */
import type { PartFamily } from '../parts/part-families.ts';
import defaults from './price-matrix.json' with { type: 'json' };

/** Bodywork by difficulty, mechanics by difficulty, paint. */
export const LABOUR_KINDS = ['t1', 't2', 't3', 'm1', 'm2', 'm3', 'paint'] as const;
export type LabourKind = (typeof LABOUR_KINDS)[number];

/** `ingredient`: paint and materials, for each hour of painting. */
export const RATES = [...LABOUR_KINDS, 'ingredient'] as const;
export type Rate = (typeof RATES)[number];

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

/** What is done to a part. `refinishing` is the blend of a neighbour, `removing` taking a part off and refitting it. */
export const PART_OPERATIONS = [
  'polishing',
  'paintless_dent_repair',
  'dent_repair',
  'sanding',
  'painting',
  'refinishing',
  'removing',
  'replacing',
] as const;
export type PartOperation = (typeof PART_OPERATIONS)[number];
/** Colour mixed, car masked: once for all painted panels that stand together. */
export type Operation = PartOperation | 'paint_preparation';

/** One value for each severity level; null: not done at that level. */
export type ByLevel = [number | null, number | null, number | null];

export type PartPrices = {
  operations: Partial<Record<PartOperation, { labour: LabourKind; hours: ByLevel }>>;
  /** Of a new part; null: it is not replaced. */
  part_prices: Record<Segment, number> | null;
  /** Everything included, for estimates by flat rate. */
  flat_rates: ByLevel;
};

export type PriceMatrix = {
  currency: Currency;
  tax_percent: number;
  /** How far real hours lie around those of the matrix. */
  spread_percent: number;
  hourly_rates: Record<Rate, number>;
  paint_preparation_hours: number;
  parts: Record<PartFamily, PartPrices>;
};

/** An organization's matrices are numbered from 1; 0 is the default of the service. */
export type MatrixVersion = {
  version: number;
  matrix: PriceMatrix;
  created_at: string | null;
  created_by: string | null;
};

export const DEFAULT_MATRIX: MatrixVersion = {
  version: 0,
  matrix: defaults as unknown as PriceMatrix,
  created_at: null,
  created_by: null,
};

const SEGMENT_OF: Record<string, Segment> = {
  city: 'city',
  hatchback: 'compact',
  sedan: 'sedan',
  cuv: 'suv',
  suv: 'suv',
  'large-suv': 'suv',
  pickup: 'suv',
  van: 'van',
  minivan: 'van',
  hgv: 'van',
};

/** A vehicle of an unknown type is taken for a compact one. */
export const segmentOf = (vehicleType: string | null | undefined): Segment =>
  SEGMENT_OF[vehicleType?.toLowerCase() ?? ''] ?? 'compact';
