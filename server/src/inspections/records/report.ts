import { z } from 'zod';
import { REPORT_LANGUAGES } from '../vocabulary.ts';
import { jsonSchema } from './json.ts';

export const reportStatusSchema = z.enum(['requested', 'ready', 'error']);

export const reportSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  status: reportStatusSchema,
  /** Made here, or uploaded by a client. */
  source: z.enum(['service', 'client']),
  options: jsonSchema,
  error: z.string().nullable(),
  /** While another one is being made, that of the last. */
  file_key: z.string().nullable(),
  requested_at: z.string(),
  made_at: z.string().nullable(),
  /** Of the inspection's data when the report was made. */
  data_version: z.string().nullable(),
});
export type Report = z.infer<typeof reportSchema>;

/** Lets whoever has its secret see the inspection until it expires or is revoked. */
export const shareLinkSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  costs: z.boolean(),
  language: z.enum(REPORT_LANGUAGES),
  created_at: z.string(),
  created_by: z.string(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
  last_opened_at: z.string().nullable(),
  /** Until when findings can be contested through it; null: not at all. */
  contest_until: z.string().nullable(),
  report_status: reportStatusSchema,
  /** While another one is being made, that of the last. */
  report_key: z.string().nullable(),
  report_made_at: z.string().nullable(),
  report_version: z.string().nullable(),
});
export type ShareLink = z.infer<typeof shareLinkSchema>;
