import { z } from 'zod';
import { jsonSchema } from '../json.ts';
import { boundingBoxSchema } from '../place.ts';
import { damageTypeSchema } from './damage.ts';
import { partTypeSchema } from './part.ts';

/** A person's change to a damage, a severity or a price, a validation, or its withdrawal. */
export const correctionSchema = z.object({
  id: z.string(),
  /** The damage, severity, price or task. */
  item_id: z.string(),
  /** Null: of the whole vehicle. */
  part_type: partTypeSchema.nullable(),
  /** `validated` and `withdrawn`: the validation of a task. */
  action: z.enum(['created', 'changed', 'deleted', 'restored', 'validated', 'withdrawn']),
  before: jsonSchema.nullable(),
  after: jsonSchema.nullable(),
  made_at: z.string(),
  made_by: z.string(),
  /** As people know each other; null where the token did not tell. */
  made_by_name: z.string().nullable(),
});
export type Correction = z.infer<typeof correctionSchema>;

/** A view that a person made, deleted, or left on a damage that a person changed. */
export const spokenForSchema = z.object({
  image_id: z.string(),
  damage_type: damageTypeSchema.nullable(),
  part_type: partTypeSchema.nullable(),
  bounding_box: boundingBoxSchema,
});
export type SpokenFor = z.infer<typeof spokenForSchema>;
