type Minute = { count: number; endsAt: number; unshared: number };

/** Of one caller: how many, and for how long their minute goes on. */
export type MinuteCount = { caller: string; count: number; leftMs: number };

export type MinuteCounts = ReturnType<typeof createMinuteCounts>;

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
      const minute = openFor(key) ?? { count: 0, endsAt: now() + 60_000, unshared: 0 };
      minute.count += 1;
      minute.unshared += 1;
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
    /** What was counted here since it was last taken, to be added to the counts of other processes. */
    takeUnshared: (): MinuteCount[] => {
      const taken: MinuteCount[] = [];
      for (const [caller, minute] of minutes) {
        const leftMs = minute.endsAt - now();
        if (minute.unshared > 0 && leftMs > 0) taken.push({ caller, count: minute.unshared, leftMs });
        minute.unshared = 0;
      }
      return taken;
    },
    /** The sum over all processes, in the minute that they share. */
    setShared: ({ caller, count, leftMs }: MinuteCount) => {
      const minute = openFor(caller);
      if (!minute) return;
      minute.count = count + minute.unshared;
      minute.endsAt = now() + leftMs;
    },
    /** Taken, and not added after all. */
    giveBack: ({ caller, count }: MinuteCount) => {
      const minute = openFor(caller);
      if (minute) minute.unshared += count;
    },
  };
};
