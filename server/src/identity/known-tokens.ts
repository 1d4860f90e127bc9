import type { Actor } from '../inspections/access.ts';

/** A key that its provider takes back goes on working for so long, at most. */
const KNOWN_FOR_MS = 30_000;
const MOST = 1000;

/**
 * Whom the tokens of a moment ago stand for. A client sends the same token with every request, and checking
 * its signature anew takes longer than most of the rest. Only good tokens get here, each until its own end.
 */
export const createKnownTokens = () => {
  const known = new Map<string, { actor: Actor; end: number; until: number }>();
  return {
    find: (token: string): Actor | undefined => {
      const entry = known.get(token);
      // Its own end is a time of day; how long it is known is a span, which no change of the clock may stretch.
      return entry && Date.now() < entry.end && performance.now() < entry.until ? entry.actor : undefined;
    },
    /** It was good, and its own end has not come: it is worth being checked again. */
    wasGood: (token: string) => Date.now() < (known.get(token)?.end ?? 0),
    /** `end` in seconds since 1970. */
    keep: (token: string, actor: Actor, end: number) => {
      known.delete(token);
      known.set(token, { actor, end: end * 1000, until: performance.now() + KNOWN_FOR_MS });
      if (known.size > MOST) known.delete(known.keys().next().value!);
    },
  };
};
