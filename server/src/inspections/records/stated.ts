import { z } from 'zod';
import { DOCUMENT_TYPES, WHEEL_NAMES } from '../vocabulary.ts';

export const STATED_SUBJECTS = [...WHEEL_NAMES, ...DOCUMENT_TYPES] as const;
export const statedSubjectSchema = z.enum(STATED_SUBJECTS);
export type StatedSubject = z.infer<typeof statedSubjectSchema>;

/** What a person says over what was seen of a wheel or read on photos. */
export const statedSchema = z.object({
  subject: statedSubjectSchema,
  field: z.string(),
  value: z.union([z.string(), z.number()]),
  made_by: z.string(),
});
export type Stated = z.infer<typeof statedSchema>;
