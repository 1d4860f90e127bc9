import { z } from 'zod';
import { PART_TYPES } from '../../parts/parts.ts';

export const partTypeSchema = z.enum(PART_TYPES);

export const partSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  part_type: partTypeSchema,
  created_at: z.string(),
  created_by: z.string(),
});
export type Part = z.infer<typeof partSchema>;
