/** The longest queue. A check takes about a tenth of a second, so a longer wait helps nobody. */
const LONGEST = 30;

/**
 * Passwords are checked one at a time. A check occupies a thread of the few that files, pictures and the health of the
 * service need as well, so a flood of attempts must never have more than one. People in browsers that are known come
 * first; strangers wait behind them, and beyond a short line they are sent away.
 */
export const createPasswordLine = () => {
  const known: (() => void)[] = [];
  const strangers: (() => void)[] = [];
  let busy = false;

  /** Null when the line is full. */
  return async <T>(isKnown: boolean, check: () => Promise<T>): Promise<T | null> => {
    if (busy) {
      const line = isKnown ? known : strangers;
      if (line.length >= LONGEST) return null;
      await new Promise<void>((resolve) => line.push(resolve));
    }
    busy = true;
    try {
      return await check();
    } finally {
      const next = known.shift() ?? strangers.shift();
      if (next) next();
      else busy = false;
    }
  };
};
