/** Waits this long. Rejects with the reason of the signal when it is aborted. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });

const FIRST_MS = 300;
const LONGEST_MS = 10_000;

/** Twice as long each time, and never for all clients at the same moment. */
export const backoffMs = (attempt: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
