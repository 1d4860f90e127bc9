import { Problem } from '../inspections/problems/problem.ts';

/**
 * Whether the file of a commit that failed so is left to the search for files without an owner. The database was lost before
 * it answered, which may have been after the commit: then the file must stay. Or the file store does not answer: whoever sent
 * the file would wait for it a second time.
 */
export const isLeftToSweep = (error: unknown): boolean =>
  error instanceof Problem && (error.kind === 'away' || error.code === 'storage_unavailable');
