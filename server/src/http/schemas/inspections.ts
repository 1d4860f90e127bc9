import { z } from 'zod';
import { FreeForm, ShortText } from '../../inspections/field-schemas.ts';
import { reportStatusSchema } from '../../inspections/records/report.ts';
import { INSPECTION_STATUSES, TASK_NAMES } from '../../inspections/vocabulary.ts';
import { Deleted, Id, queryFlag, ReviewAnswer, Text, Time } from './common.ts';
import { DocumentAnswer } from './findings/documents.ts';
import { DamageAnswer, PartAnswer, PartLevelAnswer, SeverityAnswer } from './findings/findings.ts';
import { PricingAnswer } from './findings/pricing.ts';
import { PlacesToCheck, SuspicionAnswer } from './findings/suspicions.ts';
import { conditionAnswer } from './findings/vehicle-state.ts';
import { WheelAnswer } from './findings/wheels.ts';
import { CheckAnswer } from './photos/checks.ts';
import {
  AttachedImageInput,
  DamageAreaAnswer,
  DamageAreaInput,
  ImageAnswer,
  LinkedImageInput,
} from './photos/images.ts';
import { TaskAnswer, TasksInput } from './tasks.ts';
import { MarketValue, Mileage, VehicleAnswer, VehicleInput } from './vehicles.ts';

/** The types that the console offers; any other text is taken as well. */
const KNOWN_TYPES = 'check_in, check_out, claim or appraisal';

const details = {
  inspection_type: ShortText.nullable().optional().describe(`A free text, such as ${KNOWN_TYPES}.`),
  reference: z
    .string()
    .max(100)
    .nullable()
    .optional()
    .describe('The number of the claim, the contract or the order.'),
  customer: z.string().max(200).nullable().optional().describe('The name of the customer.'),
  date_of_loss: z.iso
    .date({ error: 'Give a date as YYYY-MM-DD.' })
    .nullable()
    .optional()
    .describe('The day of the loss.')
    .meta({ example: '2026-03-14' }),
  assigned_to: ShortText.nullable()
    .optional()
    .describe(
      'The user id of the person who works on it, one of GET /organization/members. That person may then read and change it.',
    ),
};

const PrivacyInput = z
  .object({ blur_plates: z.boolean(), blur_faces: z.boolean() })
  .partial()
  .describe(
    'What is blurred on all shown and printed pictures. The settings of the organization or the service apply to missing members.',
  );

export const CreateInspectionBody = z
  .object({
    tasks: TasksInput,
    vehicle: VehicleInput.optional(),
    images: z
      .array(LinkedImageInput)
      .max(500)
      .default([])
      .describe('Images that the service fetches by their addresses.'),
    damage_areas: z
      .array(DamageAreaInput)
      .max(200)
      .refine((areas) => new Set(areas.map(({ id }) => id)).size === areas.length, {
        error: 'Two damage areas have the same id.',
      })
      .describe('Each has an id of its own.')
      .default([]),
    ...details,
    accident_nature: ShortText.optional(),
    related_inspection_id: z.string().optional().describe('An earlier inspection of the same vehicle.'),
    usage_duration: z.number().min(0).max(1e9).optional(),
    damage_severity: FreeForm.optional(),
    pricing: z
      .object({ output_format: ShortText.optional() })
      .optional()
      .describe(
        'Requests prices in the form of generation 4. It has the same effect as a started task pricing.',
      ),
    privacy: PrivacyInput.optional(),
    additional_data: FreeForm.default({}),
  })
  .meta({
    example: {
      tasks: { damage_detection: {}, wheel_analysis: {} },
      vehicle: { brand: 'Renault', model: 'Clio', plate: 'AB-123-CD' },
      inspection_type: 'claim',
      reference: 'CLM-2026-00417',
      customer: 'Ada Martin',
      date_of_loss: '2026-03-14',
    },
  });

/** With the part `json` of a form: its images may be files of the form. */
export const CreateWithFilesBody = CreateInspectionBody.extend({
  images: z
    .array(AttachedImageInput)
    .max(500)
    .refine((images) => new Set(fileKeysOf(images)).size === fileKeysOf(images).length, {
      error: 'Two images have the same file_key.',
    })
    .describe('Each image has its own file_key, under which its file follows, or an address.')
    .default([]),
}).meta({
  example: {
    tasks: { damage_detection: {} },
    images: [
      {
        acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'front' },
        tasks: ['damage_detection'],
      },
    ],
  },
});

const fileKeysOf = (images: z.output<typeof AttachedImageInput>[]) =>
  images.flatMap(({ acquisition }) => ('file_key' in acquisition ? [acquisition.file_key] : []));

export const DeleteInspectionQuery = z.object({
  erase: queryFlag(false).describe(
    'Removes the inspection permanently, with its photos and all files derived from them.',
  ),
});

export const DeletedInspection = Deleted.extend({ erased: z.literal(true).optional() });

