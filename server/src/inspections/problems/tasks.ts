/** What cannot be done with a task or a report now. */
import { Problem } from './problem.ts';

export const illegalTransition = (task: string, from: string, to: string, allowed: readonly string[]) => {
  const cure = () => {
    if (from === 'DONE' && to === 'TODO') return 'To run it once more, send "again": true with the status.';
    if (allowed.length > 0) return `It can become ${allowed.join(' or ')}.`;
    return from === 'VALIDATED'
      ? 'Withdraw its validation first: send "status": "DONE" with "withdraw": true.'
      : 'Wait until it has ended.';
  };
  return new Problem('illegal_transition', `The task ${task} is ${from} and cannot become ${to}. ${cure()}`);
};

export const taskAlreadyStarted = (task: string, status: string) =>
  new Problem(
    'task_already_started',
    `The task ${task} has already started (it is ${status}), so its images and arguments can no longer change. Create a new inspection to add more.`,
  );

export const noPhotoReadable = (count: number, reasons: string[]) =>
  new Problem(
    'no_photo_readable',
    `None of the ${count} photos could be analyzed. ${reasons.slice(0, 3).join(' ')}`,
  );

export const nothingToCompare = (message: string) => new Problem('nothing_to_compare', message);

export const pdfNotRequested = () =>
  new Problem(
    'pdf_not_requested',
    'PDF has not been required to be generated. Ask for it with POST on this path.',
  );

export const pdfInProgress = () =>
  new Problem('pdf_in_progress', 'PDF is being generated. Ask again in a moment.');

export const pdfFailed = (message: string) => new Problem('pdf_failed', message);

export const invalidPdf = (message: string) => new Problem('invalid_pdf', message);
