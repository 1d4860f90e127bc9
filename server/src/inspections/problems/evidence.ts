/** What cannot be done with an evidence pack now. */
import { Problem } from './problem.ts';

export const evidenceNotRequested = () =>
  new Problem(
    'evidence_not_requested',
    'Nobody has asked for the evidence pack. Ask for it with POST on this path.',
  );

export const evidenceInProgress = () =>
  new Problem('evidence_in_progress', 'The evidence pack is being made. Ask again in a moment.');

export const evidenceFailed = (message: string) => new Problem('evidence_failed', message);
