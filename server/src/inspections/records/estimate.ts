import { z } from 'zod';
import { OPEN_FAMILIES } from '../parts/open-families.ts';
import { partTypeSchema } from './findings/part.ts';
import { CURRENCIES, operationSchema, RATES, REPAIR_STEPS, SEGMENTS } from './price-matrix.ts';
import { levelSchema } from './severity.ts';

export const METHODOLOGIES = ['labor_cost', 'flat_rate'] as const;
export type Methodology = (typeof METHODOLOGIES)[number];

export const PANEL_GROUPS = ['front', 'back', 'left', 'right', 'top'] as const;

const code = <Code extends string>(...codes: Code[]) => z.object({ code: z.enum(codes) });

/** Why there is a line, or why a part is repaired or replaced; hours in hundredths, amounts in cents. */
const reasonSchema = z.discriminatedUnion('code', [
  code('part_exchange', 'new_part_painted', 'not_repairable', 'not_sold', 'as_asked'),
  // `damages`: how many the step serves at once.
  code('step').extend({ operation: z.enum(REPAIR_STEPS), level: levelSchema, damages: z.number() }),
  code('further_damage', 'flat_rate').extend({ level: levelSchema }),
  code('new_part').extend({ segment: z.enum(SEGMENTS) }),
  code('paint_materials').extend({ hours: z.number() }),
  code('paint_preparation').extend({ group: z.enum(PANEL_GROUPS) }),
  code('removal', 'blending').extend({ part_type: partTypeSchema }),
  code('repair_cheaper', 'new_part_cheaper').extend({
    repair: z.number(),
    new_part: z.number(),
    currency: z.enum(CURRENCIES),
  }),
]);
export type EstimateReason = z.infer<typeof reasonSchema>;
export const ESTIMATE_REASONS = reasonSchema.options.flatMap(({ shape }) => shape.code.options);

/** `reason`: in English. The details are absent in estimates of before 0039. */
const saidSchema = z.object({ reason: z.string(), reason_details: reasonSchema.optional() });

/** Hours in hundredths, cost in cents. */
const lineSchema = saidSchema.extend({
  operation: operationSchema,
  /** The part that the work is done on; not always the damaged one. */
  part_type: partTypeSchema,
  /** What the hours are paid by; null: a fixed price, as that of a new part. */
  rate: z.enum(RATES).nullable(),
  hours: z.number(),
  cost: z.number(),
});
export type Line = z.infer<typeof lineSchema>;

/** Its reason: why it is repaired or replaced. */
const workSchema = saidSchema.extend({
  severity: levelSchema,
  /** The operation that gives the work its name. */
  name: operationSchema,
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
  /** What is not listed, but may be there; absent where damages are listed. */
  code: z.literal('beside_torn_bumper').optional(),
  /** In cents; absent where nobody can say, and in estimates of before 0027. */
  at_most: z.number().optional(),
});

const openPartSchema = z.object({
  /** Where it is the same on all parts that may be meant; estimates of before tell none. */
  name: operationSchema.optional(),
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
  /** What the matrix has no price for, and what may be damaged unseen. */
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
