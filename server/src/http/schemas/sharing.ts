import { z } from 'zod';
import { OPEN_FAMILIES } from '../../inspections/parts/open-families.ts';
import { PART_TYPES } from '../../inspections/parts/parts.ts';
import { CURRENCIES } from '../../inspections/records/price-matrix.ts';
import {
  DAMAGE_TYPES,
  INSPECTION_STATUSES,
  REPORT_LANGUAGES,
  WHEEL_NAMES,
} from '../../inspections/vocabulary.ts';
import { Id, ReviewAnswer, Time } from './common.ts';
import { SharedContestAnswer } from './contests.ts';
import { Box, PartFamilyAnswer, PartLevelAnswer } from './findings/findings.ts';
import {
  BeyondVisualEstimate,
  ExamplePrices,
  NotAssessed,
  NotPriced,
  VehicleGroup,
} from './findings/pricing.ts';
import { PlacesToCheck } from './findings/suspicions.ts';
import { conditionAnswer } from './findings/vehicle-state.ts';
import { CheckAnswer } from './photos/checks.ts';

const Language = z.enum(REPORT_LANGUAGES);
const Amount = z.number();

export const SecretParams = z.object({ secret: z.string().max(500) });
export const SharedContestParams = SecretParams.extend({ contest_id: z.string() });

export const ShareLinkBody = z
  .object({
    expires_in_hours: z
      .number()
      .positive({ error: 'Give more than 0 hours.' })
      .max(366 * 24, { error: 'A link works for at most a year (8784 hours).' })
      .optional()
      .describe('Usually 168, a week. Not together with expires_at.'),
    expires_at: z.iso.datetime({ offset: true }).optional().describe('Instead of expires_in_hours.'),
    costs: z.boolean().default(false).describe('Show what the repairs cost.'),
    language: Language.optional().describe('Of the report; else that of the organization.'),
    allow_contesting: z
      .boolean()
      .default(false)
      .describe('Whoever has the link may contest findings, for contest_days of the organization.'),
  })
  .meta({ example: { expires_in_hours: 72, costs: false } });

export const ShareLinkAnswer = z
  .object({
    id: Id,
    inspection_id: Id,
    url: z
      .string()
      .nullable()
      .describe(
        'Only the first answer to the creation contains the address; the service does not store it. If it is lost, create another link.',
      ),
    costs: z.boolean(),
    language: Language,
    created_at: Time,
    created_by: z.string(),
    expires_at: Time,
    revoked_at: Time.nullable(),
    last_opened_at: Time.nullable(),
    contest_until: Time.nullable().describe('Until when findings can be contested; null: not at all.'),
  })
  .meta({ id: 'ShareLink' });

const SharedVehicle = z.object({
  brand: z.string().nullable(),
  model: z.string().nullable(),
  plate: z.string().nullable(),
  vin: z.string().nullable(),
  vehicle_type: z.string().nullable(),
  color: z.string().nullable(),
  mileage: z.object({ value: z.number(), unit: z.string() }).nullable(),
  date_of_circulation: z.string().nullable(),
});

const SharedImage = z.object({
  id: Id,
  path: z.string().describe('A link that ends when the share link does.'),
  image_width: z.number().int(),
  image_height: z.number().int(),
  viewpoint: z.string().nullable(),
  vehicle_group: VehicleGroup,
});

const SharedDamage = z.object({
  id: Id,
  damage_type: z.enum(DAMAGE_TYPES),
  other_damage_types: z.array(z.enum(DAMAGE_TYPES)).describe('At the same spot.'),
  part_type: z.enum(PART_TYPES),
  part_family: PartFamilyAnswer.nullable(),
  other_parts: z.array(z.enum(PART_TYPES)).describe('It lies on these too, and they are repaired too.'),
  vehicle_group: VehicleGroup,
  level: z.number().int().min(0).max(3).describe('Of severity; 0: nobody knows.'),
  size_cm: z.number().nullable(),
  views: z.array(
    z.object({ image_id: Id, bounding_box: Box, polygons: z.array(z.array(z.array(z.number()))) }),
  ),
});

const SharedWheel = z.object({
  id: Id,
  image_id: Id,
  wheel_name: z.enum(WHEEL_NAMES).nullable(),
  bounding_box: Box.nullable().describe('Its place on the photo; null where the models find none.'),
  rim_condition: z.string(),
  rim_material: z.string(),
  hubcap_condition: z.string(),
  tyre: z.string(),
});

const sums = {
  parts: z.array(z.object({ part_type: z.enum(PART_TYPES), operation: z.string().nullable(), cost: Amount })),
  open_parts: z
    .array(z.object({ family: z.enum(OPEN_FAMILIES), cost: Amount }))
    .describe('Parts of which only the family is known.'),
  total: Amount.describe('Without tax.'),
  tax: Amount,
  total_with_tax: Amount,
  range: z.object({ low: Amount, high: Amount }),
  not_priced: NotPriced,
  beyond_visual_estimate: BeyondVisualEstimate,
  not_assessed: NotAssessed,
};

const SharedCosts = z.object({
  ...sums,
  currency: z.enum(CURRENCIES).nullable(),
  tax_percent: z.number(),
  example_prices: ExamplePrices,
  vehicle_groups: z
    .array(z.object({ vehicle_group: VehicleGroup, image_ids: z.array(Id), ...sums }))
    .describe('The costs of each vehicle, if the photos seem to show more than one. Otherwise empty.'),
});

export const SharedInspectionAnswer = z
  .object({
    id: Id.describe('Of the share link.'),
    expires_at: Time,
    language: Language,
    logo_url: z.string().nullable(),
    created_at: Time.describe('When the vehicle was inspected.'),
    status: z.enum(INSPECTION_STATUSES),
    places_to_check: PlacesToCheck,
    ...conditionAnswer,
    missing_views: z
      .array(CheckAnswer)
      .describe(
        'Of the checks those of sides that no photo shows: what was not photographed was not examined.',
      ),
    vehicle: SharedVehicle,
    images: z.array(SharedImage),
    damages: z.array(SharedDamage),
    parts: z.array(PartLevelAnswer).describe('As part_levels of the inspection.'),
    wheels: z.array(SharedWheel),
    review: ReviewAnswer,
    costs: SharedCosts.nullable().describe('null where the link does not show them, or there are none.'),
    contest_until: Time.nullable().describe('Until when damages can be contested; null: not at all.'),
    contests: z.array(SharedContestAnswer).describe('Those that were sent through this link, oldest first.'),
    report: z.object({
      status: z.enum(['requested', 'ready', 'error']),
      pdf_url: z.string().nullable().describe('While another one is being made, the last.'),
      made_at: Time.nullable(),
      stale: z.boolean().describe('True if there is a report and the inspection has changed since then.'),
    }),
  })
  .meta({ id: 'SharedInspection' });
