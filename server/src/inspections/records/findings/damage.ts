import { z } from 'zod';
import { OPEN_FAMILIES } from '../../parts/open-families.ts';
import { DAMAGE_TYPES } from '../../vocabulary.ts';
import { boundingBoxSchema } from '../place.ts';
import { foundBySchema } from './found-by.ts';
import { partTypeSchema } from './part.ts';

export const damageTypeSchema = z.enum(DAMAGE_TYPES);

const partCandidateSchema = z.object({ part_type: partTypeSchema, probability: z.number() });
export type PartCandidate = z.infer<typeof partCandidateSchema>;

/** On a wider photo that shows the same spot. */
const matchedPlaceSchema = z.object({
  part_type: partTypeSchema,
  image_id: z.string(),
  bounding_box: boundingBoxSchema,
});
export type MatchedPlace = z.infer<typeof matchedPlaceSchema>;

/** How likely the damage on a part is at least moderate, and severe, by a look at the part by itself. */
const howBadSchema = z.object({
  part_type: partTypeSchema,
  moderate: z.number(),
  severe: z.number(),
  model: foundBySchema.optional(),
});
export type HowBad = z.infer<typeof howBadSchema>;

/** What a damage rests on, for whoever wants to check it. */
const evidenceSchema = z.object({
  /** The best score on any photo. */
  best_score: z.number(),
  /** The score from which this type was shown. */
  threshold: z.number(),
  /** Photos that show the place intact and so lowered the score. */
  photos_against: z.array(z.string()),
  /** How sure the part is, its side included; null when it lies on no known part. */
  part_confidence: z.number().nullable(),
  /** What the same hit left at the same spot besides, the worst first; absent in older records and without such. */
  other_types: z.array(damageTypeSchema).optional(),
  /** Of a damage on no known part: the parts that it may lie on, the likeliest first; absent in older records. */
  part_candidates: z.array(partCandidateSchema).optional(),
  /** Of a damage on no known part: what kind of part it is; absent where not even that is known. */
  part_family: z.enum(OPEN_FAMILIES).optional(),
  /** The model that named the part or its candidates; null where a client did; absent in older records. */
  part_model: foundBySchema.nullish(),
  /** Where the part comes from, if another photo tells it; absent in older records. */
  part_matched_on: matchedPlaceSchema.nullish(),
  /** The mean of its photos; absent in older records, and where no photo showed the part to a model that tells it. */
  how_bad: howBadSchema.optional(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** The length of a damage, with the range it lies in. */
export const sizeCmSchema = z.object({ value: z.number(), min: z.number(), max: z.number() });
export type SizeCm = z.infer<typeof sizeCmSchema>;

export const damageSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  damage_type: damageTypeSchema,
  part_type: partTypeSchema,
  part_ids: z.array(z.string()),
  score: z.number().nullable(),
  model: foundBySchema.nullable(),
  evidence: evidenceSchema.nullable(),
  /** Null until it was measured, and where no photo tells. */
  size_cm: sizeCmSchema.nullable(),
  /** What a person says that it measures, over what was measured; null: nobody did. */
  stated_size_cm: z.number().nullable(),
  /** Who said that it is there as it was found; null: nobody yet. */
  confirmed_by: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string(),
  deleted_at: z.string().nullable(),
  deleted_by: z.string().nullable(),
});
export type Damage = z.infer<typeof damageSchema>;
