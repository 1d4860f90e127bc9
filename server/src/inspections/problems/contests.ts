/** Why a finding cannot be contested now, or a contest not be decided. */
import { Problem } from './problem.ts';

export const contestingNotAllowed = () =>
  new Problem(
    'contesting_closed',
    'This link does not allow contesting. Ask the sender for a link that does.',
  );

export const contestingOver = (until: string) =>
  new Problem(
    'contesting_closed',
    `The time to contest ended on ${until.slice(0, 10)} (UTC). Ask the sender for a new link.`,
  );

export const contestOpen = () =>
  new Problem(
    'contest_open',
    'You have contested this finding already, and nobody has decided about it yet. Wait for the decision.',
  );

/** For whoever contested: without the person who decided. */
export const contestIsDecided = (state: string) =>
  new Problem(
    'contest_decided',
    `This contest is decided: ${state}. A decision is final, so it cannot be withdrawn. Read the page again.`,
  );

export const contestWithdrawn = () =>
  new Problem(
    'contest_withdrawn',
    'Whoever contested this finding has withdrawn the contest, so there is nothing to decide. Read the contest again.',
  );

export const contestDecided = (by: string, state: string) =>
  new Problem(
    'contest_decided',
    `This contest was decided by ${by}: ${state}. A decision is final. Read the contest again.`,
  );
