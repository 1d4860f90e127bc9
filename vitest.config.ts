import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'server/src/**/*.test.ts',
      'server/test/*.test.ts',
      'server/test/security/*.test.ts',
      'sdk/test/**/*.test.ts',
      'cli/*.test.ts',
      'demo/*.test.ts',
      'console/test/**/*.test.ts',
    ],
    globalSetup: ['server/test/harness/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Real browsers, databases and models on a busy machine are late at times; what fails twice is broken.
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
