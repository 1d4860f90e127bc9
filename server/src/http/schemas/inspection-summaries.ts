import { z } from 'zod';
import { INSPECTION_STATUSES } from '../../inspections/vocabulary.ts';
import { Id, Time } from './common.ts';

const text = z.string().nullable();

export const InspectionSummaryAnswer = z
  .object({
    id: Id,
    object_type: z.literal('INSPECTION'),
    status: z.enum(INSPECTION_STATUSES),
    created_at: Time,
    owner_id: z.string(),
    inspection_type: text,
    brand: text,
    model: text,
    plate: text,
    vin: text,
    images_count: z.number().int(),
    damages_count: z.number().int(),
    analysed: z
      .boolean()
      .describe(
        'Whether photos were searched for damages, or somebody named one: else 0 damages says nothing.',
      ),
    worst_severity: z.number().int().min(1).max(3).nullable().describe('1 small, 2 moderate, 3 large.'),
    thumbnail: text.describe('A signed address of its first image, small; null where it has none.'),
  })
  .meta({ id: 'InspectionSummary' });
