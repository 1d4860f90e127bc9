/**
 * A cookie that a browser gets when a person has signed in. Its signature covers its name, which says whose account
 * that was. It opens nothing: it only keeps the attempts of that browser apart from those of strangers.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Context } from 'oidc-provider';

const KEPT_MS = 180 * 24 * 60 * 60_000;

const cookieOf = (accountId: string) =>
  `walkaround_known_${createHash('sha256').update(accountId).digest('hex').slice(0, 16)}`;

/** The id of the browser, if the person of this account signed in with it before. */
export const knownBrowser = (ctx: Context, accountId: string): string | null =>
  ctx.cookies.get(cookieOf(accountId), { signed: true }) ?? null;

export const rememberBrowser = (ctx: Context, accountId: string, path: string) =>
  ctx.cookies.set(cookieOf(accountId), randomUUID(), {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    path,
    maxAge: KEPT_MS,
  });
