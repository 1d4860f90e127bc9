/**
 * Slows down guessing: so many attempts a minute for one account from one address, and for one address in
 * all. Checking a password costs real CPU time, so the limit also keeps a flood from starving the service.
 */
const WINDOW_MS = 60_000;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 60;
const MAX_KEYS = 10_000;

type Window = { count: number; endsAt: number };

export type LoginAttempts = {
  /** Counts an attempt. Answers 0, or the seconds to wait when there were too many. */
  take(email: string, ip: string): number;
  succeeded(email: string, ip: string): void;
};

export const createLoginAttempts = (now = () => performance.now()): LoginAttempts => {
  const windows = new Map<string, Window>();

  const count = (key: string, limit: number): number => {
    const open = windows.get(key);
    const current = open && open.endsAt > now() ? open : { count: 0, endsAt: now() + WINDOW_MS };
    current.count += 1;
    // Moved to the end, so that the bound below drops what was idle for the longest time.
    windows.delete(key);
    windows.set(key, current);
    if (windows.size > MAX_KEYS) windows.delete(windows.keys().next().value!);
    return current.count > limit ? Math.ceil((current.endsAt - now()) / 1000) : 0;
  };

  const accountKey = (email: string, ip: string) => `${ip} ${email.trim().toLowerCase().slice(0, 254)}`;

  return {
    take: (email, ip) => Math.max(count(ip, PER_ADDRESS), count(accountKey(email, ip), PER_ACCOUNT)),
    succeeded: (email, ip) => {
      windows.delete(accountKey(email, ip));
    },
  };
};
