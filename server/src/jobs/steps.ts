import type { JobRun } from '../inspections/ports/ports.ts';
import type { AttemptPlan } from './crash-suspects.ts';

/** Work on photos goes on side by side, but for what must be alone: that waits for the others, and they wait for it. */
export const createSteps = () => {
  const waiting: { alone: boolean; begin(): void }[] = [];
  let running = 0;
  let oneIsAlone = false;

  /** In the order in which they came, so that nobody waits for ever. */
  const admit = () => {
    for (let next = waiting[0]; next && !oneIsAlone && !(next.alone && running > 0); next = waiting[0]) {
      waiting.shift();
      running += 1;
      oneIsAlone = next.alone;
      next.begin();
    }
  };

  return async <T>(alone: boolean, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin) => {
      waiting.push({ alone, begin });
      admit();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      if (alone) oneIsAlone = false;
      admit();
    }
  };
};

/** The steps of one job. What kills the worker in one that runs alone is this job. */
export const stepsOf = (
  { alone, count, clearSuspicion }: AttemptPlan,
  steps: ReturnType<typeof createSteps>,
): Pick<JobRun, 'step' | 'advanced'> => {
  let counted = false;
  let cleared = !alone;
  return {
    step: (work) =>
      steps(alone, async () => {
        if (alone && !counted) await count();
        counted = true;
        return await work();
      }),
    advanced: async () => {
      if (!cleared) await clearSuspicion();
      cleared = true;
    },
  };
};
