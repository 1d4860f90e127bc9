/**
 * What repairs cost: an organization's own matrix, or the default one that comes with the service. Amounts are
 * without tax. How it is read, line by line: docs/estimates.md.
 */
import type { MatrixVersion, PriceMatrix, Segment } from '../records/price-matrix.ts';
import defaults from './price-matrix.json' with { type: 'json' };

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
