/**
 * One entry per task: what a client can set, who does it, what it looks at and tells, and what runs before it.
 * The other half of an entry, how a worker runs it, is in actions/tasks/task-analyzers.ts. The type checker demands
 * both halves for every name in the vocabulary, and its name in each language.
 */
import { z } from 'zod';
import { ShortText } from '../field-schemas.ts';
import { TASK_NAMES, type TaskName } from '../vocabulary.ts';
import { DAMAGE_DETECTION_OPTIONS, REPORT_OPTIONS } from './task-options.ts';

export type TaskEntry = {
  /** They are kept as the arguments of the task, and so is whatever else a client gives. */
  options: Record<string, z.ZodType>;
  /** A person says when it is finished; no worker has it. */
  done_by: 'worker' | 'person';
  /** Analyzes photos that the client uploads for it. The quality check is of every photo, so it does not count. */
  analyzes_photos: boolean;
  /** What its results are about. A validation of the task vouches for them (validation.ts). */
  tells: 'damages' | 'costs' | 'vehicle' | null;
  /** Which of the started tasks run before it: none; those that tell damages; all but the report; all others. */
  waits_for: 'nothing' | 'damages' | 'findings' | 'everything';
  /** The odometer on a photo for this task is read at upload, for somebody may be waiting for the number. */
  reads_odometer: boolean;
};

const ANALYSIS = {
  options: {},
  done_by: 'worker',
  analyzes_photos: true,
  tells: null,
  waits_for: 'nothing',
  reads_odometer: false,
} as const;

const ESTIMATE = { ...ANALYSIS, analyzes_photos: false, tells: 'costs', waits_for: 'damages' } as const;

const ODOMETER = { ...ANALYSIS, tells: 'vehicle', reads_odometer: true } as const;

const ENTRIES = {
  damage_detection: { ...ANALYSIS, options: DAMAGE_DETECTION_OPTIONS, tells: 'damages' },
  wheel_analysis: {
    ...ANALYSIS,
    options: { use_longshots: z.boolean().default(true) },
    tells: 'damages',
  },
  repair_estimate: { ...ESTIMATE, options: { use_pricing_matrix: z.boolean().default(true) } },
  images_ocr: { ...ANALYSIS, tells: 'vehicle' },
  compliances: { ...ANALYSIS, analyzes_photos: false },
  pricing: {
    ...ESTIMATE,
    options: {
      output_format: ShortText.default('default'),
      config: ShortText.optional(),
      methodology: z.enum(['labor_cost', 'flat_rate']).optional(),
    },
  },
  human_in_the_loop: { ...ANALYSIS, done_by: 'person', analyzes_photos: false, waits_for: 'findings' },
  odometer: ODOMETER,
  warning_lights: ANALYSIS,
  dashboard_ocr: ODOMETER,
  image_editing: {
    ...ANALYSIS,
    options: { blur_plates: z.boolean().default(true), blur_faces: z.boolean().default(true) },
  },
  inspection_pdf: {
    ...ANALYSIS,
    options: REPORT_OPTIONS,
    analyzes_photos: false,
    waits_for: 'everything',
  },
} as const satisfies Record<TaskName, TaskEntry>;

export const TASKS: Readonly<Record<TaskName, TaskEntry>> = ENTRIES;

/** The tasks that a worker runs. */
export type WorkerTask = {
  [Name in TaskName]: (typeof ENTRIES)[Name]['done_by'] extends 'worker' ? Name : never;
}[TaskName];

/** The service adds it to every inspection, because it checks the quality of every photo. */
export const OWN_TASK: TaskName = 'compliances';

/** The report is made from the others and is no part of itself. */
export const REPORT_TASK: TaskName = 'inspection_pdf';

export const tasksThat = (is: (entry: TaskEntry) => boolean): TaskName[] =>
  TASK_NAMES.filter((name) => is(TASKS[name]));

const RUNS_BEFORE: Record<TaskEntry['waits_for'], (other: TaskName) => boolean> = {
  nothing: () => false,
  damages: (other) => TASKS[other].tells === 'damages',
  findings: (other) => other !== REPORT_TASK,
  everything: () => true,
};

/** Whether a task builds on the results of another one, so that it waits for it. */
export const buildsOn = (name: TaskName, other: TaskName): boolean =>
  name !== other && RUNS_BEFORE[TASKS[name].waits_for](other);
