import { readdir } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { expect, test } from 'vitest';
import { PROBLEM_CODES, Problem } from '../inspections/problems/problem.ts';
import { statusOf } from './status.ts';

const folder = new URL('../inspections/problems/', import.meta.url);
const files = (await readdir(folder)).filter((file) => file !== 'problem.ts');
const modules: Record<string, unknown>[] = await Promise.all(
  files.map((file) => import(new URL(file, folder).href)),
);

/** Lists where a factory wants one; of what else it says the number does not depend. */
const made = (factory: (...args: never[]) => unknown) => {
  const args: unknown[] =
    factory.length === 1 && /errors/.test(String(factory)) ? [[]] : ['x', ['x'], [], []];
  return factory(...(args as never[]));
};

test('every code is that of a refusal, and has an HTTP status', () => {
  const statuses: Record<string, number> = {};
  for (const [name, factory] of modules.flatMap((module) => Object.entries(module))) {
    const problem = made(factory as (...args: never[]) => unknown);
    if (!(problem instanceof Problem)) throw new Error(`${name} makes no refusal`);
    statuses[problem.code] = statusOf(problem);
  }
  expect(Object.keys(statuses).sort()).toEqual([...PROBLEM_CODES].sort());
  expect(Object.values(statuses).filter((status) => !STATUS_CODES[status])).toEqual([]);
});
