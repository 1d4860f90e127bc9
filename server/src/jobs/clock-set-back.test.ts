import { expect, test } from 'vitest';
import { clockWatch } from './clock-set-back.ts';

test('a clock that was set back is noticed once, also at the first look, where nobody knows', () => {
  let elapsed = 100;
  const wasSetBack = clockWatch(() => elapsed);
  expect(wasSetBack(5000)).toBe(true);
  elapsed += 2;
  expect(wasSetBack(5002)).toBe(false);
  elapsed += 2;
  expect(wasSetBack(5004 - 3600)).toBe(true);
  elapsed += 2;
  expect(wasSetBack(5006 - 3600)).toBe(false);
});

test('one that was set ahead, a slow answer and a small correction are none of that', () => {
  let elapsed = 0;
  const wasSetBack = clockWatch(() => elapsed);
  wasSetBack(1000);
  for (const [passed, now] of [
    [2, 4602],
    [10, 4604],
    [12, 4613.5],
  ] as const) {
    elapsed = passed;
    expect(wasSetBack(now)).toBe(false);
  }
});
