import { expectEndOfNpmStart } from '@walkaround/harness/services/npm-start.ts';
import { test } from 'vitest';

/** The ways that operations/npm-start.test.ts leaves out. */
test.each([
  ['npm', 'SIGTERM'],
  ['its process group', 'SIGTERM'],
  ['its process group', 'SIGHUP'],
] as const)('ending %s with %s ends the service and everything it started', expectEndOfNpmStart);
