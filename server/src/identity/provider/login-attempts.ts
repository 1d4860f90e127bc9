/**
 * Slows down guessing. Attempts are counted for one network (an address of IPv4, a /64 of IPv6), for one account
 * from one network, and for one account from all networks together, which a guesser with many networks cannot
 * get around. The last count alone would let strangers shut out the person whose account it is. So a browser in
 * which that person signed in before is counted by itself, whatever others do (see `known-browsers.ts`).
 */
import { createMinuteCounts } from '../../inspections/minute-counts.ts';
import { networkOf } from '../../inspections/network-of.ts';

const PER_NETWORK = 60;
const PER_ACCOUNT_AND_NETWORK = 10;
const PER_ACCOUNT = 30;
const PER_KNOWN_BROWSER = 10;
const MOST_KEYS = 10_000;

/** `browser`: the id of one in which the person of this account signed in before. */
type Attempt = { email: string; address: string; browser: string | null };

export type LoginAttempts = {
  /** Counts an attempt. Answers 0, or the seconds to wait when there were too many. */
  take(attempt: Attempt): number;
  succeeded(attempt: Attempt): void;
};

export const createLoginAttempts = (now?: () => number): LoginAttempts => {
  // Each kind has room of its own, so that a flood of made-up accounts makes nobody forget the networks it came from.
  const counter = (limit: number) => ({ limit, counts: createMinuteCounts(MOST_KEYS, now) });
  const networks = counter(PER_NETWORK);
  const accountsOnNetworks = counter(PER_ACCOUNT_AND_NETWORK);
  const accounts = counter(PER_ACCOUNT);
  const browsers = counter(PER_KNOWN_BROWSER);

  const keysOf = ({ email, address, browser }: Attempt) => {
    const account = email.trim().toLowerCase().slice(0, 254);
    const network = networkOf(address);
    return browser === null
      ? ([
          [networks, network],
          [accountsOnNetworks, `${network} ${account}`],
          [accounts, account],
        ] as const)
      : ([[browsers, `${browser} ${account}`]] as const);
  };

  return {
    take: (attempt) => {
      // What one count refuses is none of the next: one network alone must not use up an account's attempts.
      for (const [{ counts, limit }, key] of keysOf(attempt)) {
        const seconds = counts.secondsToWait(key, limit);
        if (seconds > 0) return seconds;
        counts.add(key);
      }
      return 0;
    },
    succeeded: (attempt) => {
      for (const [counted, key] of keysOf(attempt))
        if (counted === accountsOnNetworks || counted === browsers) counted.counts.forget(key);
    },
  };
};
