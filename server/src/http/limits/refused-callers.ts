/**
 * Who was refused for a missing or bad token, by the address they come from. Checking a token costs real time,
 * so whoever sends nothing but bad ones is soon answered without it.
 */
import type { MinuteCounts } from '../../inspections/minute-counts.ts';
import { networkOf } from '../../inspections/network-of.ts';

export type RefusedCallers = {
  count(address: string): void;
  /** 0 while there were not too many. */
  secondsToWait(address: string): number;
};

/** `perMinute` 0 sets no limit. */
export const createRefusedCallers = (perMinute: number, counts: MinuteCounts): RefusedCallers => {
  return {
    count: (address) => void counts.add(networkOf(address)),
    secondsToWait: (address) => (perMinute > 0 ? counts.secondsToWait(networkOf(address), perMinute) : 0),
  };
};
