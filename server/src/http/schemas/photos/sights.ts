import { z } from 'zod';
import {
  SIGHT_CATEGORIES,
  SIGHT_VEHICLE_TYPES,
  SIGHT_VEHICLES,
} from '../../../inspections/viewpoints/sights.ts';
import { VIEWPOINTS } from '../../../inspections/viewpoints/viewpoints.ts';
import { TASK_NAMES, WHEEL_NAMES } from '../../../inspections/vocabulary.ts';

export const SightQuery = z.object({
  vehicle: z
    .enum(SIGHT_VEHICLES)
    .optional()
    .describe('The vehicle model of the sights; all means that they fit every vehicle.'),
  vehicle_type: z.enum(SIGHT_VEHICLE_TYPES).optional().describe('All models of this type.'),
  category: z.enum(SIGHT_CATEGORIES).optional(),
});

export const SightAnswer = z
  .object({
    id: z.string().meta({ example: 'haccord-8YjMcu0D' }),
    object_type: z.literal('SIGHT'),
    category: z.enum(SIGHT_CATEGORIES),
    vehicle: z.string().meta({ example: 'haccord' }),
    vehicle_type: z.string().nullable().meta({ example: 'sedan' }),
    label: z.string().describe('A key, not a text.').meta({ example: 'front-low' }),
    viewpoint: z.enum(VIEWPOINTS).nullable().describe('null inside, and for keys and papers.'),
    position: z.number().describe('Degrees around the vehicle: 0 in front, 90 at its left, 180 behind.'),
    orientation: z.number().nullable().describe('The direction it is seen from, where it differs.'),
    height: z.enum(['high', 'mid', 'low']),
    distance: z.enum(['close', 'interior']).nullable(),
    wheel_name: z.enum(WHEEL_NAMES).nullable(),
    tasks: z.array(z.enum(TASK_NAMES)),
  })
  .meta({ id: 'Sight' });
