import { z } from 'zod';
import { ShortText } from '../../inspections/field-schemas.ts';
import { LIFE_STATES } from '../../inspections/vehicles/damage-lives.ts';
import { pageQuery } from '../paging.ts';
import { Id, Time } from './common.ts';
import { Box } from './findings/findings.ts';
import { InspectionSummaryAnswer } from './inspection-summaries.ts';

const shown = z.string().nullable();

export const VehicleParams = z.object({ vehicle_id: z.string() });

export const ListVehiclesQuery = z.object({
  search: ShortText.optional().describe(
    'How a plate or a VIN begins, or how a VIN ends. Spaces and hyphens are ignored.',
  ),
  ...pageQuery,
});

export const KnownVehicleAnswer = z
  .object({
    id: Id,
    object_type: z.literal('KNOWN_VEHICLE'),
    created_at: Time,
    plate: shown.describe('As its newest inspection has it, like the fields below.'),
    vin: shown,
    brand: shown,
    model: shown,
    color: shown,
    inspections_count: z.number().int().describe('Those that you may read.'),
    first_inspection_at: Time,
    last_inspection_at: Time,
  })
  .meta({ id: 'KnownVehicle' });

export const VehicleHistoryAnswer = KnownVehicleAnswer.extend({
  inspections: z.array(InspectionSummaryAnswer).describe('The newest fifty that you may read, newest first.'),
  changes: z
    .array(
      z.object({
        inspection_id: Id,
        inspection_created_at: Time,
        inspection_reference: shown,
        vehicle_id: Id.describe('Which one the inspection showed from then on. It may be gone by now.'),
        former_vehicle_id: Id.nullable(),
        is_recognized: z.boolean().describe('It was recognized again by VIN or plate.'),
        made_at: Time,
        made_by: z.string(),
        made_by_name: shown,
      }),
    )
    .describe('What people said of the vehicle of these inspections, the newest fifty, newest first.'),
}).meta({ id: 'VehicleHistory' });

const SeenAnswer = z.object({
  inspection_id: Id,
  created_at: Time.describe('Of the inspection.'),
  damage_id: Id,
  view: z
    .object({
      image_id: Id,
      path: z.string(),
      image_width: z.number(),
      image_height: z.number(),
      bounding_box: Box,
      polygons: z.array(z.array(z.array(z.number()))),
    })
    .nullable()
    .describe('On the photo that shows most of it; null where a person added it without a place.'),
});

export const DamageLivesAnswer = z
  .object({
    id: Id.describe('Of the vehicle.'),
    object_type: z.literal('DAMAGE_LIVES'),
    damages: z.array(
      z.object({
        damage_type: z.string(),
        part_type: z.string(),
        state: z
          .enum(LIFE_STATES)
          .describe(
            'present: on the newest inspection. gone: photos of a later one show its place without it. not_shown: no later photo shows its place.',
          ),
        first_seen_is_new: z
          .boolean()
          .describe('Photos of an earlier inspection show its place without it. False: it may be older.'),
        seen: z.array(SeenAnswer).describe('Where it was seen, oldest first.'),
        gone_since: z
          .object({ inspection_id: Id, created_at: Time })
          .nullable()
          .describe('The first inspection whose photos show its place without it.'),
      }),
    ),
  })
  .meta({ id: 'DamageLives' });

export const MergeVehiclesBody = z
  .object({
    other_vehicle_id: z.string().describe('Its inspections show the vehicle of the path from now on.'),
  })
  .meta({ example: { other_vehicle_id: '0197c5ea-5a4e-7c3b-9d6f-2f1e8a4b7c90' } });

export const LinkVehicleBody = z
  .object({
    vehicle_id: z.string().nullable().describe('The vehicle. Null: one that no other inspection shows.'),
  })
  .meta({ example: { vehicle_id: '0197c5ea-5a4e-7c3b-9d6f-2f1e8a4b7c90' } });
