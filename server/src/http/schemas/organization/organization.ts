import { z } from 'zod';
import { TimeZone } from '../../../inspections/field-schemas.ts';
import { REPORT_LANGUAGES, TRAINING_USES } from '../../../inspections/vocabulary.ts';
import { Id, Time } from '../common.ts';

const asSetUp = 'null: as the service is set up.';

const settings = {
  blur_plates: z
    .boolean()
    .nullable()
    .describe(`Blur number plates on new inspections that do not say. ${asSetUp}`),
  blur_faces: z.boolean().nullable().describe(`The same for faces. ${asSetUp}`),
  language: z
    .enum(REPORT_LANGUAGES)
    .nullable()
    .describe(`Of reports, where whoever asks does not say. ${asSetUp}`),
  company_name: z.string().max(100).nullable().describe('At the head of reports.'),
  company_address: z.string().max(300).nullable().describe('Under the name; may have several lines.'),
  company_contact: z.string().max(200).nullable().describe('Under the address: phone, e-mail, website.'),
  time_zone: TimeZone.nullable().describe(
    'Of the times in reports, where whoever asks does not say. null: UTC.',
  ),
  retention_days: z
    .number()
    .int()
    .min(1)
    .max(36_500)
    .nullable()
    .describe('Inspections older than this number of days are erased permanently. null keeps them.'),
  require_approval: z
    .boolean()
    .describe(
      'Until a person has approved an inspection, its costs are marked as a draft: in answers, events, reports and on shared pages.',
    ),
  keep_originals: z
    .boolean()
    .describe(
      'Also keep new photos as they were received, bit for bit, with EXIF and GPS data. Only evidence packs that somebody with organization:manage asks for contain them.',
    ),
  contest_days: z
    .number()
    .int()
    .min(1)
    .max(365)
    .nullable()
    .describe('For so many days a share link with allow_contesting can be used to contest. null: 14.'),
  contest_decision_days: z
    .number()
    .int()
    .min(1)
    .max(365)
    .nullable()
    .describe(
      'Within so many days a contest is to be decided. Later it is overdue: it is first in the list, and an event tells so once. Nothing is decided by itself. null: no limit.',
    ),
  training_use: z
    .enum(TRAINING_USES)
    .describe(
      'What approved inspections may be used for. none: nothing. shown: the training of models on your own machines, on photos as people see them. original: also on photos as they came, without blurring. docs/running/training-data.md.',
    ),
};

export const OrganizationSettingsBody = z
  .object(settings)
  .partial()
  .meta({ example: { blur_plates: true, language: 'fr' } });

export const LogoInput = z.object({}).meta({ example: {} });

export const OrganizationSettingsAnswer = z
  .object({
    id: Id.describe('The organization; default where the token names none.'),
    ...settings,
    logo_url: z.string().nullable(),
    defaults: z
      .object({ blur_plates: z.boolean(), blur_faces: z.boolean(), language: z.enum(REPORT_LANGUAGES) })
      .describe('How the service is set up.'),
    may_manage: z
      .object({ organization: z.boolean(), pricing_matrix: z.boolean(), webhooks: z.boolean() })
      .describe('What the caller may change.'),
    updated_at: Time.nullable(),
    updated_by: z.string().nullable(),
  })
  .meta({ id: 'OrganizationSettings' });
