import { z } from 'zod';
import { TASK_NAMES } from '../../../inspections/vocabulary.ts';
import { Id } from '../common.ts';

const Month = z
  .string()
  .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, 'Give a month such as 2026-03.')
  .meta({ example: '2026-03' });

export const UsageQuery = z.object({
  from: Month.optional().describe(
    'The first month, not after the last one and at most 36 in all. Without it, eleven months before that.',
  ),
  to: Month.optional().describe('The last month. Without it, this one.'),
});

export const UsageAnswer = z
  .object({
    id: Id.describe('The organization.'),
    from: Month,
    to: Month,
    months: z
      .array(
        z.object({
          month: Month,
          inspections: z.number().int(),
          images: z.number().int(),
          tasks: z
            .array(z.object({ name: z.enum(TASK_NAMES), count: z.number().int() }))
            .describe('Those that were started, by name.'),
          bytes_stored: z
            .number()
            .describe('The size of the stored photos, without the files derived from them.'),
        }),
      )
      .describe('Grouped by the month of creation (UTC). Months without inspections are left out.'),
  })
  .meta({ id: 'UsageReport' });
