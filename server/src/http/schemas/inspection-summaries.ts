import { z } from 'zod';
import { INSPECTION_STATUSES } from '../../inspections/vocabulary.ts';
import { Id, Time } from './common.ts';
import { PlacesToCheck } from './suspicions.ts';

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
    places_to_check: PlacesToCheck,
    analysed: z
      .boolean()
      .describe(
        'True if photos were searched for damages or a person added one. Otherwise a count of 0 has no meaning.',
      ),
    worst_severity: z.number().int().min(1).max(3).nullable().describe('1 small, 2 moderate, 3 large.'),
    thumbnail: text.describe('A signed link to a thumbnail of its first image; null if it has no image.'),
  })
  .meta({ id: 'InspectionSummary' });
