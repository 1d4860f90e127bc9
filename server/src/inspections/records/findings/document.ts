import { z } from 'zod';
import { DOCUMENT_TYPES } from '../../vocabulary.ts';
import { boundingBoxSchema, polygonSchema } from '../place.ts';
import { foundBySchema } from './found-by.ts';

const documentViewSchema = z.object({
  image_id: z.string(),
  bounding_box: boundingBoxSchema,
  polygons: z.array(polygonSchema),
});
export type DocumentView = z.infer<typeof documentViewSchema>;

/** Something that a document says, how sure that is, and where it stands on each photo of it. */
const documentFieldSchema = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number()]).nullable(),
  confidence: z.number(),
  views: z.array(documentViewSchema),
  /** The person who says this; absent: it was read. */
  stated_by: z.string().optional(),
});
export type DocumentField = z.infer<typeof documentFieldSchema>;

/** Of the ninth character of a VIN. */
const checkDigitSchema = z.enum(['valid', 'invalid', 'not_applicable']);
export type CheckDigit = z.infer<typeof checkDigitSchema>;

const documentEvidenceSchema = z.object({
  /** How many photos say exactly this, of how many on which anything of the kind was read. */
  photos_agreeing: z.number(),
  photos_asked: z.number(),
  /** Of a VIN. */
  check_digit: checkDigitSchema.optional(),
  /** Of a machine-readable zone: for each field that has a check digit, whether it is right. */
  checks: z.record(z.string(), z.boolean()).optional(),
});

/** A number or paper that was read on photos. */
export const documentSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  /** The client's own number for it. */
  document_id: z.number().nullable(),
  confidence: z.number(),
  fields: z.array(documentFieldSchema),
  evidence: documentEvidenceSchema,
  model: foundBySchema,
  created_at: z.string(),
});
export type Document = z.infer<typeof documentSchema>;
