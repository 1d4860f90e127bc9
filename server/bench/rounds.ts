import type { Progress } from './figure.ts';

/** A request, timed by whoever knows which part of it counts; answers milliseconds. */
export type Timed = (round: number) => Promise<number>;

export const median = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

export const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;

/**
 * Ours and the floor take turns, so that whatever else keeps the machine busy slows down both. Each goes
 * first every other time. The rounds before the first one that counts fill caches and compile the code.
 */
export const takeTurns = async (
  sides: { floor: Timed; ours: Timed },
  rounds: number,
  warmUp: number,
  progress: Progress,
) => {
  const floor: number[] = [];
  const ours: number[] = [];
  for (let round = -warmUp; round < rounds; round++) {
    const swapped = round % 2 !== 0;
    const first = await (swapped ? sides.ours : sides.floor)(round);
    const second = await (swapped ? sides.floor : sides.ours)(round);
    if (round < 0) continue;
    floor.push(swapped ? second : first);
    ours.push(swapped ? first : second);
    progress(round + 1, rounds);
  }
  return { floor: median(floor), ours: median(ours), runs: rounds };
};
