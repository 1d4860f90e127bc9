/**
 * Who was refused for a missing or bad token, by the address they come from. Checking a token costs real time,
 * so whoever sends nothing but bad ones is soon answered without it.
 */
import ipaddr from 'ipaddr.js';

const WINDOW_MS = 60_000;
const MAX_CALLERS = 10_000;

type Window = { count: number; endsAt: number };

export type RefusedCallers = {
  count(address: string): void;
  /** 0 while there were not too many. */
  secondsToWait(address: string): number;
};

/** Who has one address of IPv6 has 2^64 of them. */
const callerAt = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
};

/** `perMinute` 0 sets no limit. */
export const createRefusedCallers = (
  perMinute: number,
  now: () => number = () => performance.now(),
): RefusedCallers => {
  const windows = new Map<string, Window>();
  const openAt = (caller: string) => {
    const window = windows.get(caller);
    return window && window.endsAt > now() ? window : undefined;
  };

  return {
    count: (address) => {
      const caller = callerAt(address);
      const window = openAt(caller) ?? { count: 0, endsAt: now() + WINDOW_MS };
      window.count += 1;
      // Moved to the end, so that the bound below drops what was idle for the longest time.
      windows.delete(caller);
      windows.set(caller, window);
      if (windows.size > MAX_CALLERS) windows.delete(windows.keys().next().value!);
    },
    secondsToWait: (address) => {
      const window = perMinute > 0 ? openAt(callerAt(address)) : undefined;
      return window && window.count >= perMinute ? Math.ceil((window.endsAt - now()) / 1000) : 0;
    },
  };
};
