type Minute = { count: number; endsAt: number };

/**
 * How often each of many did something, in a minute that begins with the first time. The memory is bounded: whoever was
 * idle for the longest time is forgotten first. It does not look at the time of day: a clock that is set back by an hour
 * would shut out for that hour whoever had reached a limit.
 */
export const createMinuteCounts = (most: number, now: () => number = () => performance.now()) => {
  const minutes = new Map<string, Minute>();
  const openFor = (key: string) => {
    const minute = minutes.get(key);
    return minute && minute.endsAt > now() ? minute : undefined;
  };
  return {
    /** Counts one more, and tells how many those are and when their minute ends. */
    add: (key: string) => {
      const minute = openFor(key) ?? { count: 0, endsAt: now() + 60_000 };
      minute.count += 1;
      minutes.delete(key);
      minutes.set(key, minute);
      if (minutes.size > most) minutes.delete(minutes.keys().next().value!);
      return { count: minute.count, leftMs: minute.endsAt - now() };
    },
    /** 0 while fewer than `limit` were counted; else the seconds until the minute is over. */
    secondsToWait: (key: string, limit: number) => {
      const minute = openFor(key);
      return minute && minute.count >= limit ? Math.ceil((minute.endsAt - now()) / 1000) : 0;
    },
    forget: (key: string) => void minutes.delete(key),
  };
};
