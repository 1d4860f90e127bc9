import { z } from 'zod';

/** What somebody said about an inspection. A deleted one keeps its author and its times, and loses its text. */
export const commentSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  text: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string(),
  /** As people know each other; null where the token did not tell. */
  created_by_name: z.string().nullable(),
  deleted_at: z.string().nullable(),
});
export type Comment = z.infer<typeof commentSchema>;
