import { z } from 'zod';

/** The model that found it; null where a person did. */
export const foundBySchema = z.object({ name: z.string(), version: z.string() });
export type FoundBy = z.infer<typeof foundBySchema>;
