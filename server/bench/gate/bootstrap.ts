/** How far a figure may be from the truth: the vehicles are drawn again and again, the same ones for both models. */
import type { Count, Tally } from './figures.ts';

export type Range = { value: number; low: number; high: number };
export type Pair = { installed: Tally; candidate: Tally };
export type Compared = {
  installed: (Range & Count) | null;
  candidate: (Range & Count) | null;
  /** Candidate minus installed. */
  difference: Range | null;
};

/** Mulberry32: small, even, and the same on every machine. */
export const randomFrom = (seed: number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Which vehicles each round draws. */
export const drawsOf = (vehicles: number, rounds: number, seed: number): Uint32Array[] => {
  const random = randomFrom(seed);
  return Array.from({ length: rounds }, () =>
    Uint32Array.from({ length: vehicles }, () => Math.floor(random() * vehicles)),
  );
};

const NONE: Count = { count: 0, of: 0 };

const valueOver = (counts: readonly Count[], drawn: Iterable<number>): number => {
  let [count, of] = [0, 0];
  for (const vehicle of drawn) {
    count += counts[vehicle]!.count;
    of += counts[vehicle]!.of;
  }
  return of === 0 ? Number.NaN : count / of;
};

const rangeOf = (value: number, drawn: readonly number[], confidence: number): Range => {
  const sorted = drawn.filter((one) => !Number.isNaN(one)).sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? value;
  return { value, low: at((1 - confidence) / 2), high: at((1 + confidence) / 2) };
};

/** A sum over another sum, with its interval. */
export const ratioOf = (counts: readonly Count[], draws: readonly Uint32Array[], confidence: number): Range =>
  rangeOf(
    valueOver(counts, counts.keys()),
    draws.map((drawn) => valueOver(counts, drawn)),
    confidence,
  );

/** One figure of both models with its intervals; null where there is no case of it. */
export const compare = (
  pairs: readonly Pair[],
  id: string,
  draws: readonly Uint32Array[],
  confidence: number,
): Compared => {
  const all = pairs.keys();
  const everyone = [...all];
  const [installed, candidate] = (['installed', 'candidate'] as const).map((model) => {
    const counts = pairs.map((pair) => pair[model][id] ?? NONE);
    const value = valueOver(counts, everyone);
    return { counts, value, drawn: draws.map((drawn) => valueOver(counts, drawn)) };
  }) as [Side, Side];
  const told = ({ counts, value, drawn }: Side) =>
    Number.isNaN(value)
      ? null
      : {
          ...rangeOf(value, drawn, confidence),
          count: counts.reduce((sum, { count }) => sum + count, 0),
          of: counts.reduce((sum, { of }) => sum + of, 0),
        };
  const gaps = candidate.drawn.map((value, round) => value - installed.drawn[round]!);
  const gap = candidate.value - installed.value;
  return {
    installed: told(installed),
    candidate: told(candidate),
    difference: Number.isNaN(gap) ? null : rangeOf(gap, gaps, confidence),
  };
};

type Side = { counts: Count[]; value: number; drawn: number[] };
