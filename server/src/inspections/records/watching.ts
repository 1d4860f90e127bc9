/** What became of the finds of models in approved inspections, counted. */
import { z } from 'zod';

/**
 * What people made of it. `added`: they saw it and no model did. Suspicions are what a model left to people; `suspected_open`
 * nobody decided.
 */
export const FIND_OUTCOMES = [
  'confirmed',
  'corrected',
  'dismissed',
  'added',
  'suspected_confirmed',
  'suspected_dismissed',
  'suspected_open',
] as const;
export type FindOutcome = (typeof FIND_OUTCOMES)[number];

/** Scores from 0 to 1, in bins. */
const binned = { bin: z.number(), count: z.number(), sum: z.number() };

const findsSchema = z.object({
  /** Its first day. */
  week: z.string(),
  /** Of what was added: the model that did not see it. Null where nothing tells. */
  name: z.string().nullable(),
  version: z.string().nullable(),
  outcome: z.enum(FIND_OUTCOMES),
  /** How many of them lie on no known part. */
  without_part: z.number(),
  count: z.number(),
});
export type CountedFinds = z.infer<typeof findsSchema>;

/** Of the findings on each photo by itself, as validation counts them. */
const scoresSchema = z.object({ week: z.string(), name: z.string(), version: z.string(), ...binned });
export type CountedScores = z.infer<typeof scoresSchema>;

const qualitySchema = z.object({ week: z.string(), score: z.string(), ...binned });
export type CountedQuality = z.infer<typeof qualitySchema>;

const totalsSchema = z.object({
  week: z.string(),
  inspections: z.number(),
  photos: z.number(),
  /** Photos that were to be taken again. */
  rejected: z.number(),
});
export type WeekTotals = z.infer<typeof totalsSchema>;

export const watchedSchema = z.object({
  totals: z.array(totalsSchema),
  finds: z.array(findsSchema),
  scores: z.array(scoresSchema),
  quality: z.array(qualitySchema),
});
export type Watched = z.infer<typeof watchedSchema>;
