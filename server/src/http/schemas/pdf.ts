import { z } from 'zod';
import { REPORT_OPTIONS } from '../../inspections/tasks/task-options.ts';
import { REPORT_LANGUAGES } from '../../inspections/vocabulary.ts';
import { Id, ReviewAnswer, Time } from './common.ts';

export const PdfBody = z
  .object(REPORT_OPTIONS)
  .meta({ example: { pricing: true, customer: 'fleet', client_name: 'Ada Martin', language: 'en' } });

export const UploadedPdfInput = z
  .object({ pdf_post_strategy: z.enum(['upload']) })
  .meta({ example: { pdf_post_strategy: 'upload' } });

const ofReport = {
  id: Id.describe('Of the inspection, whose one report this is.'),
  report_id: Id,
  language: z
    .enum(REPORT_LANGUAGES)
    .nullable()
    .describe('null: of a report that was uploaded, nobody knows.'),
};

export const PdfRequestAnswer = z.object({
  ...ofReport,
  inspection_id: Id,
  status: z.string(),
  requested_at: Time,
  notice: z
    .string()
    .nullable()
    .describe('The reason, if the language of the report differs from the requested language.'),
});

export const PdfAnswer = z.object({
  ...ofReport,
  pdf_url: z.string(),
  stale: z.boolean().describe('The inspection has changed since. Ask for the report again.'),
  made_at: Time,
  data_version: z.string().describe('The version of the data in the report. It is printed on every page.'),
  review: ReviewAnswer,
  source: z.enum(['service', 'client']).describe('Made here, or uploaded.'),
});
