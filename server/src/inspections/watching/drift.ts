/** How far scores of daily work lie from those of the photos that a model was validated on. */
import { LEAST_GROUP, LEAST_SCORES } from './tuning.ts';

export const BINS = 20;

/** How many of the validation photos, or of the finds on them, have a score in each of the bins from 0 to 1. */
export type Distribution = readonly number[];

const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);

/** Where the groups of bins end. A bin that holds much stands alone, so that whatever comes beside it is seen, however rare it was. */
const groupsOf = (reference: Distribution): number[] => {
  const least = LEAST_GROUP * sum(reference);
  const ends: number[] = [];
  let held = 0;
  for (const [bin, count] of reference.entries()) {
    if (count >= least && bin > (ends.at(-1) ?? 0)) ends.push(bin);
    held = count >= least ? count : held + count;
    if (held < least) continue;
    ends.push(bin + 1);
    held = 0;
  }
  return ends.at(-1) === reference.length ? ends : [...ends, reference.length];
};

const sharesIn = (ends: readonly number[], counts: Distribution): number[] => {
  const total = sum(counts) + ends.length / 2;
  // Half of one is added to each: an empty group says little, and its logarithm would say everything.
  return ends.map((end, n) => (sum(counts.slice(ends[n - 1] ?? 0, end)) + 0.5) / total);
};

/**
 * The population stability index: 0 where both are alike, from 0.1 on they differ, from 0.25 on they differ much. Null where there are too
 * few scores, or nothing to compare with.
 */
export const driftOf = (reference: Distribution | undefined, seen: Distribution): number | null => {
  if (reference === undefined || sum(seen) < LEAST_SCORES || sum(reference) < LEAST_SCORES) return null;
  const ends = groupsOf(reference);
  const before = sharesIn(ends, reference);
  return sum(sharesIn(ends, seen).map((share, n) => (share - before[n]!) * Math.log(share / before[n]!)));
};
