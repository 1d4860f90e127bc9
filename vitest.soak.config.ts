import { defineConfig } from 'vitest/config';
import { PATIENCE } from './vitest.config.ts';

/** Long tests of endurance: npm run test:soak. */
export default defineConfig({
  test: {
    globalSetup: ['harness/services/global-setup.ts', 'server/test/soak/bounded.ts'],
    include: ['server/test/soak/*.test.ts', 'server/{src,test}/**/*.soak.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    ...PATIENCE,
  },
});
