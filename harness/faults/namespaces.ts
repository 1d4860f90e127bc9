import { spawnSync } from 'node:child_process';

/** What is run after this counts its processes from 1, sees no others and shares no memory with them, as in a container. */
export const AS_IN_A_CONTAINER = [
  'unshare',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
  '--ipc',
  '--uts',
] as const;

const [program, ...args] = AS_IN_A_CONTAINER;

/** Only root may, and not in every container. */
export const mayUnshare =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync(program, [...args, 'true']).status === 0;

export const unlessUnshared = mayUnshare ? '' : ' (skipped: only root may make namespaces)';
