import { z } from 'zod';
import { CHANGES, DECIDED_CHANGES } from '../../inspections/comparison/comparison.ts';
import { DOUBTS } from '../../inspections/comparison/comparison-doubts.ts';
import { PART_TYPES } from '../../inspections/parts/parts.ts';
import { CURRENCIES } from '../../inspections/records/price-matrix.ts';
import { DAMAGE_TYPES, INSPECTION_STATUSES } from '../../inspections/vocabulary.ts';
import { Id, Time } from './common.ts';
import { Box } from './findings/findings.ts';
import { ExamplePrices } from './findings/pricing.ts';

const Side = z.object({
  inspection_id: Id,
  created_at: Time,
  status: z.enum(INSPECTION_STATUSES),
  plate: z.string().nullable(),
  vin: z.string().nullable(),
});

export const DecisionBody = z
  .object({
    related_inspection_id: z.string().optional().describe('As in the comparison that is decided.'),
    damage_id: z.string().describe('A damage of either inspection that is unknown in the comparison.'),
    status: z
      .enum(DECIDED_CHANGES)
      .nullable()
      .describe(
        'A damage of the later inspection is new or existing, one of the earlier inspection is gone or existing. null takes the decision back.',
      ),
  })
  .meta({ example: { damage_id: '01890a5d-ac96-774b-bcce-b302099a8057', status: 'existing' } });

const Shown = z.object({
  image_id: Id,
  path: z.string().describe('A signed address, as that of an image.'),
  image_width: z.number().int(),
  image_height: z.number().int(),
  view_id: Id.nullable().describe('null for a wheel, and for a part that only the client named.'),
  bounding_box: Box.nullable().describe(
    'The box of the damage, or the box of the part if the damage is absent.',
  ),
  polygons: z.array(z.array(z.array(z.number()))),
  expected_at: Box.nullable().describe('Where the damage of the other inspection would be.'),
});

const Reason = z.object({ code: z.enum(DOUBTS), message: z.string() });

const Exhibit = z.object({
  damage_id: Id.nullable().describe('null: no such damage here; the views show the part.'),
  damage_types: z
    .array(z.enum(DAMAGE_TYPES))
    .describe('All types that the damage has here, the leading one first; empty: no such damage here.'),
  score: z.number().nullable(),
  created_by: z.string().nullable(),
  views: z.array(Shown),
});

export const ComparisonAnswer = z
  .object({
    id: Id.describe('The inspection that was asked about.'),
    object_type: z.literal('COMPARISON'),
    before: Side.describe('The one that was created first.'),
    after: Side,
    counts: z.object(
      Object.fromEntries(CHANGES.map((change) => [change, z.number().int()])) as Record<
        (typeof CHANGES)[number],
        z.ZodNumber
      >,
    ),
    cost_of_new: z
      .object({
        total: z.number(),
        range: z.object({ low: z.number(), high: z.number() }),
        currency: z.enum(CURRENCIES),
        example_prices: ExamplePrices,
      })
      .nullable()
      .describe('What the repair of the new damages alone costs, without tax; null: nothing was estimated.'),
    damages: z.array(
      z.object({
        status: z.enum(CHANGES),
        reason: Reason.nullable().describe('Why it cannot be told; null unless unknown.'),
        decision: z
          .object({
            decided_at: Time,
            decided_by: z.string(),
            decided_by_name: z.string().nullable(),
            reason: Reason.describe('Why the photos do not tell.'),
          })
          .nullable()
          .describe('The person who decided the status; null: the photos tell, or nobody did yet.'),
        damage_type: z.enum(DAMAGE_TYPES),
        part_type: z.enum(PART_TYPES),
        before: Exhibit,
        after: Exhibit,
      }),
    ),
    lost_decisions: z
      .array(
        z.object({
          damage_type: z.enum(DAMAGE_TYPES),
          part_type: z.enum(PART_TYPES),
          status: z.enum(DECIDED_CHANGES),
          decided_at: Time,
          decided_by: z.string(),
          decided_by_name: z.string().nullable(),
        }),
      )
      .describe('Decisions on damages that a new run did not find again.'),
  })
  .meta({ id: 'Comparison' });
