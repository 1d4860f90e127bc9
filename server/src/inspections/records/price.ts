import { z } from 'zod';

/** What a person says a part or, without one, the whole vehicle costs; null: it is not to be counted. */
export const priceSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  related_item_type: z.enum(['part', 'vehicle']),
  part_id: z.string().nullable(),
  pricing: z.number().nullable(),
  created_at: z.string(),
  created_by: z.string(),
});
export type Price = z.infer<typeof priceSchema>;
