import { z } from 'zod';

export const workerSchema = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  /** Versions of the damage model that it has open. */
  loaded: z.array(z.string()),
  /** Why one that is in use cannot be opened there. */
  problem: z.string().nullable(),
});
export type Worker = z.infer<typeof workerSchema>;
