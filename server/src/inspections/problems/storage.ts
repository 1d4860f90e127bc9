/** Where rows and files are kept: it is away, or it is full. */
import { Problem } from './problem.ts';

export const databaseUnavailable = (cause?: unknown) =>
  new Problem(
    'database_unavailable',
    'The database does not answer at the moment. Try again in a few seconds.',
    {
      retryAfterSeconds: 3,
      cause,
    },
  );

export const databaseFull = (cause: unknown) =>
  new Problem(
    'storage_full',
    'The disk of the database is full, so nothing was stored. Try again when the operator has freed space.',
    { retryAfterSeconds: 60, cause },
  );

export const storageUnavailable = (cause?: unknown) =>
  new Problem(
    'storage_unavailable',
    'The file storage does not work at the moment. Try again in a few seconds.',
    { retryAfterSeconds: 3, cause },
  );

export const storageFull = (cause: unknown) =>
  new Problem(
    'storage_full',
    'The file storage is full, so the file was not stored. Send it again when the operator has freed space.',
    { retryAfterSeconds: 60, cause },
  );
