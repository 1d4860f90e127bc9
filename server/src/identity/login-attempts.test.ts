import { describe, expect, it } from 'vitest';
import { createLoginAttempts } from './login-attempts.ts';

describe('login attempts', () => {
  it('are limited for one account from one address, until the minute is over', () => {
    let time = 0;
    const attempts = createLoginAttempts(() => time);
    for (let i = 0; i < 10; i++) expect(attempts.take('ada@example.com', '10.0.0.1')).toBe(0);
    expect(attempts.take(' ADA@example.com', '10.0.0.1')).toBe(60);
    expect(attempts.take('ada@example.com', '10.0.0.2')).toBe(0);
    time = 60_001;
    expect(attempts.take('ada@example.com', '10.0.0.1')).toBe(0);
  });

  it('are limited for one address over all accounts', () => {
    const attempts = createLoginAttempts();
    const waits = Array.from({ length: 61 }, (_, i) => attempts.take(`user-${i}@example.com`, '10.0.0.1'));
    expect(waits.slice(0, 60).every((wait) => wait === 0)).toBe(true);
    expect(waits[60]).toBeGreaterThan(0);
  });

  it('count from the beginning again after a success', () => {
    const attempts = createLoginAttempts();
    for (let i = 0; i < 9; i++) attempts.take('ada@example.com', '10.0.0.1');
    attempts.succeeded('ada@example.com', '10.0.0.1');
    for (let i = 0; i < 10; i++) expect(attempts.take('ada@example.com', '10.0.0.1')).toBe(0);
  });
});
