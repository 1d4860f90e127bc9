/** The order of the upload queue: which photo is sent next, which photo a newer one replaces, and what an error means. */
import { WalkaroundError } from '@walkaround/sdk';
import type { KeptShot } from './kept-shots.ts';

export type Shot = KeptShot & {
  state: 'waiting' | 'sending' | 'checking' | 'delayed' | 'refused';
  /** From 0 to 1. */
  sent: number;
  /** Why the service refused it; null: it was not even sent, being over the limits. */
  problem: Error | null;
  /** An address at which the page can show it. */
  picture: string;
};

/** Sent again later. Not 500: that is about this one photo, and may be so for ever. */
export const isLost = (error: unknown): boolean =>
  error instanceof WalkaroundError && (error.status === 0 || error.status === 429 || error.status > 500);

export const isGone = (error: unknown): boolean => error instanceof WalkaroundError && error.status === 404;

type Queue = {
  shots: readonly Shot[];
  /** Of which it is not known yet whether they are small enough. */
  unfitted: ReadonlySet<string>;
  sending: ReadonlySet<string>;
};

/** Two photos of one view go one after the other, so that the newer one takes the place of the older. */
export const isNext = (shot: Shot, { shots, unfitted, sending }: Queue): boolean =>
  shot.state === 'waiting' &&
  !unfitted.has(shot.key) &&
  !shots.some((other) => sending.has(other.key) && shot.sightId !== null && other.sightId === shot.sightId);

/** Those that need not be sent any more once this one is there: of the same view, or for the same photo. */
export const outdoneBy = (kept: KeptShot, { shots, sending }: Omit<Queue, 'unfitted'>): Shot[] =>
  shots.filter(
    (shot) =>
      !sending.has(shot.key) &&
      shot.inspectionId === kept.inspectionId &&
      ((kept.sightId !== null && shot.sightId === kept.sightId) ||
        (kept.replaces !== null && shot.replaces === kept.replaces)),
  );
