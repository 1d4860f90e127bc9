import { z } from 'zod';
import { hasTwoDigits } from '../../../inspections/costs/money.ts';
import { NOT_PRICED_CODES } from '../../../inspections/costs/not-priced.ts';
import { OPEN_FAMILIES } from '../../../inspections/parts/open-families.ts';
import { PART_TYPES } from '../../../inspections/parts/parts.ts';
import { ESTIMATE_REASONS, METHODOLOGIES, PANEL_GROUPS } from '../../../inspections/records/estimate.ts';
import {
  CURRENCIES,
  PART_OPERATIONS,
  RATES,
  REPAIR_STEPS,
  SEGMENTS,
} from '../../../inspections/records/price-matrix.ts';
import { DAMAGE_TYPES } from '../../../inspections/vocabulary.ts';
import { Id, Time } from '../common.ts';

/** More than any part or repair costs; beyond is a slip of the finger. */
const MOST_MONEY = 1_000_000;

export const money = (most = MOST_MONEY) =>
  z
    .number()
    .min(0, { error: 'Give an amount of 0 or more.', abort: true })
    .max(most, { error: `Give an amount of at most ${most}.`, abort: true })
    .refine(hasTwoDigits, { error: 'Give an amount with at most two digits after the point.' })
    .describe('At most two digits after the point.');

const price = money().describe('Without tax; at most two digits after the point.');

export const PriceBody = z
  .object({
    pricing: price,
    related_item_type: z.enum(['part', 'vehicle']).describe('vehicle: the price of the whole repair.'),
    part_type: z
      .enum(PART_TYPES)
      .optional()
      .describe(
        'The part; required for the price of a part. For the price of the vehicle send ignore or nothing.',
      ),
  })
  .meta({ example: { pricing: 420.5, related_item_type: 'part', part_type: 'door_front_left' } });

export const PriceChangeBody = z.object({ pricing: price }).meta({ example: { pricing: 380 } });

const Amount = z.number().meta({ example: 420.5 });
const OperationName = z.enum([...PART_OPERATIONS, 'paint_preparation']);
const Range = z
  .object({ low: Amount, high: Amount })
  .describe('What the repair of what is visible may cost.');
const scope = z.literal('visible damage only');
const OpenParts = z
  .array(
    z.object({
      family: z.enum(OPEN_FAMILIES),
      operation: OperationName.nullable().describe('Null: not the same on all parts that may be meant.'),
      severity: z.number().int().min(1).max(3),
      pricing: Amount.describe('Of the middle one of the parts that may be meant.'),
      range: Range,
    }),
  )
  .describe('Damages of which only the family of the part is known: in the total, not in the details.');
export const NotPriced = z
  .array(
    z.object({
      code: z.enum(NOT_PRICED_CODES).describe('Why it is not in the total, for words of your own.'),
      part_type: z.enum(PART_TYPES).describe('ignore: no known part; wheel: one of no known place.'),
      part_family: z.enum(OPEN_FAMILIES).nullable().describe('Where only the family of the part is known.'),
      damage_types: z.array(z.enum(DAMAGE_TYPES)),
      reason: z.string().describe('In English.'),
      at_most: Amount.nullable().describe(
        'What it may cost at most: by the dearest part that it may lie on, or one headlight; in the range, not in the total. null: nobody knows.',
      ),
    }),
  )
  .describe(
    'What is listed and not in the total, and a headlight that may be damaged unseen. Empty if a person set the total.',
  );
/** Beside every cost, so that nobody takes it for a quotation. */
export const ExamplePrices = z
  .boolean()
  .describe(
    'True if the price comes from the example matrix of the service, not from your own prices (docs/estimates.md).',
  );
export const NotAssessed = z
  .boolean()
  .describe(
    'True if nothing has a price although a place is to be checked or a damage, a flat tire or a damaged rim has no price. The total of 0 is then no cost.',
  );
export const BeyondVisualEstimate = z
  .boolean()
  .describe(
    'True if the vehicle is damaged so heavily that photos do not tell what its repair costs: have it inspected. The total is then no cost of repair (docs/severity.md).',
  );
const matrixVersion = z.number().int().describe('0: the default matrix of the service.');

export const PriceDetailAnswer = z
  .object({
    id: Id,
    inspection_id: Id,
    pricing: Amount,
    range: Range,
    related_item_type: z.enum(['part', 'vehicle']),
    related_item_id: Id.nullable(),
    operation: OperationName.nullable().describe(
      'What is done to the part; of several vehicles, to that of this one. null: nothing was estimated.',
    ),
    operations: z.array(OperationName),
    hours: z.record(z.string(), z.number()).describe('T1 to T3, M1 to M3, PAINT, INGREDIENT.'),
    is_user_modified: z.boolean(),
    example_prices: ExamplePrices,
    estimated: Amount.nullable().describe('What the service says, whatever a person said over it.'),
  })
  .meta({ id: 'PriceDetail' });

