import { z } from 'zod';
import { damageTypeSchema, sizeCmSchema } from './findings/damage.ts';
import { partTypeSchema } from './findings/part.ts';

/** 1 low, 2 moderate, 3 high. */
export const levelSchema = z.literal([1, 2, 3]);
export type Level = z.infer<typeof levelSchema>;

const extentSchema = z.object({
  /** Of the part, 0 to 1. */
  share: z.number(),
  /** The photo shows only a piece of the part, or the damage is only boxed: its share is this or less. */
  at_most: z.boolean(),
  /** Null where the part has no typical size, or no side of it is whole on the photo. */
  size_cm: sizeCmSchema.nullable(),
});
export type Extent = z.infer<typeof extentSchema>;

/** A level counts from such a share of the part, or from such a length. */
const markSchema = z.object({ share: z.number(), cm: z.number() });
export type Mark = z.infer<typeof markSchema>;

const graded = z.object({
  damage_type: damageTypeSchema,
  part_type: partTypeSchema,
  /** Of the damage. */
  level: levelSchema,
  /** Of a part: of how many damages it is the worst, and whether so many minor ones make it moderate. */
  worst_of: z.number().optional(),
  raised: z.boolean().optional(),
});

/** Why something has its severity. */
const reasonSchema = z.discriminatedUnion('code', [
  graded.extend({ code: z.enum(['set_by_person', 'always']) }),
  // `photo_share`: of a close-up, where the damage covers so much of it that it counts one level more.
  graded.extend({ code: z.enum(['unseen']), photo_share: z.number().optional() }),
  graded.extend({ code: z.enum(['vague']), extent: extentSchema }),
  // What the photos of it as a whole say of it. `extent`: as far as it is known.
  graded.extend({
    code: z.enum(['heavy_photo', 'no_heavy_photo']),
    heavy_probability: z.number(),
    extent: extentSchema.optional(),
  }),
  // What its part looks like by itself, with what the size tells. `extent`: as far as it is known.
  graded.extend({
    code: z.enum(['by_look_of_part']),
    moderate_probability: z.number(),
    severe_probability: z.number(),
    extent: extentSchema.optional(),
  }),
  // `mark`: the one that was reached, or the one that was not.
  graded.extend({ code: z.enum(['from_mark', 'below_mark']), extent: extentSchema, mark: markSchema }),
]);
export type Reason = z.infer<typeof reasonSchema>;
export const SEVERITY_REASONS = reasonSchema.options.flatMap(({ shape }) => shape.code.options);

export const SEVERITY_ITEM_TYPES = ['part', 'damage', 'comment'] as const;

export const severitySchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  label: partTypeSchema,
  level: z.number().nullable(),
  pricing: z.number().nullable(),
  repair_operation: z.string().nullable(),
  comment: z.string().nullable(),
  related_item_type: z.enum(SEVERITY_ITEM_TYPES),
  related_item_id: z.string().nullable(),
  is_user_modified: z.boolean(),
  /** Why this level, where the service said it. */
  reason: reasonSchema.nullable(),
  /** What its part costs by whoever has the last word, the service included, which says it of its own entries. */
  part_price: z.number().nullable(),
  /** What the service would do to the part: `repair` or `replace`. */
  estimated_operation: z.string().nullable(),
  /** The version of the price matrix behind the service's price; 0: the default one. */
  estimated_with: z.number().nullable(),
  created_at: z.string(),
  created_by: z.string(),
  deleted_at: z.string().nullable(),
  deleted_by: z.string().nullable(),
});
export type Severity = z.infer<typeof severitySchema>;
