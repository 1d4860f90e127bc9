import { z } from 'zod';
import { FreeForm } from '../../../inspections/field-schemas.ts';
import { MAX_POINTS, MAX_POLYGONS } from '../../../inspections/geometry/regions.ts';
import { OPEN_FAMILIES } from '../../../inspections/parts/open-families.ts';
import { PART_TYPES } from '../../../inspections/parts/parts.ts';
import { SEVERITY_REASONS } from '../../../inspections/records/severity.ts';
import { DAMAGE_TYPES, REPAIR_OPERATIONS } from '../../../inspections/vocabulary.ts';
import { Id, Text, Time } from '../common.ts';
import { ExamplePrices, money, PartOperationAnswer, VehicleGroup } from './pricing.ts';

export const Box = z.object({
  xmin: z.number(),
  ymin: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
});

const Polygons = z
  .array(z.array(z.tuple([z.number(), z.number()])).min(3, 'A polygon has at least 3 points.'))
  .max(MAX_POLYGONS, `At most ${MAX_POLYGONS} polygons.`)
  .refine((polygons) => polygons.reduce((points, polygon) => points + polygon.length, 0) <= MAX_POINTS, {
    error: `At most ${MAX_POINTS} points in all polygons together.`,
  })
  .describe(`At most ${MAX_POINTS} points in all of them together, not all on one line.`)
  .meta({
    example: [
      [
        [10, 10],
        [200, 10],
        [200, 120],
        [10, 120],
      ],
    ],
  });

export const viewPlace = {
  damage_id: z.string().optional().describe('The damage that is shown here.'),
  bounding_box: Box.optional(),
  polygons: Polygons.optional(),
};

export const DamageBody = z
  .object({
    damage_type: z.enum(DAMAGE_TYPES),
    part_type: z.enum(PART_TYPES).describe('ignore: on no part in particular.'),
    size_cm: z
      .number()
      .positive()
      .max(1000)
      .nullable()
      .optional()
      .describe('Its length as a person measured it, over what the photos tell; null takes that back.'),
  })
  .meta({ example: { damage_type: 'scratch', part_type: 'door_front_left' } });

export const DamageChangeBody = DamageBody.extend({
  is_confirmed: z.boolean().describe('true: a person saw that it is there; false takes that back.'),
})
  .partial()
  .refine((change) => Object.keys(change).length > 0, {
    error: 'Give damage_type, part_type, size_cm or is_confirmed.',
  })
  .describe('At least one of these.')
  .meta({ minProperties: 1, example: { damage_type: 'dent' } });

const severity = {
  level: z.number().int().min(1).max(3).nullable().optional(),
  pricing: money().nullable().optional(),
  repair_operation: z.enum(REPAIR_OPERATIONS).nullable().optional(),
  comment: Text.nullable().optional(),
};

export const SeverityBody = z
  .object({
    label: z.enum(PART_TYPES),
    damage_id: z.string().optional().describe('For a severity of one damage on that part, not of the part.'),
    ...severity,
  })
  .meta({ example: { label: 'hood', level: 2, pricing: 250, repair_operation: 'repair' } });
export const SeverityChangeBody = z
  .object(severity)
  .meta({ example: { pricing: 310.5, repair_operation: 'replace' } });

const FoundByAnswer = z.object({ name: z.string(), version: z.string() });

const found = {
  score: z.number().nullable().describe('How sure the model is, 0 to 1; null where a person said it.'),
  model: FoundByAnswer.nullable().describe('Which model found it; null: a person.'),
};

export const RenderedOutputAnswer = z
  .object({
    id: Id,
    object_type: z.literal('RENDERED_OUTPUT'),
    base_image_id: Id,
    path: z.string().describe('A signed address, as that of an image.'),
    mimetype: z.string(),
    additional_data: z.object({ description: z.string() }),
    created_at: Time,
  })
  .meta({ id: 'RenderedOutput' });

const RegionAnswer = z.object({
  id: Id,
  object_type: z.literal('IMAGE_REGION'),
  image_id: Id,
  specification: z.object({ bounding_box: Box, polygons: z.array(z.array(z.array(z.number()))) }),
});