export const ChangeInspectionBody = z
  .object({
    ...details,
    additional_data: FreeForm.optional().describe(
      "Merged into the inspection's additional_data, member by member.",
    ),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: `Give at least one of ${[...Object.keys(details), 'additional_data'].join(', ')}.`,
    path: ['additional_data'],
  })
  .describe('At least one member.')
  .meta({
    minProperties: 1,
    example: { reference: 'CLM-2026-00417', additional_data: { capture_duration: 84 } },
  });

const text = ShortText.optional();

export const PdfDataBody = z
  .object({
    mileage: Mileage.optional(),
    market_value: z
      .union([
        MarketValue,
        z
          .number()
          .min(0)
          .transform((value) => ({ value, unit: 'EUR' })),
      ])
      .optional(),
    agent_first_name: text,
    agent_last_name: text,
    agent_company: text,
    agent_company_city: text,
    vehicle_owner_first_name: text,
    vehicle_owner_last_name: text,
    vehicle_owner_address: text,
    vehicle_owner_phone: text,
    vehicle_owner_email: text,
    date_of_start: text,
    date_of_validation: text,
    vin_or_registering: text,
    comment: Text.optional(),
  })
  .meta({
    example: {
      agent_first_name: 'Ada',
      agent_last_name: 'Martin',
      agent_company: 'Fleet & Sons',
      date_of_validation: '2026-03-14',
      mileage: { value: 42_000, unit: 'km' },
      market_value: { value: 18_500, unit: 'EUR' },
    },
  });

const head = {
  id: Id,
  object_type: z.literal('INSPECTION'),
  status: z.enum(INSPECTION_STATUSES),
  created_at: Time,
  deleted_at: Time.nullable(),
  owner_id: z.string(),
  creator_id: z.string(),
  inspector_id: z.string().nullable(),
  organization_id: z.string().nullable(),
  inspection_type: z.string().nullable(),
  reference: z.string().nullable(),
  customer: z.string().nullable(),
  date_of_loss: z.string().nullable().meta({ format: 'date', example: '2026-03-14' }),
  assigned_to: z.string().nullable().describe('The user id of the person who works on it.'),
  accident_nature: z.string().nullable(),
  related_inspection_id: Id.nullable(),
  usage_duration: z.number().nullable(),
  privacy: z
    .object({ blur_plates: z.boolean(), blur_faces: z.boolean() })
    .describe('What is blurred on its pictures: docs/privacy.md.'),
  additional_data: FreeForm,
};

export const InspectionHeadAnswer = z.object(head).meta({ id: 'InspectionHead' });

const withFindings = {
  ...head,
  images: z.array(ImageAnswer),
  damages: z.array(DamageAnswer),
  suspicions: z
    .array(SuspicionAnswer)
    .optional()
    .describe('Only with show_suspicions=true. They are never priced and never count for the condition.'),
  known_damages: z
    .array(
      z.object({
        damage_id: Id.describe('Of this inspection.'),
        known_damage_id: Id.nullable().describe(
          'The same damage in the earlier inspection; null where a person decided that it was there.',
        ),
        inspection_id: Id.describe('The earlier inspection.'),
        known_since: Time.describe('When that one was created.'),
      }),
    )
    .optional()
    .describe(
      'Only with show_known_damages=true: damages that were there before. docs/comparison.md tells how they are found.',
    ),
  review: ReviewAnswer,
};

export const InspectionInListAnswer = z
  .object({
    ...withFindings,
    vehicle: VehicleAnswer.nullable().optional(),
    tasks: z.array(TaskAnswer).optional(),
    parts: z.array(PartAnswer).optional(),
    severity_results: z.array(SeverityAnswer).optional(),
    damage_severity_results: z.array(SeverityAnswer).optional(),
    pricing: PricingAnswer.optional(),
    pdf_url: z.string().nullable(),
  })
  .meta({ id: 'InspectionInList' });

export const InspectionAnswer = z
  .object({
    ...withFindings,
    vehicle: VehicleAnswer.nullable(),
    tasks: z.array(TaskAnswer),
    parts: z.array(PartAnswer),
    severity_results: z.array(SeverityAnswer).describe('Of the damaged parts, and remarks on no part.'),
    damage_severity_results: z.array(SeverityAnswer).describe('Of each damage.'),
    part_levels: z
      .array(PartLevelAnswer)
      .describe('How bad each damaged part is, vehicle by vehicle, in the order of the report.'),
    damage_areas: z.array(DamageAreaAnswer),
    wheel_analysis: z.array(WheelAnswer),
    documents: z.array(DocumentAnswer).describe('What images_ocr has read.'),
    checks: z
      .array(CheckAnswer)
      .describe('What a person should check, of the photos as a whole. It blocks nothing.'),
    pricing: PricingAnswer,
    compliances: z.null(),
    damage_severity: FreeForm.nullable(),
    places_to_check: PlacesToCheck,
    ...conditionAnswer,
    locked_by: z
      .array(z.enum(TASK_NAMES))
      .describe(
        'The validated tasks that cover damages, severities and prices. A change to these withdraws the validation (docs/tasks.md).',
      ),
    pdf_url: z.string().nullable(),
    pdf_status: reportStatusSchema
      .nullable()
      .describe('Of the last report that was asked for; null: none was.'),
    pdf_generation_ready: z.boolean(),
  })
  .meta({ id: 'Inspection' });
