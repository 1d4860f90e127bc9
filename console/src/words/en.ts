import type { ProblemCode } from '@walkaround/sdk';
import names from '../../../vocabulary/en.json';
import about from './en/about.json';
import capture from './en/capture.json';
import claim from './en/claim.json';
import contests from './en/contests.json';
import correcting from './en/correcting.json';
import inspection from './en/inspection.json';
import inspections from './en/inspections.json';
import report from './en/report.json';
import settings from './en/settings.json';
import shell from './en/shell.json';
import vehicle from './en/vehicle.json';
import watching from './en/watching.json';

export const words = {
  about,
  capture,
  claim,
  contests,
  correcting,
  inspection,
  inspections,
  report,
  settings,
  shell,
  vehicle,
  watching,
};
export { names };
/** The service says in English what is wrong, and more exactly than a sentence for each code can. */
export const problems = null;

export type Words = typeof words;
export type Names = typeof names;
/** By the code of a refusal, of what ended a task, or of the SDK. */
export type Problems = Record<
  | ProblemCode
  | 'unreadable_answer'
  | 'no_model_installed'
  | 'timeout'
  | 'worker_failed'
  | 'image_unreadable'
  | 'invalid_value'
  | 'not_reached'
  | 'unknown',
  string
>;
