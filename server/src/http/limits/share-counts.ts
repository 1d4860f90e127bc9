/**
 * Several API processes limit the sum of what a caller sends. Each process counts on its own, which costs a request
 * nothing, and once a second adds what is new to the sums in the database and takes the sums over. A caller who spreads
 * requests over all processes can thus exceed the limit by what arrives within a second or so.
 */
import type { MinuteCount } from '../../inspections/minute-counts.ts';
import type { RequestCounts as SharedCounts } from '../../inspections/ports/operations.ts';
import type { RequestCounts } from './request-counts.ts';

const EVERY_MS = 1000;

/** Counts of several kinds share the table: "caller:ID". */
const shareOnce = async (counts: RequestCounts, shared: SharedCounts) => {
  const kinds = Object.entries(counts);
  const taken = kinds.flatMap(([kind, own]) =>
    own.takeUnshared().map((count) => ({ own, count, key: `${kind}:${count.caller}` })),
  );
  if (taken.length === 0) return;
  try {
    const sums = await shared.add(taken.map(({ count, key }) => ({ ...count, caller: key })));
    const sumOf = new Map(sums.map((sum): [string, MinuteCount] => [sum.caller, sum]));
    for (const { own, count, key } of taken) own.setShared({ ...sumOf.get(key)!, caller: count.caller });
  } catch (error) {
    for (const { own, count } of taken) own.giveBack(count);
    throw error;
  }
};

/** While the database is away each process limits what it counts itself; what it could not add is added later. */
export const shareCounts = (counts: RequestCounts, shared: SharedCounts) => {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= shareOnce(counts, shared)
      .catch(() => {})
      .finally(() => {
        running = null;
      });
  }, EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
