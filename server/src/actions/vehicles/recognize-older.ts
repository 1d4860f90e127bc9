import type { Store } from '../../inspections/ports/store.ts';

/** Whoever changes one of them waits for so many. */
const TOGETHER = 200;
/** As many as one run of the hourly job can take. */
const AT_ONCE = 100_000;

/** The vehicles of inspections that were made before vehicles were known. */
export const recognizeOlder = async ({ knownVehicles }: Store): Promise<number> => {
  let recognized = 0;
  let after: string | null = null;
  do {
    const { count, last } = await knownVehicles.recognizeOlder(after, TOGETHER);
    recognized += count;
    after = last;
  } while (after !== null && recognized < AT_ONCE);
  return recognized;
};
