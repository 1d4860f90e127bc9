import { z } from 'zod';

/** An object that the service keeps as it came, and does not look into. */
export const jsonSchema = z.record(z.string(), z.unknown());
export type Json = z.infer<typeof jsonSchema>;
