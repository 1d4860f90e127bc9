import { z } from 'zod';
import type { ImageDescription } from '../../../actions/photos/add-image.ts';
import { FreeForm, ShortText } from '../../../inspections/field-schemas.ts';
import { CENTERS_ON } from '../../../inspections/parts/parts.ts';
import { SIGHT_CHECKS } from '../../../inspections/records/compliance.ts';
import type { DamageArea } from '../../../inspections/records/image.ts';
import { OWN_TASK, tasksThat } from '../../../inspections/tasks/task-registry.ts';
import {
  DOCUMENT_TYPES,
  IMAGE_ROTATIONS,
  IMAGE_SUBTYPES,
  IMAGE_TYPES,
  WHEEL_NAMES,
} from '../../../inspections/vocabulary.ts';
import { Id, Time } from '../common.ts';
import { RenderedOutputAnswer, ViewAnswer } from '../findings/findings.ts';
import { PhotoStateAnswer } from '../findings/vehicle-state.ts';
import { WheelAnswer } from '../findings/wheels.ts';
import { HttpUrl, TaskNameInput } from '../tasks.ts';
import { ComplianceAnswer } from './compliance.ts';

export const DamageAreaInput = z.object({
  id: z.union([z.string().min(1).max(200), z.number().transform(String)]),
  relevant_elements: z
    .array(z.string().min(1).max(200))
    .max(200)
    .default([])
    .describe('Mostly names of parts.'),
}) satisfies z.ZodType<DamageArea>;

/** What a client can wait for by name. */
const AWAITED = [OWN_TASK, ...tasksThat(({ reads_odometer }) => reads_odometer)];

const ImageTaskInput = z.union([
  TaskNameInput.transform((name) => ({ name, details: {}, wait: false })),
  z
    .object({
      name: TaskNameInput,
      image_details: z
        .object({
          wheel_name: z.enum(WHEEL_NAMES).optional(),
          image_type: z
            .enum(DOCUMENT_TYPES)
            .optional()
            .describe(
              'What images_ocr reads on the image. Without this value the sight decides; without a sight, everything is tried.',
            ),
          document_id: z.number().optional().describe('Images with the same number show one document.'),
          location_details: ShortText.optional(),
          viewpoint_name: ShortText.optional(),
          viewpoint_details: z.unknown().optional(),
          sight_id: ShortText.optional(),
          sight_label: ShortText.optional(),
        })
        .default({}),
      wait_for_result: z
        .boolean()
        .default(false)
        .describe(
          `The answer waits until this task has analyzed the image (${AWAITED.join(', ')}). For other tasks it waits for the quality verdict.`,
        ),
    })
    .transform(({ name, image_details, wait_for_result }) => ({
      name,
      details: image_details,
      wait: wait_for_result,
    })),
]);

const Acquisition = z
  .object({
    strategy: z.enum(['download_from_url', 'upload_multipart_form_keys']),
    url: HttpUrl.optional(),
    file_key: ShortText.optional(),
  })
  .meta({ example: { strategy: 'download_from_url', url: 'https://example.com/front.jpg' } });

const CentersOn = z.enum(CENTERS_ON);

const description = {
  name: ShortText.optional(),
  tasks: z
    .array(ImageTaskInput)
    .max(50)
    .default([])
    .describe('The tasks of this image, as names or as objects with details.'),
  rotate_image_before_upload: z.enum(IMAGE_ROTATIONS).default('NO_ROTATION'),
  image_type: z.enum(IMAGE_TYPES).optional(),
  image_subtype: z.enum(IMAGE_SUBTYPES).optional(),
  image_sibling_key: ShortText.optional(),
  detailed_viewpoint: z
    .union([
      CentersOn.transform((part) => ({ centers_on: [part] })),
      z.object({
        centers_on: z.union([CentersOn.transform((part) => [part]), z.array(CentersOn).max(100)]).optional(),
        distance: ShortText.optional(),
        is_exterior: z.boolean().optional(),
      }),
    ])
    .optional()
    .describe('The subject of the photo. A single part is the part at its center.'),
  damage_area: z
    .union([DamageAreaInput, z.string().min(1).max(200), z.number().transform(String)])
    .optional()
    .describe('The damage area on the image: the area itself, or the id of a damage area of the inspection.'),
  compliances: z
    .object({
      image_quality_assessment: FreeForm.optional(),
      coverage_360: z.object({ sight_id: ShortText.optional() }).optional(),
      zoom_level: FreeForm.optional(),
    })
    .optional()
    .describe(
      'The checks to make. The quality of the photo is always judged; what it shows only where coverage_360 is here, ' +
        'and its distance only where zoom_level is. Without this object, or with the task compliances, all are made.',
    ),
  additional_data: FreeForm.default({}),
};

const textOf = (value: unknown) => (typeof value === 'string' && value.length <= 500 ? value : undefined);

type Described = z.output<z.ZodObject<typeof description>>;

/** Naming the task `compliances` asks for all of them. */
const checksIn = ({ compliances, tasks }: Described) =>
  compliances === undefined || tasks.some(({ name }) => name === OWN_TASK)
    ? undefined
    : SIGHT_CHECKS.filter((check) => compliances[check] !== undefined);

