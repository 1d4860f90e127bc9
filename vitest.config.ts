import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'server/src/**/*.test.ts',
      'server/test/**/*.test.ts',
      'sdk/test/**/*.test.ts',
      'cli/*.test.ts',
      'demo/*.test.ts',
      'console/test/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, '**/*.soak.test.ts', 'server/test/soak/**'],
    globalSetup: ['harness/services/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Real browsers, databases and models are late at times; the run names what needed a second try, to be mended.
    retry: 1,
    // Real browsers, databases and models on a busy machine are late at times; tests wait for what is to come.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
