import { z } from 'zod';
import { REPORT_LANGUAGES, REPORT_PAPERS } from '../../inspections/vocabulary.ts';
import { Id, ShortText, Time } from './common.ts';

/** Clients write papers in either case. */
const lowerCase = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), schema);

export const PdfBody = z
  .object({
    pricing: z.boolean().default(false).describe('Show what the repairs cost.'),
    customer: ShortText.optional(),
    client_name: ShortText.optional(),
    language: ShortText.optional().describe(
      `${REPORT_LANGUAGES.join(', ')}; of a region (fr-FR) the same without it, of anything else en. ` +
        'Without it, as the organization is set up, else English.',
    ),
    paper: lowerCase(z.enum(REPORT_PAPERS)).default('a4'),
    vin: ShortText.optional(),
  })
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
  source: z.enum(['service', 'client']).describe('Made here, or uploaded.'),
});
