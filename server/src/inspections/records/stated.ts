import { z } from 'zod';
import { DOCUMENT_TYPES, WHEEL_NAMES } from '../vocabulary.ts';

/** `wheel`: one wheel on one photo, for example to say which of the four it is. */
export const STATED_SUBJECTS = [...WHEEL_NAMES, 'wheel', ...DOCUMENT_TYPES] as const;
export const statedSubjectSchema = z.enum(STATED_SUBJECTS);
export type StatedSubject = z.infer<typeof statedSubjectSchema>;

/** What a person says over what was seen of a wheel or read on photos. */
export const statedSchema = z.object({
  subject: statedSubjectSchema,
  /** On which photo and at which point the one that is meant is: IMAGE X Y. Empty: all of the subject. */
  place: z.string(),
  field: z.string(),
  value: z.union([z.string(), z.number()]),
  made_by: z.string(),
});
export type Stated = z.infer<typeof statedSchema>;
