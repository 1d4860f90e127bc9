import { test } from 'vitest';
import { expectLargeReport } from './test-large-report.ts';

test(
  '200 photos of 12 megapixels and 150 damages make a report in at most 400 MB, and the process stays awake',
  () => expectLargeReport(200, 150),
  300_000,
);
