import type { Queue } from 'pg-boss';
import type { Job } from '../inspections/ports/store.ts';

type Sent = { [J in Job as J['name']]: J['data'] };

/** What waits in each queue. These are filled by the queue itself, the others by `send`. */
export type Waiting = Sent & {
  'assess-image-failed': Sent['assess-image'];
  'read-odometer-failed': Sent['read-odometer'];
  'run-task-failed': Sent['run-task'];
  'deliver-failed': Sent['deliver'];
  'make-report-failed': Sent['make-report'];
  'make-shared-report-failed': Sent['make-shared-report'];
  'make-evidence-failed': Sent['make-evidence'];
  'blur-image-failed': Sent['blur-image'];
  'clean-up': object;
  'sweep-files': object;
};
export type QueueName = keyof Waiting;

export type QueueLimits = {
  taskTimeoutSeconds: number;
  deliveryAttempts: number;
  /** In place of each queue's own; 0 retries at once. */
  retryDelaySeconds?: number;
};

const HOUR = 3600;
const DAY = 24 * HOUR;
/** For so long it is remembered when a scheduled job succeeded. */
const REMEMBERED_SECONDS = 30 * DAY;

/** Names and rules, in the order in which they can be made: a queue's dead letter queue comes before it. */
export const queueRules = (limits: QueueLimits): (Queue & { name: QueueName })[] => {
  const common = {
    notify: true,
    // A worker that is killed is noticed after this time, and what it had is given to another one.
    heartbeatSeconds: 10,
    deleteAfterSeconds: HOUR,
    // Jobs may wait as long as no worker runs; none is thrown away for its age.
    retentionSeconds: 365 * DAY,
  };
  const retry = (attempts: number, firstDelay: number, longestDelay = HOUR) => {
    const retryDelay = limits.retryDelaySeconds ?? firstDelay;
    const backoff = retryDelay > 0 && { retryBackoff: true, retryDelayMax: longestDelay };
    return { retryLimit: attempts - 1, retryDelay, retryBackoff: false, ...backoff };
  };
  // Many, because each goes on where the last one ended. A worker that dies costs none (crash-suspects.ts).
  const analysis = retry(12, 1, 60);
  const scheduled = { ...common, ...retry(3, 5), deleteAfterSeconds: REMEMBERED_SECONDS };
  return [
    { name: 'assess-image-failed', ...common, ...retry(20, 5) },
    { name: 'read-odometer-failed', ...common, ...retry(20, 5) },
    { name: 'run-task-failed', ...common, ...retry(20, 5) },
    { name: 'deliver-failed', ...common, ...retry(20, 5) },
    { name: 'make-report-failed', ...common, ...retry(20, 5) },
    { name: 'make-shared-report-failed', ...common, ...retry(20, 5) },
    { name: 'make-evidence-failed', ...common, ...retry(20, 5) },
    { name: 'blur-image-failed', ...common, ...retry(20, 5) },
    {
      name: 'run-task',
      ...common,
      ...analysis,
      // The task ends itself in time; this is for one that cannot.
      expireInSeconds: Math.min(limits.taskTimeoutSeconds + 120, DAY),
      deadLetter: 'run-task-failed',
    },
    { name: 'assess-image', ...common, ...analysis, deadLetter: 'assess-image-failed' },
    { name: 'read-odometer', ...common, ...analysis, deadLetter: 'read-odometer-failed' },
    { name: 'blur-image', ...common, ...analysis, deadLetter: 'blur-image-failed' },
    { name: 'blur-contest', ...common, ...analysis },
    { name: 'make-report', ...common, ...retry(6, 1), deadLetter: 'make-report-failed' },
    { name: 'make-shared-report', ...common, ...retry(6, 1), deadLetter: 'make-shared-report-failed' },
    { name: 'make-evidence', ...common, ...retry(6, 1), deadLetter: 'make-evidence-failed' },
    { name: 'deliver', ...common, ...retry(limits.deliveryAttempts, 5), deadLetter: 'deliver-failed' },
    { name: 'erase-inspection', ...common, ...retry(12, 5) },
    // Nobody waits for it, and a photo that it never sees is no loss.
    { name: 'look-along', ...common, ...retry(4, 30), expireInSeconds: HOUR, retentionSeconds: DAY },
    { name: 'note-lesson', ...common, ...retry(4, 5) },
    { name: 'clean-up', ...scheduled },
    { name: 'sweep-files', ...scheduled, expireInSeconds: HOUR },
  ];
};