export const ViewAnswer = z
  .object({
    id: Id,
    object_type: z.literal('VIEW'),
    inspection_id: Id,
    image_id: Id,
    damage_id: Id.nullable(),
    element_id: Id.nullable().describe('The damage or part that is shown.'),
    bounding_box: Box,
    polygons: z.array(z.array(z.array(z.number()))),
    image_region: RegionAnswer,
    ...found,
    rendered_outputs: z.array(RenderedOutputAnswer),
    created_at: Time,
    created_by: z.string(),
    deleted_at: Time.nullable(),
    deleted_by: z.string().nullable(),
  })
  .meta({ id: 'View' });

export const PartAnswer = z
  .object({
    id: Id,
    object_type: z.literal('PART'),
    inspection_id: Id,
    part_type: z.enum(PART_TYPES),
    damage_ids: z.array(Id),
    related_images: z.array(FreeForm),
    part_operation: PartOperationAnswer.nullable().describe('What its repair takes, by repair_estimate.'),
    created_at: Time,
    created_by: z.string().describe('algo: a task found it; else the person who named it.'),
  })
  .meta({ id: 'Part' });

export const PartFamilyAnswer = z
  .object({
    family: z.enum(OPEN_FAMILIES).describe('panel: some panel of the body.'),
    open: z.array(z.enum(['side', 'end'])).describe('end: front or back.'),
    part_types: z.array(z.enum(PART_TYPES)).describe('The parts that may be meant.'),
  })
  .meta({ id: 'PartFamily' });

export const DamageAnswer = z
  .object({
    id: Id,
    object_type: z.literal('DAMAGE'),
    inspection_id: Id,
    damage_type: z
      .enum(DAMAGE_TYPES)
      .describe('Of several types at one spot the one that takes most to repair.'),
    other_damage_types: z
      .array(z.enum(DAMAGE_TYPES))
      .describe('What the same hit left at the same spot besides, the worst first.'),
    part_type: z
      .enum(PART_TYPES)
      .describe(
        'ignore: the part is to be confirmed; part_family says what is known of it, part_candidates lists guesses.',
      ),
    part_family: PartFamilyAnswer.nullable().describe(
      'Where the part is to be confirmed: what kind of part it is; null if the part is known, or not even that is.',
    ),
    part_candidates: z
      .array(z.object({ part_type: z.enum(PART_TYPES), probability: z.number() }))
      .describe('The parts that it may lie on, the likeliest first; empty if the part is known.'),
    part_matched_on: z
      .object({ image_id: Id, bounding_box: Box })
      .nullable()
      .describe(
        'Of a damage on a close-up: the place on the wider photo that its part comes from. Else null.',
      ),
    part_ids: z.array(Id),
    parts: z.array(z.object({ id: Id, part_type: z.enum(PART_TYPES) })),
    related_images: z.array(FreeForm),
    vehicle_group: VehicleGroup,
    damage_size_cm: z
      .number()
      .nullable()
      .describe(
        'The length of the damage, from the typical size of the part; null if no photo shows it. docs/severity.md explains it.',
      ),
    damage_size_range_cm: z.object({ min: z.number(), max: z.number() }).nullable(),
    stated_size_cm: z
      .number()
      .nullable()
      .describe('The length that a person gave, which damage_size_cm then is; null: nobody did.'),
    ...found,
    evidence: z
      .object({
        best_score: z.number().describe('The best score on any photo.'),
        threshold: z.number().describe('The score from which this type was shown.'),
        photos_against: z.array(Id).describe('Photos that show the place intact and so lowered the score.'),
        part_confidence: z
          .number()
          .nullable()
          .describe('The confidence of the part and its side; null if the damage lies on no known part.'),
        part_model: FoundByAnswer.nullable().describe(
          'The model that named the part, or the parts that it may be; null if the client named it, and in older results.',
        ),
        how_bad: z
          .object({
            part_type: z.enum(PART_TYPES),
            moderate: z.number().describe('At least moderate.'),
            severe: z.number(),
            model: FoundByAnswer.optional(),
          })
          .nullable()
          .describe(
            'How likely the damage is moderate and severe by the look of this part; null if no model tells it, and in older results.',
          ),
      })
      .nullable(),
    confirmed_by: z
      .string()
      .nullable()
      .describe('Who said that it is there as it was found; null: nobody yet.'),
    created_at: Time,
    created_by: z.string(),
    deleted_at: Time.nullable(),
    deleted_by: z.string().nullable(),
  })
  .meta({ id: 'Damage' });

