/** What a client can set for a task with many options. Every other task has its options in the registry itself. */
import { z } from 'zod';
import { CUTTING_DEFAULTS } from '../damages/cuttings.ts';
import { USUAL_THRESHOLD } from '../damages/tuning.ts';
import { FreeForm, ShortText, TimeZone } from '../field-schemas.ts';
import { REPORT_LANGUAGES, REPORT_PAPERS } from '../vocabulary.ts';

const SubImages = z.object({
  generate_tight: z
    .boolean()
    .default(CUTTING_DEFAULTS.generate_tight)
    .describe('The finding and its margin alone, in its own proportions.'),
  margin: z
    .number()
    .min(0)
    .max(10)
    .default(CUTTING_DEFAULTS.margin)
    .describe('Around the finding, as a share of its sides.'),
  damage_view_part_interpolation: z.number().min(0).max(1).default(0),
  ratio: z.number().min(0.1).max(10).default(CUTTING_DEFAULTS.ratio).describe('Width to height.'),
  quality: z.number().min(0.05).max(1).default(CUTTING_DEFAULTS.quality),
});

export const DAMAGE_DETECTION_OPTIONS = {
  damage_score_threshold: z
    .number()
    .min(0)
    .max(1)
    .default(USUAL_THRESHOLD)
    .describe(
      `${USUAL_THRESHOLD}: each type is shown from its own threshold on. More: from this score or its own on, whichever is higher; less: whichever is lower.`,
    ),
  generate_visual_output: z
    .object({ generate_parts: z.boolean().default(false), generate_damages: z.boolean().default(false) })
    .optional(),
  generate_subimages_parts: SubImages.optional(),
  generate_subimages_damages: SubImages.optional(),
  damage_severity: z.object({ output_format: ShortText.default('default') }).optional(),
  scoring: FreeForm.default({}),
  dampart_confidence_score: z
    .object({ size_bucket_limits_cm: z.array(z.number().positive()).min(1).max(4) })
    .optional(),
};

/** Clients write papers in either case. */
const lowerCase = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), schema);

/** Of a report, whether the task or a request of its own makes it. */
export const REPORT_OPTIONS = {
  pricing: z.boolean().default(false).describe('Show what the repairs cost.'),
  customer: ShortText.optional(),
  client_name: ShortText.optional(),
  language: ShortText.optional().describe(
    `${REPORT_LANGUAGES.join(', ')}; of a region (fr-FR) the same without it, of anything else en. ` +
      'Without it, as the organization is set up, else English.',
  ),
  paper: lowerCase(z.enum(REPORT_PAPERS)).default('a4'),
  vin: ShortText.optional(),
  time_zone: TimeZone.optional().describe(
    'Of the times in it, by its IANA name. Without it, as the organization is set up, else UTC.',
  ),
  suspicions: z.boolean().default(false).describe('List the suspicions that nobody has decided yet.'),
};
