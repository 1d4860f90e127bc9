import { describe, expect, it } from 'vitest';
import { createLoginAttempts } from './login-attempts.ts';

const ada = (address: string, browser: string | null = null) => ({
  email: 'ada@example.com',
  address,
  browser,
});

describe('login attempts', () => {
  it('are limited for one account from one address, until the minute is over', () => {
    let time = 0;
    const attempts = createLoginAttempts(() => time);
    for (let i = 0; i < 10; i++) expect(attempts.take(ada('10.0.0.1'))).toBe(0);
    expect(attempts.take({ ...ada('10.0.0.1'), email: ' ADA@example.com' })).toBe(60);
    expect(attempts.take(ada('10.0.0.2'))).toBe(0);
    time = 60_001;
    expect(attempts.take(ada('10.0.0.1'))).toBe(0);
  });

  it('are limited for one address over all accounts', () => {
    const attempts = createLoginAttempts();
    const waits = Array.from({ length: 61 }, (_, i) =>
      attempts.take({ ...ada('10.0.0.1'), email: `user-${i}@example.com` }),
    );
    expect(waits.slice(0, 60).every((wait) => wait === 0)).toBe(true);
    expect(waits[60]).toBeGreaterThan(0);
  });

  it('from the addresses of one network of IPv6 are those of one guesser', () => {
    const attempts = createLoginAttempts();
    for (let i = 0; i < 10; i++) expect(attempts.take(ada(`2001:db8:0:1::${i}`))).toBe(0);
    expect(attempts.take(ada('2001:db8:0:1:ffff::1'))).toBeGreaterThan(0);
    expect(attempts.take(ada('2001:db8:0:2::1'))).toBe(0);
  });

  it('are limited for one account over all networks, and one network alone does not use them up', () => {
    let time = 0;
    const attempts = createLoginAttempts(() => time);
    for (let i = 0; i < 200; i++) attempts.take(ada('2001:db8:0:1::1'));
    expect(attempts.take(ada('10.0.0.1'))).toBe(0);
    for (let i = 0; i < 200; i++) attempts.take(ada(`10.1.0.${i}`));
    expect(attempts.take(ada('10.0.0.1'))).toBe(60);
    expect(attempts.take({ ...ada('10.0.0.1'), email: 'ben@example.com' })).toBe(0);
    time = 60_001;
    expect(attempts.take(ada('10.0.0.1'))).toBe(0);
  });

  it('of a browser in which the person signed in before are counted by themselves', () => {
    const attempts = createLoginAttempts();
    for (let i = 0; i < 200; i++) attempts.take(ada(`10.1.0.${i}`));
    for (let i = 0; i < 10; i++) expect(attempts.take(ada('10.1.0.1', 'her laptop'))).toBe(0);
    expect(attempts.take(ada('10.1.0.1', 'her laptop'))).toBe(60);
    expect(attempts.take(ada('10.1.0.1', 'her phone'))).toBe(0);
  });

  it('count from the beginning again after a success', () => {
    const attempts = createLoginAttempts();
    for (let i = 0; i < 9; i++) attempts.take(ada('10.0.0.1'));
    attempts.succeeded(ada('10.0.0.1'));
    for (let i = 0; i < 10; i++) expect(attempts.take(ada('10.0.0.1'))).toBe(0);
  });

  it('of a flood of made-up accounts do not make the service forget who guesses', () => {
    const attempts = createLoginAttempts();
    for (let i = 0; i < 60; i++) attempts.take({ ...ada('10.0.0.1'), email: `user-${i}@example.com` });
    for (let i = 0; i < 20_000; i++)
      attempts.take({ email: `made-up-${i}`, address: `10.1.${(i >> 6) & 255}.1`, browser: null });
    expect(attempts.take(ada('10.0.0.1'))).toBeGreaterThan(0);
  });
});
