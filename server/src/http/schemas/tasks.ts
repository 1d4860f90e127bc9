import { z } from 'zod';
import { FreeForm } from '../../inspections/field-schemas.ts';
import type { Json } from '../../inspections/records/json.ts';
import type { Callback } from '../../inspections/records/task.ts';
import { TASKS } from '../../inspections/tasks/task-registry.ts';
import {
  CALLBACK_EVENTS,
  CLIENT_TASK_STATUSES,
  TASK_NAME_ALIASES,
  TASK_NAMES,
  TASK_STATUSES,
  type TaskName,
} from '../../inspections/vocabulary.ts';
import { Id, Time } from './common.ts';

const taskNames = [...TASK_NAMES, ...Object.keys(TASK_NAME_ALIASES)];

const taskCalled = (name: string): TaskName => TASK_NAME_ALIASES[name] ?? (name as TaskName);

/** Both spellings of a task that has two. */
export const TaskNameInput = z.enum(taskNames).transform(taskCalled);

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const CallbackEvents = z
  .union([z.enum(CALLBACK_EVENTS), z.array(z.enum(CALLBACK_EVENTS)).max(CALLBACK_EVENTS.length)])
  .transform((events) => (Array.isArray(events) ? events : [events]));

export const HttpUrl = z
  .url({ protocol: /^https?$/, error: 'Give an http or https address.', abort: true })
  .max(2000)
  .refine((address) => new URL(address).username === '' && new URL(address).password === '', {
    error: 'Give the address without user name and password; use a header for those.',
  })
  .describe('An http or https address without user name and password.')
  .meta({ example: 'https://example.com/hooks/walkaround' });

const CallbackInput = z
  .object({
    url: HttpUrl,
    headers: z
      .record(
        z.string().regex(HEADER_NAME, 'Not a header name.'),
        z.string().max(4000).regex(HEADER_VALUE, 'Not a header value.'),
      )
      .default({})
      .describe('Sent with the callback.'),
    params: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .default({})
      .describe('Added to the address as query parameters.'),
    event: CallbackEvents.optional(),
    callback_event: CallbackEvents.optional().describe('The same as event, as other clients name it.'),
  })
  .transform(
    ({ url, headers, params, event, callback_event }): Callback => ({
      url,
      headers,
      params,
      events: event ?? callback_event ?? [...CALLBACK_EVENTS],
    }),
  );

const run = {
  status: z.enum(CLIENT_TASK_STATUSES).default('NOT_STARTED').describe('TODO starts the task at once.'),
  callbacks: z.array(CallbackInput).max(16, 'A task has at most 16 callbacks.').default([]),
};

/** Changes to the arguments of one task: only what is given, no defaults. */
export const argumentChanges = (name: TaskName) => z.looseObject(TASKS[name].options).partial();

const unknownTask = {
  error: (issue: { code?: string }) =>
    issue.code === 'unrecognized_keys' ? `Unknown task. Use: ${taskNames.join(', ')}.` : undefined,
};

const taskOptions = Object.fromEntries(
  taskNames.map((name) => [name, z.looseObject({ ...run, ...TASKS[taskCalled(name)].options }).optional()]),
);

export type NewTaskInput = {
  name: TaskName;
  status: (typeof CLIENT_TASK_STATUSES)[number];
  arguments: Json;
  callbacks: Callback[];
};

export const TasksInput = z
  .strictObject(taskOptions, unknownTask)
  .describe('Every task that may run on the inspection, with its options.')
  .meta({
    example: { damage_detection: { status: 'NOT_STARTED', damage_score_threshold: 0.3 }, wheel_analysis: {} },
  })
  .transform((tasks): NewTaskInput[] => {
    const named = new Map<TaskName, NewTaskInput>();
    for (const [given, task] of Object.entries(tasks)) {
      if (!task) continue;
      const { status, callbacks, ...options } = task as Omit<NewTaskInput, 'name' | 'arguments'> & Json;
      const name = taskCalled(given);
      named.set(name, { name, status, callbacks, arguments: options });
    }
    return [...named.values()];
  });

export const UpdateTaskBody = z
  .object({
    status: z
      .enum(CLIENT_TASK_STATUSES)
      .optional()
      .describe(
        'TODO starts or retries the task. DONE declares it done (the reviewer ends a review in this way). VALIDATED approves its result.',
      ),
    arguments: FreeForm.optional().describe(
      'Options of the task, as at creation. Unknown options are stored. Options cannot change after the task has started.',
    ),
    again: z
      .boolean()
      .optional()
      .describe(
        'With the status TODO: runs a DONE task again, with new options if given. Corrections by people stay.',
      ),
    withdraw: z
      .boolean()
      .optional()
      .describe('With the status DONE: withdraws the validation of a task that is VALIDATED.'),
  })
  .meta({ example: { status: 'TODO' } });

export const TaskAnswer = z
  .object({
    id: Id,
    object_type: z.literal('TASK'),
    name: z.enum(TASK_NAMES),
    status: z.enum(TASK_STATUSES),
    created_at: Time,
    started_at: Time.nullable(),
    done_at: Time.nullable(),
    validated_at: Time.nullable(),
    validated_by: z.string().nullable(),
    inspection_id: Id,
    images: z.array(z.object({ image_id: Id, details: FreeForm })),
    arguments: FreeForm,
    damage_score_threshold: z.number().optional(),
    scoring: FreeForm.optional(),
    confidence_pre_execution: z
      .boolean()
      .nullable()
      .describe('Whether every photo of the task passed its quality check.'),
    confidence_pre_execution_status: z.enum(TASK_STATUSES).describe('How far those quality checks are.'),
    confidence_post_execution: z.boolean().nullable(),
    progress: z.object({ done: z.number().int(), total: z.number().int() }),
    error_messages: z.array(
      z.object({
        id: Id,
        message: z.string(),
        created_at: Time,
        error_code: z.string(),
        trace_id: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Task' });
