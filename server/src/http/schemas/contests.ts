import { z } from 'zod';
import { PART_TYPES } from '../../inspections/parts/parts.ts';
import { CONTEST_REASONS, CONTEST_STATES, DAMAGE_TYPES } from '../../inspections/vocabulary.ts';
import { Id, InspectionParams, Time } from './common.ts';

const LONGEST = 2000;

export const ContestParams = InspectionParams.extend({ contest_id: z.string() });

export const ContestsQuery = z.object({ state: z.enum(CONTEST_STATES).optional() });

const Reason = z.enum(CONTEST_REASONS);

export const ContestBody = z
  .object({
    damage_id: z.string().max(100).describe('A damage of the shared inspection.'),
    reason: Reason,
    text: z
      .string()
      .trim()
      .max(LONGEST, { error: `The text has at most ${LONGEST} characters.` })
      .default('')
      .describe('Plain text. It is never taken for markup, and nobody finds it by a search.'),
  })
  .refine(({ reason, text }) => reason !== 'other' || text !== '', {
    path: ['text'],
    error: 'Write what is wrong with the finding.',
  })
  .meta({
    description: 'The reason other needs a text.',
    example: {
      damage_id: '0198c5a2-7d1e-7c3a-9f52-6b1d2e3f4a5b',
      reason: 'was_there_before',
      text: 'The dent was there when I got the car.',
    },
  });

export const DecisionBody = z
  .object({
    state: z.enum(['accepted', 'rejected']),
    reason: z
      .string()
      .trim()
      .min(1, { error: 'Give a reason. Whoever contested the finding reads it.' })
      .max(LONGEST, { error: `The reason has at most ${LONGEST} characters.` })
      .describe('Whoever contested the finding reads it.'),
    remove_damage: z
      .boolean()
      .optional()
      .describe(
        'Of an accepted contest: deletes the damage in the same commit. Else only for not_a_damage and not_my_vehicle.',
      ),
  })
  .meta({ example: { state: 'accepted', reason: 'The photo of the handover shows the same dent.' } });

const photos = z.array(
  z.object({ id: Id, path: z.string(), image_width: z.number().int(), image_height: z.number().int() }),
);

const said = {
  id: Id,
  damage_id: Id,
  damage_type: z.enum(DAMAGE_TYPES),
  part_type: z.enum(PART_TYPES),
  reason: Reason,
  text: z.string().describe('Plain text, with line breaks.'),
  photos,
  state: z.enum(CONTEST_STATES),
  created_at: Time,
  withdrawn_at: Time.nullable().describe('When whoever contested took it back.'),
  decided_at: Time.nullable(),
  decision_reason: z.string().nullable(),
  damage_removed: z.boolean().describe('The decision deleted the damage.'),
};

/** As whoever contested sees it: without the people who decide. */
export const SharedContestAnswer = z.object(said).meta({ id: 'SharedContest' });

export const ContestAnswer = z
  .object({
    ...said,
    inspection_id: Id,
    share_link_id: Id.nullable().describe('null a month after the end of the link.'),
    decide_until: Time.nullable().describe(
      'By contest_decision_days of the organization when the contest came; null: no limit.',
    ),
    is_overdue: z.boolean().describe('It is open, and decide_until is over.'),
    damage_is_deleted: z.boolean(),
    decided_by: z.string().nullable(),
    decided_by_name: z.string().nullable().describe('null if the token had no name.'),
  })
  .meta({ id: 'Contest' });
