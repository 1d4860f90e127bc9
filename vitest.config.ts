import { configDefaults, defineConfig } from 'vitest/config';
import { retriedReporter } from './harness/reporters/retried-reporter.ts';
import { LongFilesFirst } from './harness/sequence/long-files-first.ts';

const LONG = ['**/*.soak.test.ts', 'server/test/soak/**'];
const SERVICE = '**/*.service.test.ts';
const BROWSER = '**/*.browser.test.ts';

/** Real browsers, databases and models on a busy machine are late at times; tests wait for what is to come. */
const PATIENCE = { expect: { poll: { timeout: 30_000 } }, testTimeout: 120_000, hookTimeout: 120_000 };

/**
 * Files that wait for a service, a model or a page leave the cores to one another. So do the models that they run
 * themselves: on two cores a model takes a tenth more processor time than on one.
 */
const WAITING = {
  pool: 'forks',
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
  env: { MODEL_CORES: '1' },
} as const;

/**
 * Files that ask a service from outside leave nothing in their own process: several share one, which loads Vitest, the
 * harness and the published reference once. Files beside the source count decodes and hold locks of their process.
 */
const FROM_OUTSIDE = { ...WAITING, isolate: false } as const;

/** Beside the source, too, there are files that leave nothing behind: they ask a database, or write a PDF. */
const LEAVING_NOTHING = ['store/*', 'store/{inspections,organization,upkeep}/**/*', 'report/**/*'].map(
  (place) => `server/src/${place}.service.test.ts`,
);

/** The lane of a file follows from its place and its name: see CONTRIBUTING.md. */
export default defineConfig({
  test: {
    reporters: ['default', retriedReporter()],
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['server/src/**/*.test.ts', 'server/bench/**/*.test.ts', 'console/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...LONG, SERVICE],
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'source',
          include: [`server/src/${SERVICE}`],
          exclude: [...configDefaults.exclude, ...LONG, ...LEAVING_NOTHING],
          globalSetup: ['harness/services/global-setup.ts'],
          ...WAITING,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'service',
          include: [
            'server/test/**/*.test.ts',
            'sdk/test/**/*.test.ts',
            'cli/*.test.ts',
            'demo/*.test.ts',
            'harness/**/*.test.ts',
            ...LEAVING_NOTHING,
          ],
          exclude: [...configDefaults.exclude, ...LONG, BROWSER],
          globalSetup: ['harness/services/global-setup.ts'],
          ...FROM_OUTSIDE,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['console/test/**/*.test.ts', `server/test/${BROWSER}`],
          globalSetup: ['harness/services/global-setup.ts', 'harness/services/browser-setup.ts'],
          // A page may be late in ways that no condition tells; the end of the run names what needed a second try.
          retry: 1,
          ...FROM_OUTSIDE,
          ...PATIENCE,
        },
      },
    ],
  },
});

export { PATIENCE };
