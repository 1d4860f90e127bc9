import { expectEndOfNpmStart } from '@walkaround/harness/services/npm-start.ts';
import { test } from 'vitest';

/** One of each kind: handed on, noticed by who is left, and noticed by the service itself. More: soak/npm-start.test.ts. */
test.each([
  ['npm', 'SIGINT'],
  ['npm', 'SIGKILL'],
  ['its process group', 'SIGKILL'],
] as const)('ending %s with %s ends the service and everything it started', expectEndOfNpmStart);