const RepairOperation = z
  .object({
    REPLACE: z.boolean(),
    T1: z.number().optional(),
    T2: z.number().optional(),
    PAINT: z.number().optional(),
    ADDITIONAL: z.boolean().optional().describe('There is more to do than in these hours.'),
  })
  .describe('The hours are there if the part was estimated.')
  .meta({ id: 'RepairOperation' });

const SeverityReason = z
  .object({
    code: z.enum(SEVERITY_REASONS),
    damage_type: z.enum(DAMAGE_TYPES),
    part_type: z.enum(PART_TYPES),
    level: z.number().int().min(1).max(3).describe('Of the damage.'),
    worst_of: z.number().int().optional().describe('Of a part: the damage is the worst of so many.'),
    raised: z.boolean().optional().describe('Of a part: so many damages make it moderate.'),
    photo_share: z.number().optional().describe('Of a close-up that it covers most of.'),
    heavy_probability: z
      .number()
      .optional()
      .describe('How likely the photo of it that looks worst shows a severely damaged vehicle.'),
    moderate_probability: z
      .number()
      .optional()
      .describe('How likely it is at least moderate by the look of its part.'),
    severe_probability: z.number().optional().describe('How likely it is severe by the look of its part.'),
    extent: z
      .object({
        share: z.number(),
        at_most: z.boolean(),
        size_cm: z.object({ value: z.number(), min: z.number(), max: z.number() }).nullable(),
      })
      .optional(),
    mark: z
      .object({ share: z.number(), cm: z.number() })
      .optional()
      .describe('from_mark: the level counts from here on. below_mark: it counts below this.'),
  })
  .describe('The reason as a code with its values, for your own words.')
  .meta({ id: 'SeverityReason' });

export const SeverityAnswer = z
  .object({
    id: Id,
    object_type: z.literal('SEVERITY_RESULT'),
    inspection_id: Id,
    label: z.enum(PART_TYPES),
    is_user_modified: z.boolean(),
    related_item_type: z.enum(['part', 'damage', 'comment']),
    related_item_id: Id.nullable(),
    operation: z.enum(REPAIR_OPERATIONS).nullable().describe('What a person wants to be done.'),
    repair_operation: RepairOperation,
    reason: z.string().nullable().describe('Why this level, where the service said it.'),
    reason_details: SeverityReason.nullable(),
    value: z.object({
      custom_severity: z.object({
        level: z.number().int().nullable(),
        pricing: z
          .number()
          .nullable()
          .describe(
            'The price of a part: the value that a person set, otherwise the estimate, otherwise the price matrix.',
          ),
        example_prices: ExamplePrices,
        comment: z.string().nullable(),
        repair_operation: RepairOperation,
      }),
    }),
    created_at: Time,
    created_by: z.string(),
    deleted_at: Time.nullable(),
    deleted_by: z.string().nullable(),
  })
  .meta({ id: 'SeverityResult' });

export const PartLevelAnswer = z
  .object({
    vehicle_group: VehicleGroup,
    part_type: z.enum(PART_TYPES),
    part_family: z
      .enum(OPEN_FAMILIES)
      .nullable()
      .describe('If the part is to be confirmed; part_type is ignore then.'),
    level: z.number().int().min(0).max(3).describe('Of severity; 0: nobody knows.'),
    raised: z.boolean().describe('Three or more minor damages on it make it moderate.'),
  })
  .meta({ id: 'PartLevel' });
