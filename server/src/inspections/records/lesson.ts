import { z } from 'zod';
import { damageTypeSchema } from './findings/damage.ts';

export const LESSON_REASONS = [
  'models_differ',
  'photos_disagree',
  'suspicions_near_threshold',
  'findings_near_threshold',
  'rare_type',
] as const;

export const lessonReasonSchema = z.object({
  code: z.enum(LESSON_REASONS),
  /** Of finds; for a rare type, of the labels that there are so far. */
  count: z.number(),
  /** That is rare; null for other reasons. */
  damage_type: damageTypeSchema.nullable(),
});
export type LessonReason = z.infer<typeof lessonReasonSchema>;

/** What a review of an inspection would teach a model. */
export const lessonSchema = z.object({
  /** From 0 to 100. */
  learning_value: z.number(),
  /** What adds most comes first. */
  learning_reasons: z.array(lessonReasonSchema),
});
export type Lesson = z.infer<typeof lessonSchema>;

/** What an organization has to learn from so far, and what its reviews take. */
export type LabelsSoFar = {
  labels: Partial<Record<string, number>>;
  reviews_timed: number;
  /** Of the middle one; null where none could be timed. */
  review_seconds: number | null;
};
