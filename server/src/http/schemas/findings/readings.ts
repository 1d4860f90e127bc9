import { z } from 'zod';
import { STATED_SUBJECTS } from '../../../inspections/records/stated.ts';
import { Id } from '../common.ts';

const Subject = z
  .enum(STATED_SUBJECTS)
  .describe('One of the four wheels, the type of a document, or wheel: one wheel on one photo.');
const Field = z
  .string()
  .max(100)
  .describe('As the wheel analysis or the document names it; wheel_name says which wheel it is.');

export const ReadingBody = z
  .object({
    subject: Subject,
    item_id: z
      .string()
      .optional()
      .describe(
        'The id of the wheel analysis or document, where several have the same subject. The subject wheel needs it.',
      ),
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
