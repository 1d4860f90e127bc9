import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'server/src/**/*.test.ts',
      'server/test/**/*.test.ts',
      'sdk/test/**/*.test.ts',
      'demo/*.test.ts',
    ],
    globalSetup: ['server/test/harness/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
