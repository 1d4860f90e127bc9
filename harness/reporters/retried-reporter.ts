import type { Reporter, TestModule } from 'vitest/node';

/** The tests that failed at first and then passed, as "file > test". */
const retried = (modules: readonly TestModule[]): string[] =>
  modules.flatMap((module) =>
    [...module.children.allTests()]
      .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
      .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
  );

/** Lists at the end of a run what needed a second try: it is to be mended, though the run is green. */
export const retriedReporter = (): Reporter => ({
  onTestRunEnd: (modules) => {
    const names = retried(modules);
    if (names.length === 0) return;
    process.stdout.write(
      `\nNeeded a second try (${names.length}):\n${names.map((name) => `  ${name}\n`).join('')}`,
    );
  },
});
