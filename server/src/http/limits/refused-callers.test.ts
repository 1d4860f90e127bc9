import { beforeEach, expect, test } from 'vitest';
import { createMinuteCounts } from '../../inspections/minute-counts.ts';
import { createRefusedCallers, type RefusedCallers } from './refused-callers.ts';

let time: number;
let callers: RefusedCallers;
beforeEach(() => {
  time = 0;
  callers = createRefusedCallers(
    3,
    createMinuteCounts(10_000, () => time),
  );
});

const refuse = (address: string, times: number) => {
  for (let i = 0; i < times; i++) callers.count(address);
};

test('whoever was refused too often waits for the rest of the minute, and others do not', () => {
  refuse('192.0.2.1', 2);
  expect(callers.secondsToWait('192.0.2.1')).toBe(0);
  time = 20_000;
  refuse('192.0.2.1', 1);
  expect(callers.secondsToWait('192.0.2.1')).toBe(40);
  expect(callers.secondsToWait('192.0.2.2')).toBe(0);
  time = 60_000;
  expect(callers.secondsToWait('192.0.2.1')).toBe(0);
  refuse('192.0.2.1', 2);
  expect(callers.secondsToWait('192.0.2.1')).toBe(0);
});

test('the addresses of one network of IPv6 are one caller, and an address of IPv4 is the same in both forms', () => {
  refuse('2001:db8:1:2::1', 2);
  refuse('2001:db8:1:2:ffff::7', 1);
  expect(callers.secondsToWait('2001:db8:1:2:3:4:5:6')).toBe(60);
  expect(callers.secondsToWait('2001:db8:1:3::1')).toBe(0);
  refuse('::ffff:192.0.2.1', 3);
  expect(callers.secondsToWait('192.0.2.1')).toBe(60);
});

test('the memory of a flood from many addresses has an end', () => {
  refuse('192.0.2.1', 3);
  for (let i = 0; i < 10_000; i++) callers.count(`10.0.${i >> 8}.${i & 255}`);
  expect(callers.secondsToWait('192.0.2.1')).toBe(0);
});

test('without a limit nobody waits', () => {
  callers = createRefusedCallers(0, createMinuteCounts(10_000));
  refuse('192.0.2.1', 10);
  expect(callers.secondsToWait('192.0.2.1')).toBe(0);
});
