/**
 * Files that run for half a minute and more. Without the results of an earlier run Vitest starts the largest files
 * first, and these are short: one of them would be the last, and leave a core idle for that time.
 */
export const LONG_FILES = [
  'console/test/inspection-correcting.test.ts',
  'console/test/settings.test.ts',
  'console/test/inspection-reading.test.ts',
  'console/test/refused-photos.test.ts',
  'console/test/contesting.test.ts',
  'server/test/operations/lifecycle.test.ts',
  'server/test/tasks/damage-detection.test.ts',
  'server/test/photos/privacy.test.ts',
  'server/src/jobs/crash-suspects.service.test.ts',
  'server/test/tasks/images-ocr.test.ts',
  'server/test/operations/detect.test.ts',
  'server/src/store/embedded/embedded-postgres.service.test.ts',
  'server/test/tasks/wheel-analysis.test.ts',
  'cli/inspect.test.ts',
  'server/test/tasks/scheduled-jobs.test.ts',
  'server/test/photos/compliance.test.ts',
  'server/test/operations/npm-start.test.ts',
  'server/test/operations/scale-out.test.ts',
  'server/src/report/large-report.service.test.ts',
];
