import { z } from 'zod';
import { TASK_NAMES, TASK_STATUSES } from '../vocabulary.ts';
import { jsonSchema } from './json.ts';

const taskNameSchema = z.enum(TASK_NAMES);
export const taskStatusSchema = z.enum(TASK_STATUSES);

const callbackSchema = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  params: jsonSchema,
  events: z.array(z.string()),
});
export type Callback = z.infer<typeof callbackSchema>;

const taskImageSchema = z.object({
  image_id: z.string(),
  details: jsonSchema,
  compliant: z.boolean().nullable(),
});

const errorMessageSchema = z.object({
  id: z.string(),
  message: z.string(),
  created_at: z.string(),
  error_code: z.string(),
});
export type ErrorMessage = z.infer<typeof errorMessageSchema>;

export const taskSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  name: taskNameSchema,
  status: taskStatusSchema,
  added_by_service: z.boolean(),
  arguments: jsonSchema,
  callbacks: z.array(callbackSchema),
  created_at: z.string(),
  started_at: z.string().nullable(),
  done_at: z.string().nullable(),
  validated_at: z.string().nullable(),
  validated_by: z.string().nullable(),
  progress_done: z.number(),
  progress_total: z.number(),
  error_messages: z.array(errorMessageSchema),
  images: z.array(taskImageSchema),
});
export type Task = z.infer<typeof taskSchema>;

export const imageTaskSchema = z.object({ name: taskNameSchema, details: jsonSchema });
