/** Versions of the damage model beside the one in MODELS_DIR, and what is done with them (docs/running/models-in-use.md). */
import { z } from 'zod';
import { MODEL_PURPOSES, SEEN_BY } from '../vocabulary.ts';
import { jsonSchema } from './json.ts';
import { boundingBoxSchema, polygonSchema } from './place.ts';

export const GATE_VERDICTS = ['accepted', 'refused', 'undecided'] as const;

/** What the gate says of a candidate; what else it writes is kept as it came. */
export const gateSchema = z.looseObject({
  format: z.literal(1),
  verdict: z.enum(GATE_VERDICTS),
  reasons: z.array(z.string()).default([]),
  candidate: z.looseObject({ sha256: z.string(), version: z.string() }),
  installed: z.looseObject({ version: z.string().optional() }).optional(),
});
export type Gate = z.infer<typeof gateSchema>;

export const modelVersionSchema = z.object({
  version: z.string(),
  sha256: z.string(),
  file_key: z.string(),
  /** Its entry of the manifest. */
  entry: jsonSchema,
  /** Null: nobody asked the gate. */
  gate: gateSchema.nullable(),
  added_at: z.string(),
  added_by: z.string(),
  /** How often it could not look along. */
  failures: z.number(),
  last_failure: z.string().nullable(),
  last_failure_at: z.string().nullable(),
});
export type ModelVersion = z.infer<typeof modelVersionSchema>;

export const modelChoiceSchema = z.object({
  purpose: z.enum(MODEL_PURPOSES),
  /** Null: for all that have no choice of their own. */
  organization_id: z.string().nullable(),
  /** Null: the one in MODELS_DIR judges; nothing looks along. */
  version: z.string().nullable(),
  share: z.number().nullable(),
  despite_gate: z.boolean(),
  made_at: z.string(),
  made_by: z.string(),
  undone_at: z.string().nullable(),
  undone_by: z.string().nullable(),
});
export type ModelChoice = z.infer<typeof modelChoiceSchema>;

/** A place on a photo that one of two versions finds, or both. Of both it is as the one that judges has it. */
export const seenPlaceSchema = z.object({
  damage_type: z.string(),
  score: z.number(),
  bounding_box: boundingBoxSchema,
  polygons: z.array(polygonSchema),
  seen_by: z.enum(SEEN_BY),
});
export type SeenPlace = z.infer<typeof seenPlaceSchema>;
