import { Problem } from '../inspections/problems/problem.ts';

/**
 * Whether a transaction that failed so may stand all the same: the database was lost before it answered, which may have
 * been after the commit. What belongs to it must stay; if nobody owns it, the search for such files finds it later.
 */
export const mayHaveCommitted = (error: unknown): boolean =>
  error instanceof Problem && error.kind === 'away';
