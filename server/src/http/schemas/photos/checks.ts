import { z } from 'zod';
import { CHECK_KINDS, SIDES } from '../../../inspections/records/findings/check.ts';
import { Id } from '../common.ts';

const day = z.iso.date();

export const CheckAnswer = z
  .object({
    kind: z.enum(CHECK_KINDS),
    image_ids: z
      .array(Id)
      .describe(
        'The photos that it is about. Empty if it is about photos that are missing, unless those of one of several vehicles are.',
      ),
    reason: z
      .object({
        code: z.enum([
          'no_vehicle',
          'nothing_visible',
          'same_picture',
          'paint_differs',
          'plates_differ',
          'no_whole_view',
          'sides_not_shown',
          'sides_of_vehicle_not_shown',
          'taken_before_loss',
          'taken_before',
          'taken_after',
          'taken_apart',
        ]),
        plates: z.array(z.string()).optional().describe('Of plates_differ.'),
        sides: z
          .array(z.enum(SIDES))
          .optional()
          .describe('Of sides_not_shown and sides_of_vehicle_not_shown.'),
        first_day: day.optional().describe('Of photo_date.'),
        last_day: day.optional().describe('Of photo_date.'),
        days: z.number().int().optional().describe('Of photo_date: the largest distance.'),
      })
      .describe('A stable code with its values.'),
    message: z.string().describe('The reason as a sentence in English.'),
    groups: z
      .array(z.object({ image_ids: z.array(Id), damage_ids: z.array(Id) }))
      .describe(
        'Of different_vehicle: the photos of each vehicle and the damages that they show. Otherwise empty.',
      ),
  })
  .describe('docs/checks.md explains the kinds.')
  .meta({ id: 'Check' });
