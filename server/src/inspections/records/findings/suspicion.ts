import { z } from 'zod';
import { SUSPICION_STATES } from '../../vocabulary.ts';
import { boundingBoxSchema, polygonSchema } from '../place.ts';
import { damageTypeSchema } from './damage.ts';
import { foundBySchema } from './found-by.ts';
import { partTypeSchema } from './part.ts';

const suspicionViewSchema = z.object({
  image_id: z.string(),
  bounding_box: boundingBoxSchema,
  polygons: z.array(polygonSchema),
  score: z.number(),
});
export type SuspicionView = z.infer<typeof suspicionViewSchema>;

/** What a model is not sure enough of to call it a damage: a person confirms or dismisses it. */
export const suspicionSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  damage_type: damageTypeSchema,
  /** Null: on no part that is known. */
  part_type: partTypeSchema.nullable(),
  score: z.number(),
  model: foundBySchema,
  state: z.enum(SUSPICION_STATES),
  /** The damage that a person made of it; it is deleted while the suspicion is open again. */
  damage_id: z.string().nullable(),
  views: z.array(suspicionViewSchema),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  decided_by: z.string().nullable(),
});
export type Suspicion = z.infer<typeof suspicionSchema>;
