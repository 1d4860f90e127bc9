import { afterEach, expect, it, vi } from 'vitest';
import { createKnownTokens } from './known-tokens.ts';

const endingIn = (seconds: number) => ({
  user_id: 'anna',
  organization_id: null,
  permissions: new Set<string>(),
  token_ends_at: Date.now() + seconds * 1000,
});
const anna = expect.objectContaining({ user_id: 'anna' });

// The clock is the only thing not real here: nobody wants to wait for half a minute.
afterEach(() => void vi.useRealTimers());

it('a token that was good a moment ago still is, and one never seen is unknown', () => {
  const known = createKnownTokens();
  known.keep('good', endingIn(3600));
  expect(known.find('good')).toEqual(anna);
  expect(known.find('other')).toBeUndefined();
});

it('a token is checked again after half a minute', () => {
  vi.useFakeTimers();
  const known = createKnownTokens();
  known.keep('good', endingIn(3600));
  vi.advanceTimersByTime(29_000);
  expect(known.find('good')).toEqual(anna);
  vi.advanceTimersByTime(2_000);
  expect(known.find('good')).toBeUndefined();
});

it('a token that was good is worth being checked again, until its own end', () => {
  vi.useFakeTimers();
  const known = createKnownTokens();
  known.keep('good', endingIn(60));
  vi.advanceTimersByTime(31_000);
  expect([known.wasGood('good'), known.wasGood('other')]).toEqual([true, false]);
  vi.advanceTimersByTime(30_000);
  expect(known.wasGood('good')).toBe(false);
});

it('a token that ends sooner is known until its end', () => {
  vi.useFakeTimers();
  const known = createKnownTokens();
  known.keep('short', endingIn(10));
  vi.advanceTimersByTime(9_000);
  expect(known.find('short')).toEqual(anna);
  vi.advanceTimersByTime(2_000);
  expect(known.find('short')).toBeUndefined();
});

it('a clock that is set back does not make it known for longer', () => {
  vi.useFakeTimers();
  const known = createKnownTokens();
  known.keep('good', endingIn(3600));
  vi.advanceTimersByTime(31_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(known.find('good')).toBeUndefined();
});

it('a flood of tokens pushes out the oldest instead of filling the memory', () => {
  const known = createKnownTokens();
  for (let n = 0; n <= 1000; n++) known.keep(`token-${n}`, endingIn(3600));
  expect(known.find('token-0')).toBeUndefined();
  expect(known.find('token-1')).toEqual(anna);
  expect(known.find('token-1000')).toEqual(anna);
});
