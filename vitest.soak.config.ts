import { defineConfig } from 'vitest/config';
import { EVERY_PICTURE } from './harness/pictures/shared-pictures.ts';
import { PATIENCE } from './vitest.config.ts';

/** `npm test` shows them one picture of each kind, or two of the demo's. */
const ON_MORE_PICTURES = ['no-whole-vehicle', 'vehicle-state', 'demo-truth', 'damage-detection'].map(
  (name) => `server/test/tasks/${name}.test.ts`,
);

/** Long tests of endurance: npm run test:soak. */
export default defineConfig({
  test: {
    globalSetup: ['harness/services/global-setup.ts', 'server/test/soak/bounded.ts'],
    include: ['server/test/soak/*.test.ts', 'server/{src,test}/**/*.soak.test.ts', ...ON_MORE_PICTURES],
    env: { [EVERY_PICTURE]: 'yes' },
    pool: 'forks',
    maxWorkers: 2,
    ...PATIENCE,
  },
});
