import { expect, test } from 'vitest';
import { databaseUnavailable } from '../inspections/problems/storage.ts';
import { failureOf } from './failure.ts';

const saying = (code: string, message = 'no') => Object.assign(new Error(message), { code });

test.each(['53100', 'ENOSPC', 'EDQUOT'])('%s is a full disk, not a database that is away', (code) => {
  expect(failureOf(saying(code))).toBe('full');
});

test.each([
  '08006',
  '57P01',
  '57P03',
  '53300',
  '53200',
  '58030',
  '25006',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EPIPE',
])('%s is a database that is away', (code) => {
  expect(failureOf(saying(code))).toBe('away');
});

test.each(['Connection terminated unexpectedly', 'Query read timeout'])(
  'so is %j, which has no code',
  (message) => {
    expect(failureOf(new Error(message))).toBe('away');
  },
);

test('what is wrong with a statement is neither, nor what was told already', () => {
  expect(failureOf(saying('23505', 'duplicate key'))).toBeNull();
  expect(failureOf(saying('23514', 'violates check constraint'))).toBeNull();
  expect(failureOf(databaseUnavailable())).toBeNull();
  expect(failureOf('a word')).toBeNull();
});
