import { z } from 'zod';
import { LESSON_REASONS } from '../../inspections/records/lesson.ts';
import { DAMAGE_TYPES, INSPECTION_STATUSES } from '../../inspections/vocabulary.ts';
import { Id, ReviewAnswer, Time } from './common.ts';
import { PlacesToCheck } from './findings/suspicions.ts';
import { ConditionScore } from './findings/vehicle-state.ts';

const text = z.string().nullable();

export const InspectionSummaryAnswer = z
  .object({
    id: Id,
    object_type: z.literal('INSPECTION'),
    status: z.enum(INSPECTION_STATUSES),
    created_at: Time,
    owner_id: z.string(),
    inspection_type: text,
    reference: text,
    customer: text,
    date_of_loss: text,
    assigned_to: text.describe('The user id of the person who works on it.'),
    deleted_at: Time.nullable(),
    brand: text,
    model: text,
    plate: text,
    vin: text,
    images_count: z.number().int(),
    damages_count: z.number().int(),
    places_to_check: PlacesToCheck,
    open_contests: z.number().int().describe('Contests of people with a share link that nobody has decided.'),
    overdue_contests: z
      .number()
      .int()
      .describe('Of these, those that are not decided in the time that the organization set.'),
    analysed: z
      .boolean()
      .describe(
        'True if photos were searched for damages or a person added one. Otherwise a count of 0 has no meaning.',
      ),
    worst_severity: z.number().int().min(1).max(3).nullable().describe('1 small, 2 moderate, 3 large.'),
    worst_severity_raised: z
      .boolean()
      .describe('No damage is as bad: three or more damages on one part make it moderate.'),
    condition_score: ConditionScore.describe('100 means no damage. Of several vehicles that of the worst.'),
    repair_cost: z.number().nullable().describe('Without tax; null where nothing was estimated.'),
    currency: text.describe('Of repair_cost; null where only people gave prices.'),
    review: ReviewAnswer,
    learning_value: z
      .number()
      .int()
      .min(0)
      .max(100)
      .describe(
        'How much a review of it would teach a model; 0 once it is approved. docs/running/learning.md explains it.',
      ),
    learning_reasons: z
      .array(
        z.object({
          code: z.enum(LESSON_REASONS),
          count: z.number().int().describe('Of finds; for rare_type, of your own labels so far.'),
          damage_type: z.enum(DAMAGE_TYPES).nullable().describe('The rare type.'),
          message: z.string().describe('The reason in English.'),
        }),
      )
      .describe('What adds most comes first.'),
    thumbnail: text.describe('A signed link to a thumbnail of its first image; null if it has no image.'),
  })
  .meta({ id: 'InspectionSummary' });
