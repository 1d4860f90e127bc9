import { configDefaults, defineConfig } from 'vitest/config';
import usual from './vitest.config.ts';

/** Long tests of endurance: npm run test:soak. */
export default defineConfig({
  test: {
    ...usual.test,
    globalSetup: ['harness/services/global-setup.ts', 'server/test/soak/bounded.ts'],
    include: ['server/test/soak/*.test.ts', 'server/src/**/*.soak.test.ts'],
    exclude: configDefaults.exclude,
  },
});
