import { z } from 'zod';
import { Id, InspectionParams, Time } from './common.ts';

export const CommentParams = InspectionParams.extend({ comment_id: z.string() });

export const CommentBody = z
  .object({
    text: z
      .string()
      .trim()
      .min(1, { error: 'Write something.' })
      .max(5000, { error: 'A comment has at most 5000 characters.' }),
  })
  .meta({ example: { text: 'The customer sends a photo of the other side tomorrow.' } });

export const CommentAnswer = z
  .object({
    id: Id,
    inspection_id: Id,
    text: z.string().nullable().describe('Plain text, with line breaks; null if the comment was deleted.'),
    created_at: Time,
    created_by: z.string(),
    created_by_name: z.string().nullable().describe('null if the token had no name.'),
    deleted_at: Time.nullable(),
  })
  .meta({ id: 'Comment' });
