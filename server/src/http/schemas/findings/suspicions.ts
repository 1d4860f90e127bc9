import { z } from 'zod';
import { PART_TYPES } from '../../../inspections/parts/parts.ts';
import { DAMAGE_TYPES, SUSPICION_STATES } from '../../../inspections/vocabulary.ts';
import { Id, Time } from '../common.ts';
import { Box } from './findings.ts';

/** Beside what is listed, so that no list of damages reads as a clean bill of health. */
export const PlacesToCheck = z
  .number()
  .int()
  .describe('Places that a person should check; ask for show_suspicions to see them.');

export const SuspicionAnswer = z
  .object({
    id: Id,
    object_type: z.literal('SUSPICION'),
    inspection_id: Id,
    damage_type: z.enum(DAMAGE_TYPES),
    part_type: z.enum(PART_TYPES).nullable().describe('null: on no part that is known.'),
    score: z.number().describe('How sure the model is, 0 to 1: less than it is of a damage.'),
    model: z.object({ name: z.string(), version: z.string() }),
    state: z
      .enum(SUSPICION_STATES)
      .describe(
        'open: for a person to check. confirmed: a damage now. dismissed: a person sees no damage there.',
      ),
    damage_id: Id.nullable().describe('The damage that a person made of it; deleted if that was taken back.'),
    views: z
      .array(
        z.object({
          image_id: Id,
          bounding_box: Box,
          polygons: z.array(z.array(z.array(z.number()))),
          score: z.number(),
        }),
      )
      .describe('Where it is, in pixels of the upright photo, the surest first.'),
    created_at: Time,
    decided_at: Time.nullable(),
    decided_by: z.string().nullable(),
  })
  .meta({ id: 'Suspicion' });
