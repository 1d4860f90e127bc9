/** Where rows and files are kept: it is away, or it is full. */
import { Problem } from './problem.ts';

export const databaseUnavailable = (cause?: unknown) =>
  new Problem(
    'away',
    'database_unavailable',
    'The database does not answer at the moment. Try again in a few seconds.',
    {
      retryAfterSeconds: 3,
      cause,
    },
  );

export const databaseFull = (cause: unknown) =>
  new Problem(
    'full',
    'storage_full',
    'There is no room left in the database, so nothing was stored. Try again when the operator has made room on its disk.',
    { retryAfterSeconds: 60, cause },
  );

export const storageUnavailable = (cause?: unknown) =>
  new Problem(
    'temporary',
    'storage_unavailable',
    'The photo storage cannot take or give the file at the moment. Try again in a few seconds.',
    { retryAfterSeconds: 3, cause },
  );

export const storageFull = (cause: unknown) =>
  new Problem(
    'full',
    'storage_full',
    'There is no room left for files, so this one was not taken. Send it again when the operator has made room.',
    { retryAfterSeconds: 60, cause },
  );
