import { test } from 'vitest';
import { expectLargeReport } from './test-large-report.ts';

/** Two hundred photos: large-report.soak.test.ts. */
test('20 photos of 12 megapixels and 15 damages make a report in at most 400 MB, and the process stays awake', () =>
  expectLargeReport(20, 15));
