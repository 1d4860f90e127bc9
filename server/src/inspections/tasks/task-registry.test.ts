import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TASK_NAMES } from '../vocabulary.ts';

test('the table of tasks in the docs has every task', async () => {
  const docs = await readFile(new URL('../../../../docs/tasks.md', import.meta.url), 'utf8');
  const rows = docs.split('\n').filter((line) => line.startsWith('| `'));
  const told = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  expect(told.sort()).toEqual([...TASK_NAMES].sort());
});
