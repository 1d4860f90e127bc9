import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LONG_FILES } from './long-files.ts';

test('every file that is named as a long one is there', () => {
  const at = (file: string) => new URL(`../../${file}`, import.meta.url);
  expect(LONG_FILES.filter((file) => !existsSync(at(file)))).toEqual([]);
});
