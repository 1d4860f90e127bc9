/** Nobody runs tests that take for ever: what has not ended by then is ended, and the run has failed. */
import type { TestProject } from 'vitest/node';

const MOST_MINUTES = 60;

export const setup = ({ vitest }: TestProject) => {
  const end = async () => {
    process.stderr.write(`\nThe long tests took more than ${MOST_MINUTES} minutes and are ended.\n`);
    await vitest.cancelCurrentRun('keyboard-input');
    process.exitCode = 1;
  };
  const timer = setTimeout(end, MOST_MINUTES * 60_000);
  return () => clearTimeout(timer);
};