/** Which of several vehicles, where the photos of an inspection seem to show more than one. */
export const VehicleGroup = z
  .number()
  .int()
  .nullable()
  .describe(
    'Counted from 1 in the order of groups of the check different_vehicle; null without such a check, or if no photo tells.',
  );

const sums = {
  details: z.record(z.string(), PriceDetailAnswer).describe('By part; vehicle: of the whole repair.'),
  total_price: Amount.describe('The total without tax, or the price that a person set for the vehicle.'),
  tax: Amount,
  total_price_with_tax: Amount,
  range: Range,
  open_parts: OpenParts,
  not_priced: NotPriced,
  beyond_visual_estimate: BeyondVisualEstimate,
  not_assessed: NotAssessed,
};

export const PricingAnswer = z
  .partialRecord(
    z.enum(METHODOLOGIES),
    z.object({
      ...sums,
      currency: z.enum(CURRENCIES).nullable(),
      tax_percent: z.number(),
      scope,
      matrix_version: matrixVersion.nullable(),
      example_prices: ExamplePrices.describe('Something in it was worked out with the example matrix.'),
      vehicle_groups: z
        .array(z.object({ vehicle_group: VehicleGroup, image_ids: z.array(Id), ...sums }))
        .describe(
          'The costs of each vehicle, if the photos seem to show more than one: then the total is of all of them. Otherwise empty.',
        ),
    }),
  )
  .describe('The repair costs by methodology. docs/estimates.md explains them.')
  .meta({ id: 'Pricing' });

const LabourDetails = z
  .object({
    t1: z.number(),
    t2: z.number(),
    t3: z.number(),
    m1: z.number(),
    m2: z.number(),
    m3: z.number(),
    paint_hours: z.number(),
    labour_hours: z.number().describe('All hours but those of painting.'),
  })
  .meta({ id: 'LabourDetails' });

const costs = {
  labour_details: LabourDetails,
  pieces_oem_cost: Amount.describe('New parts.'),
  total_cost: Amount.describe('Without tax; as a person said where one did.'),
  range: Range,
};

const EstimateReason = z
  .object({
    code: z.enum(ESTIMATE_REASONS),
    operation: z.enum(REPAIR_STEPS).optional(),
    level: z.number().int().min(1).max(3).optional(),
    damages: z.number().int().optional().describe('How many damages the step serves.'),
    segment: z.enum(SEGMENTS).optional(),
    hours: z.number().optional(),
    group: z.enum(PANEL_GROUPS).optional().describe('The panels that are painted together.'),
    part_type: z.enum(PART_TYPES).optional().describe('The part that comes off, or that is blended.'),
    repair: Amount.optional(),
    new_part: Amount.optional(),
    currency: z.enum(CURRENCIES).optional(),
  })
  .describe('The reason as a code with its values, for your own words.')
  .meta({ id: 'EstimateReason' });

export const PartOperationAnswer = z
  .object({
    id: Id,
    name: OperationName,
    severity: z.number().int().min(1).max(3),
    reason: z.string().describe('Why it is repaired or replaced.'),
    reason_details: EstimateReason.nullable().describe('null: estimated by an older version.'),
    ...costs,
    estimated_cost: Amount,
    currency: z.enum(CURRENCIES),
    is_user_modified: z.boolean(),
    example_prices: ExamplePrices,
    lines: z.array(
      z.object({
        operation: OperationName,
        part_type: z.enum(PART_TYPES),
        labour: z.enum(RATES).nullable().describe('What its hours are paid by; null: a fixed price.'),
        hours: z.number(),
        cost: Amount,
        reason: z.string(),
        reason_details: EstimateReason.nullable().describe('null: estimated by an older version.'),
      }),
    ),
  })
  .meta({ id: 'PartOperation' });

export const RepairEstimateAnswer = z
  .object({
    id: Id,
    methodology: z.enum(METHODOLOGIES),
    segment: z.enum(SEGMENTS),
    currency: z.enum(CURRENCIES),
    ...costs,
    tax_percent: z.number(),
    tax: Amount,
    total_cost_with_tax: Amount,
    scope,
    open_parts: OpenParts,
    not_priced: NotPriced,
    matrix_version: matrixVersion,
    example_prices: ExamplePrices,
    beyond_visual_estimate: BeyondVisualEstimate,
    not_assessed: NotAssessed,
    created_at: Time,
  })
  .meta({ id: 'RepairEstimate' });

export const CorrectionAnswer = z
  .object({
    id: Id,
    item_id: Id.describe('The damage, severity or price that was changed, or the task.'),
    part_type: z.enum(PART_TYPES).nullable().describe('null: of the whole vehicle.'),
    action: z
      .enum(['created', 'changed', 'deleted', 'restored', 'validated', 'withdrawn'])
      .describe(
        'validated: a person approved the results of a task; after names the versions of the models. withdrawn: this was taken back; before and after name its author and the reason.',
      ),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    made_at: Time,
    made_by: z.string(),
    made_by_name: z.string().nullable().describe('The name of the person; null if the token has no name.'),
  })
  .meta({ id: 'Correction' });
