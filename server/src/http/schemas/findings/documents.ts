import { z } from 'zod';
import { FreeForm } from '../../../inspections/field-schemas.ts';
import { DOCUMENT_TYPES } from '../../../inspections/vocabulary.ts';
import { Id, Time } from '../common.ts';

const Value = z.union([z.string(), z.number()]).nullable();

const Confidence = z.number().min(0).max(1);

const FieldAnswer = z.object({
  name: z.string(),
  value: Value,
  confidence: Confidence,
  corrected_by: z.string().nullable().describe('The person who set the value; null: it was read.'),
  views: z
    .array(
      z.object({
        image_id: Id,
        bounding_box: z.object({
          xmin: z.number(),
          ymin: z.number(),
          width: z.number(),
          height: z.number(),
        }),
        polygons: z.array(z.array(z.array(z.number()))),
      }),
    )
    .describe('Where it stands, in pixels of the upright images.'),
});

export const DocumentAnswer = z
  .object({
    id: Id,
    object_type: z.literal('DOCUMENT'),
    inspection_id: Id,
    type: z.enum(DOCUMENT_TYPES).describe('ID: an identity card of another country than France.'),
    document_id: z.number().nullable().describe('As in image_details of its images.'),
    content: z.record(z.string(), Value).describe('The values of all fields by their names.'),
    confidence: Confidence,
    image_ids: z.array(Id),
    fields: z.array(FieldAnswer),
    evidence: z.object({
      photos_agreeing: z.number().int().describe('Images that say exactly this.'),
      photos_asked: z.number().int().describe('Images on which anything of the kind was read.'),
      check_digit: z
        .enum(['valid', 'invalid', 'not_applicable'])
        .nullable()
        .describe('The check digit of a VIN. not_applicable: vehicles of that origin need not have one.'),
      checks: z
        .record(z.string(), z.boolean())
        .describe('For a machine-readable zone: whether the check digit of each field is right.'),
    }),
    model: z.object({ name: z.string(), version: z.string() }),
    created_at: Time,
    created_by: z.string(),
    additional_data: FreeForm,
  })
  .meta({ id: 'Document' });
