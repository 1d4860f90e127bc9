import { z } from 'zod';
import { OPEN_FAMILIES } from '../parts/open-families.ts';
import { partTypeSchema } from './part.ts';
import { CURRENCIES, operationSchema, RATES, SEGMENTS } from './price-matrix.ts';
import { levelSchema } from './severity.ts';

export const METHODOLOGIES = ['labor_cost', 'flat_rate'] as const;
export type Methodology = (typeof METHODOLOGIES)[number];

/** Hours in hundredths, cost in cents. */
const lineSchema = z.object({
  operation: operationSchema,
  /** The part that the work is done on; not always the damaged one. */
  part_type: partTypeSchema,
  /** What the hours are paid by; null: a fixed price, as that of a new part. */
  rate: z.enum(RATES).nullable(),
  hours: z.number(),
  cost: z.number(),
  reason: z.string(),
});
export type Line = z.infer<typeof lineSchema>;

const workSchema = z.object({
  severity: levelSchema,
  /** The operation that gives the work its name. */
  name: operationSchema,
  /** Why it is repaired or replaced. */
  reason: z.string(),
  lines: z.array(lineSchema),
  total: z.number(),
  low: z.number(),
  high: z.number(),
});

/** As in `damages[].vehicle_group`. */
const groupSchema = z.object({ vehicle_group: z.number().nullable() });

const partEstimateSchema = workSchema.extend({
  part_id: z.string(),
  part_type: partTypeSchema,
  /** Where the photos show several vehicles: the work on this part of each of them. */
  by_vehicle: z.array(workSchema.extend(groupSchema.shape)).optional(),
});
export type PartEstimate = z.infer<typeof partEstimateSchema>;

const notPricedSchema = z.object({
  reason: z.string(),
  /** In cents; absent where nobody can say, and in estimates of before 0027. */
  at_most: z.number().optional(),
});

const openPartSchema = z.object({
  severity: levelSchema,
  total: z.number(),
  low: z.number(),
  high: z.number(),
});

const estimateResultSchema = z.object({
  methodology: z.enum(METHODOLOGIES),
  currency: z.enum(CURRENCIES),
  tax_percent: z.number(),
  segment: z.enum(SEGMENTS),
  parts: z.array(partEstimateSchema),
  /** Parts of which only the family is known, by what their readings cost; none in estimates of before 0031. */
  open_parts: z.array(
    openPartSchema.extend({
      family: z.enum(OPEN_FAMILIES),
      by_vehicle: z.array(openPartSchema.extend(groupSchema.shape)).optional(),
    }),
  ),
  /** What the matrix has no price for. */
  not_priced: z.array(
    notPricedSchema.extend({
      part_type: partTypeSchema,
      by_vehicle: z.array(notPricedSchema.extend(groupSchema.shape)).optional(),
    }),
  ),
});
export type EstimateResult = z.infer<typeof estimateResultSchema>;

/** What the service says a repair costs; amounts in cents. The id of a part's estimate stays when it is made again. */
export const estimateSchema = estimateResultSchema.extend({
  id: z.string(),
  inspection_id: z.string(),
  /** Of the organization's price matrix; 0: the default one. */
  matrix_version: z.number(),
  parts: z.array(partEstimateSchema.extend({ id: z.string() })),
  created_at: z.string(),
});
export type Estimate = z.infer<typeof estimateSchema>;
