/** Links to files that a browser can load without a header, for a while: a signature stands in for the token. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { signedUrlExpired, signedUrlInvalid } from '../problems/access.ts';

/**
 * `expires` in seconds since 1970. `share`: the share link with which this one ends, however early that is.
 * `deleted`: it was given to somebody who asked for what was deleted; any other ends when its photo or inspection is deleted.
 */
export type FileLink = { key: string; expires: number; share?: string; deleted?: boolean };

const sign = (secret: Buffer | string, { key, expires, share, deleted }: FileLink) =>
  createHmac('sha256', secret)
    .update(
      [...(deleted ? ['deleted'] : []), key, expires, ...(share === undefined ? [] : [share])].join('\n'),
    )
    .digest();

export function signFilePath(secret: Buffer | string, link: FileLink): string {
  const { key, expires, share, deleted } = link;
  const more = `${share === undefined ? '' : `&share=${share}`}${deleted ? '&deleted=true' : ''}`;
  return `/files/${key}?expires=${expires}${more}&signature=${sign(secret, link).toString('base64url')}`;
}

/** Secrets newest first: links that were signed before a change of secret stay good until they expire. */
export function checkFilePath(
  secrets: readonly (Buffer | string)[],
  link: FileLink & { signature: string },
  now: Date,
): void {
  const given = Buffer.from(link.signature, 'base64url');
  const genuine = secrets.some((secret) => {
    const expected = sign(secret, link);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!genuine) throw signedUrlInvalid();
  if (now.getTime() / 1000 > link.expires) throw signedUrlExpired();
}

/** At least the time asked for, rounded up in quarters of it: a client that polls sees the same link for a while. */
export function expiryFor(now: Date, ttlSeconds: number): number {
  const step = Math.max(1, Math.floor(ttlSeconds / 4));
  return Math.ceil((now.getTime() / 1000 + ttlSeconds) / step) * step;
}
