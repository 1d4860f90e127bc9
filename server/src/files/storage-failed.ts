import { storageFull, storageUnavailable } from '../inspections/problems/storage.ts';

const NO_ROOM = ['ENOSPC', 'EDQUOT'];

/** What a file system or an object store says, as the refusal that it means: no room left, or not now. */
export const storageFailed = (error: unknown) =>
  error instanceof Error && 'code' in error && NO_ROOM.includes(String(error.code))
    ? storageFull(error)
    : storageUnavailable(error);
