/** Maps error codes of Postgres and of its connections to one of two kinds. No other file reads these codes. */
import { Problem } from '../inspections/problems/problem.ts';

/** There is no room for rows, or the database cannot be reached or cannot work. */
type Failure = 'full' | 'away';

/** What Postgres calls a full disk, and what the system calls it. */
const NO_ROOM = ['53100', 'ENOSPC', 'EDQUOT'];
const CONNECTION_LOST = /^(08|57P|53300|ECONN|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/;
/** Out of memory, a disk that fails, or a server that only reads because another one has taken over. */
const CANNOT_WORK = /^(53200|58030|25006)/;
/** Broken connections of the driver have no code. */
const BROKEN_OFF =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/;

/** Null: the statement is at fault, or the failure has been told already. */
export const failureOf = (error: unknown): Failure | null => {
  if (error instanceof Problem || !(error instanceof Error)) return null;
  const code = (error as { code?: string }).code ?? '';
  if (NO_ROOM.includes(code)) return 'full';
  const isAway = CONNECTION_LOST.test(code) || CANNOT_WORK.test(code) || BROKEN_OFF.test(error.message);
  return isAway ? 'away' : null;
};

/** A table is missing: this version has not brought the database up to date yet. */
export const isOlderSchema = (error: unknown) => (error as { code?: unknown }).code === '42P01';
