import { expect, test } from 'vitest';
import { CASES, describeCase } from './test-estimate-cases.ts';

const INTRODUCTION = `# Estimates: ten worked cases

After this page you have seen how ten typical damages become an estimate, line by line.

By the default price matrix (\`server/src/inspections/costs/price-matrix.json\`), which an organization can replace. The rules
are in [estimates.md](estimates.md), how the levels come about in [severity.md](severity.md). This page is written by
\`npx vitest run estimate-cases --update\` and checked by the same test, so it says what the service does.`;

test('the ten worked cases in the docs are what the service works out', async () => {
  expect(CASES).toHaveLength(10);
  const page = [INTRODUCTION, ...CASES.map(describeCase)].join('\n\n');
  await expect(`${page}\n`).toMatchFileSnapshot('../../../../docs/estimate-cases.md');
});
