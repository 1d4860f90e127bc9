import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from './sha-256.ts';

test('the digest for pages on plain http is the one that everybody else computes', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 96, 119, 120, 1000]) {
    const message = randomBytes(length);
    expect(Buffer.from(sha256(message)).toString('hex')).toBe(
      createHash('sha256').update(message).digest('hex'),
    );
  }
});