const describe = (input: Described): ImageDescription => ({
  name: input.name,
  tasks: input.tasks.map(({ name, details }) => ({ name, details })),
  rotation: input.rotate_image_before_upload,
  image_type: input.image_type,
  image_subtype: input.image_subtype,
  image_sibling_key: input.image_sibling_key,
  detailed_viewpoint: input.detailed_viewpoint,
  damage_area: input.damage_area,
  additional_data: input.additional_data,
  compliance_checks: checksIn(input),
  // Each generation of clients names the sight in a place of its own.
  sight_id:
    input.compliances?.coverage_360?.sight_id ??
    input.tasks.map(({ details }) => textOf((details as { sight_id?: unknown }).sight_id)).find(Boolean) ??
    textOf(input.additional_data.sight_id) ??
    textOf(input.additional_data.id),
});

const withDescription = <T extends Described>(input: T) => ({
  ...input,
  description: describe(input),
  waitsFor: input.tasks.filter((task) => task.wait).map(({ name }) => name),
});

/** The `json` part of an upload. */
export const UploadedImageInput = z
  .object({ acquisition: Acquisition.optional(), ...description })
  .meta({
    example: {
      acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' },
      tasks: ['damage_detection', { name: 'compliances', wait_for_result: true }],
    },
  })
  .transform(withDescription);

const Linked = { strategy: z.literal('download_from_url'), url: HttpUrl };
const Attached = { strategy: z.literal('upload_multipart_form_keys'), file_key: ShortText.min(1) };

/** An image that comes as a file of the same request, or that the service fetches by itself. */
export const AttachedImageInput = z
  .object({
    acquisition: z.discriminatedUnion('strategy', [z.object(Attached), z.object(Linked)], {
      error:
        'Give a file of this request, {"strategy": "upload_multipart_form_keys", "file_key": "…"}, or an address.',
    }),
    ...description,
  })
  .transform(withDescription);

const mustDownload = {
  error: 'In JSON an image comes by address: {"strategy": "download_from_url", "url": "https://…"}.',
};

/** An image that the service fetches by itself. */
export const LinkedImageInput = z
  .object({
    acquisition: Acquisition.extend({ strategy: z.literal('download_from_url', mustDownload), url: HttpUrl }),
    ...description,
  })
  .meta({
    example: {
      acquisition: { strategy: 'download_from_url', url: 'https://example.com/front.jpg' },
      tasks: ['damage_detection'],
    },
  })
  .transform(withDescription);

const Scored = z.object({ prediction: z.string(), confidence: z.number() });

export const DamageAreaAnswer = z
  .object({ id: z.string(), relevant_elements: z.array(z.string()) })
  .meta({ id: 'DamageArea' });

export const ImageAnswer = z
  .object({
    id: Id,
    object_type: z.literal('IMAGE'),
    inspection_id: Id,
    inspection: z.object({ id: Id }),
    created_at: Time,
    taken_at: z
      .string()
      .nullable()
      .describe(
        'When the photo was taken, by the clock of the camera (EXIF), as 2026-11-16T09:30:00, with the offset from UTC if the camera stored it. null if the file does not tell.',
      ),
    deleted_at: Time.nullable(),
    path: z
      .string()
      .describe(
        'A signed link that every browser can open until it expires. Add &width=320 for a thumbnail.',
      ),
    name: z.string().nullable(),
    image_width: z.number().int(),
    image_height: z.number().int(),
    binary_size: z.number().int(),
    mimetype: z.string(),
    rotate_image_before_upload: z.enum(IMAGE_ROTATIONS),
    image_type: z.enum(IMAGE_TYPES),
    image_subtype: z.string().nullable(),
    image_sibling_key: z.string().nullable(),
    sight_id: z.string().nullable(),
    detailed_viewpoint: FreeForm.nullable(),
    viewpoint: Scored.nullable(),
    has_vehicle: z.boolean().nullable(),
    vehicle_state: PhotoStateAnswer.nullable(),
    damage_area: DamageAreaAnswer.nullable(),
    tasks: z.array(z.object({ name: z.string(), image_details: FreeForm })),
    compliances: ComplianceAnswer.nullable().describe(
      'The verdict on the photo. Until it is judged both checks are TODO; to clients of generation 4 and 5, which say so by their header X-Monk-SDK-Version, it is null until then.',
    ),
    odometer: z
      .object({
        value: z.number().int().nullable(),
        unit: z.enum(['km', 'miles']).nullable().describe('null where none can be seen.'),
        confidence_score: z.number().nullable(),
        error: z.string().nullable().describe('Why nothing could be read.'),
      })
      .nullable()
      .describe(
        'The odometer reading on images of the tasks odometer and dashboard_ocr; null until it was read.',
      ),
    warning_lights: z
      .null()
      .describe('This service cannot detect warning lights, so the value is always null.'),
    additional_data: FreeForm,
    views: z.array(ViewAnswer),
    rendered_outputs: z.array(RenderedOutputAnswer),
    wheel_analysis: WheelAnswer.nullable().describe(
      'The main wheel of the image. The inspection lists all wheels.',
    ),
    wheel_analsis: WheelAnswer.nullable().describe('The same, as clients of generation 3 spell it.'),
  })
  .meta({ id: 'Image' });
