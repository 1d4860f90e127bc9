import { z } from 'zod';
import { STATED_SUBJECTS } from '../../../inspections/records/stated.ts';
import { Id } from '../common.ts';

const Subject = z.enum(STATED_SUBJECTS).describe('A wheel, or the type of a document.');
const Field = z.string().max(100).describe('As the wheel analysis or the document names it.');

export const ReadingBody = z
  .object({
    subject: Subject,
    values: z
      .array(
        z.object({
          field: Field,
          value: z
            .union([z.string().max(200), z.number()])
            .nullable()
            .describe('null: what the service said counts again.'),
        }),
      )
      .max(50),
  })
  .meta({ example: { subject: 'PLATE', values: [{ field: 'plate', value: 'AB-123-CD' }] } });

export const ReadingAnswer = z
  .object({
    id: z.string().describe('The subject.'),
    object_type: z.literal('READING'),
    inspection_id: Id,
    subject: Subject,
    values: z
      .array(z.object({ field: Field, value: z.union([z.string(), z.number()]), corrected_by: z.string() }))
      .describe('What people say of it.'),
  })
  .meta({ id: 'Reading' });
