import type { Actor } from '../inspections/access.ts';

/** A key that its provider takes back goes on working for so long, at most. */
const KNOWN_FOR_MS = 30_000;
const MOST = 1000;

/** `token_ends_at` in milliseconds since 1970. */
export type TokenHolder = Actor & { token_ends_at: number };

/**
 * Whom the tokens of a moment ago stand for. A client sends the same token with every request, and checking
 * its signature anew takes longer than most of the rest. Only good tokens get here, each until its own end.
 */
export const createKnownTokens = () => {
  const known = new Map<string, { holder: TokenHolder; until: number }>();
  return {
    find: (token: string): TokenHolder | undefined => {
      const entry = known.get(token);
      // Its own end is a time of day; how long it is known is a span, which no change of the clock may stretch.
      return entry && Date.now() < entry.holder.token_ends_at && performance.now() < entry.until
        ? entry.holder
        : undefined;
    },
    /** It was good, and its own end has not come: it is worth being checked again. */
    wasGood: (token: string) => Date.now() < (known.get(token)?.holder.token_ends_at ?? 0),
    keep: (token: string, holder: TokenHolder) => {
      known.delete(token);
      known.set(token, { holder, until: performance.now() + KNOWN_FOR_MS });
      if (known.size > MOST) known.delete(known.keys().next().value!);
    },
  };
};
