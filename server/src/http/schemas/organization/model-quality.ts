import { z } from 'zod';
import { Id } from '../common.ts';

const MOST_WEEKS = 26;
const WEEKS = `Give a whole number from 1 to ${MOST_WEEKS}.`;

export const ModelQualityQuery = z.object({
  weeks: z.coerce
    .number({ error: WEEKS })
    .int(WEEKS)
    .min(1, WEEKS)
    .max(MOST_WEEKS, WEEKS)
    .default(12)
    .describe('So many weeks up to this one.'),
});

const Share = z.number().nullable();
const Drift = z
  .number()
  .nullable()
  .describe(
    'How far the scores lie from those of the validation photos, as a population stability index: from 0.1 on they differ, from 0.25 on much. null: fewer than 100, or no distribution is known for this version.',
  );
const Day = z.string().meta({ example: '2026-03-09' }).describe('Its Monday (UTC).');

const Count = z.number().int();
const Outcomes = z.object({
  confirmed: Count,
  corrected: Count,
  dismissed: Count,
  added: Count,
  suspected_confirmed: Count,
  suspected_dismissed: Count,
  suspected_open: Count,
});

export const ModelQualityAnswer = z
  .object({
    id: Id.describe('The organization.'),
    weeks: z
      .array(
        z.object({
          week: Day,
          inspections: z.number().int().describe('Approved ones that were made in this week.'),
          photos: z.number().int(),
          rejected_photos: z.number().int().describe('Those that were to be taken again.'),
          models: z.array(
            z.object({
              name: z.string().nullable().describe('null: nothing tells which model looked.'),
              version: z.string().nullable(),
              outcomes: Outcomes.describe(
                'What people made of its finds: confirmed as they were, corrected in type or part, dismissed. added: people saw it and the model did not. suspected: it was not sure.',
              ),
              confirmed_share: Share.describe('Of confirmed, corrected and dismissed findings.'),
              added_share: Share.describe('Of all damages that are there.'),
              abstained_share: Share.describe(
                'Of all that the model saw: suspicions, and findings on no known part.',
              ),
              mean_score: Share,
              score_drift: Drift,
            }),
          ),
          photo_quality: z.array(
            z.object({ score: z.string(), mean: z.number().describe('Low is bad.'), drift: Drift }),
          ),
        }),
      )
      .describe('Oldest first. Weeks without an approved inspection are left out.'),
    alerts: z
      .array(
        z.object({
          code: z.literal('confirmation_fell'),
          message: z.string(),
          model: z.string(),
          version: z.string().nullable(),
          week: Day,
          share: z.number(),
          findings: z.number().int(),
          share_before: z.number().describe('In the eight weeks before.'),
          findings_before: z.number().int(),
        }),
      )
      .describe('Where the share of confirmed findings fell by more than chance explains.'),
  })
  .meta({ id: 'ModelQuality' });
