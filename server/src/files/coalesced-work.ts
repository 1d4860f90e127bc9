/** Coalesces equal work: several callers share one run, which is stopped when the last caller has gone. */
export function coalescedWork() {
  const underWay = new Map<string, { done: Promise<void>; waiting: number; stop: AbortController }>();

  const begin = (name: string, work: (nobodyWaits: AbortSignal) => Promise<void>) => {
    const stop = new AbortController();
    const one = { done: work(stop.signal), waiting: 0, stop };
    underWay.set(name, one);
    const forget = () => {
      if (underWay.get(name) === one) underWay.delete(name);
    };
    one.done.then(forget, forget);
    return one;
  };

  return async (name: string, work: (nobodyWaits: AbortSignal) => Promise<void>, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    const one = underWay.get(name) ?? begin(name, work);
    one.waiting++;
    const leave = () => {
      if (--one.waiting > 0) return;
      // The next caller starts a new run.
      underWay.delete(name);
      one.stop.abort(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      await one.done;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  };
}
