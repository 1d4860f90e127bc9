import { z } from 'zod';
import { PHOTO_FORMATS, VEHICLE_STATES } from '../vocabulary.ts';
import { complianceSchema, SIGHT_CHECKS } from './compliance.ts';
import { foundBySchema } from './findings/found-by.ts';
import { renderedOutputSchema } from './findings/view.ts';
import { wheelAnalysisSchema } from './findings/wheel.ts';
import { jsonSchema } from './json.ts';
import { imageTaskSchema } from './task.ts';

export const damageAreaSchema = z.object({ id: z.string(), relevant_elements: z.array(z.string()) });
export type DamageArea = z.infer<typeof damageAreaSchema>;

const detailedViewpointSchema = z.object({
  centers_on: z.array(z.string()).optional(),
  distance: z.string().optional(),
  is_exterior: z.boolean().optional(),
});
export type DetailedViewpoint = z.infer<typeof detailedViewpointSchema>;

const mileageUnitSchema = z.enum(['km', 'miles']);
export type MileageUnit = z.infer<typeof mileageUnitSchema>;

/** What the odometer on an image says, or why nothing can be said. */
const odometerReadingSchema = z.union([
  z.object({
    value: z.number(),
    unit: mileageUnitSchema.nullable(),
    confidence: z.number(),
    error: z.null(),
  }),
  z.object({ value: z.null(), unit: z.null(), confidence: z.null(), error: z.string() }),
]);
export type OdometerReading = z.infer<typeof odometerReadingSchema>;

/**
 * How badly the vehicle is damaged as far as this photo shows it. `state` is null where the models are not sure;
 * `heavy` is the probability that it is severe or a wreck.
 */
const photoStateSchema = z.object({
  state: z.enum(VEHICLE_STATES).nullable(),
  probability: z.number(),
  heavy: z.number(),
  /** An open airbag is seen. */
  airbag: z.boolean(),
  /** What judged it. */
  model: foundBySchema.optional(),
  /** What looked for damages: on an intact vehicle nothing else tells. */
  searched_by: foundBySchema.optional(),
});
export type PhotoState = z.infer<typeof photoStateSchema>;

export const imageSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  created_at: z.string(),
  deleted_at: z.string().nullable(),
  name: z.string().nullable(),
  /** The photo as it came, for the models. It is never shown: `shown_key` is, which may be the same. */
  file_key: z.string(),
  shown_key: z.string(),
  /** Why the picture to show could not be made. */
  blur_problem: z.string().nullable(),
  mimetype: z.string(),
  binary_size: z.number(),
  width: z.number(),
  height: z.number(),
  /** Of the bytes as a client sent them; null for photos of older versions of the service. */
  received_sha256: z.string().nullable(),
  /** As which it came, where it can be had again bit for bit; null where that was not kept. */
  original_format: z.enum(PHOTO_FORMATS).nullable(),
  /** By the clock of the camera, with its offset from UTC where it told one; null where the file does not tell. */
  taken_at: z.string().nullable(),
  rotation: z.string(),
  image_type: z.string().nullable(),
  image_subtype: z.string().nullable(),
  image_sibling_key: z.string().nullable(),
  sight_id: z.string().nullable(),
  detailed_viewpoint: detailedViewpointSchema.nullable(),
  additional_data: jsonSchema,
  compliance: complianceSchema.nullable(),
  /** Those that the client asked for; null: all of them. */
  compliance_checks: z.array(z.enum(SIGHT_CHECKS)).nullable(),
  /** From which direction the models saw the vehicle; null until they looked, and on a close-up. */
  viewpoint: z.object({ prediction: z.string(), confidence: z.number() }).nullable(),
  has_vehicle: z.boolean().nullable(),
  /** Null until the models looked for damages, and where no vehicle is seen. */
  vehicle_state: photoStateSchema.nullable(),
  /** Null until somebody looked, and on images that are not for a task that reads it. */
  odometer: odometerReadingSchema.nullable(),
  rendered_outputs: z.array(renderedOutputSchema),
  /** The one that the photo is about first. */
  wheels: z.array(wheelAnalysisSchema),
  damage_area: damageAreaSchema.nullable(),
  tasks: z.array(imageTaskSchema),
});
export type Image = z.infer<typeof imageSchema>;
