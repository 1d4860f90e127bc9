/** Links to files that a browser can load without a header, for a while: a signature stands in for the token. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { signedUrlExpired, signedUrlInvalid } from './problem.ts';

const sign = (secret: Buffer | string, key: string, expires: number) =>
  createHmac('sha256', secret).update(`${key}\n${expires}`).digest();

/** `expires` in seconds since 1970. */
export function signFilePath(secret: Buffer | string, key: string, expires: number): string {
  return `/files/${key}?expires=${expires}&signature=${sign(secret, key, expires).toString('base64url')}`;
}

/** Secrets newest first: links that were signed before a change of secret stay good until they expire. */
export function checkFilePath(
  secrets: (Buffer | string)[],
  key: string,
  expires: number,
  signature: string,
  now: Date,
): void {
  const given = Buffer.from(signature, 'base64url');
  const genuine = secrets.some((secret) => {
    const expected = sign(secret, key, expires);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!genuine) throw signedUrlInvalid();
  if (now.getTime() / 1000 > expires) throw signedUrlExpired();
}

/** At least the time asked for, rounded up in quarters of it: a client that polls sees the same link for a while. */
export function expiryFor(now: Date, ttlSeconds: number): number {
  const step = Math.max(1, Math.floor(ttlSeconds / 4));
  return Math.ceil((now.getTime() / 1000 + ttlSeconds) / step) * step;
}
