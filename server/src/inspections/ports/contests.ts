import type { Contest } from '../records/contest.ts';
import type { ContestState } from '../vocabulary.ts';

export type NewContest = Pick<
  Contest,
  'id' | 'inspection_id' | 'damage_id' | 'reason' | 'text' | 'photos'
> & { share_link_id: string; fingerprint: string; decision_days: number | null };

export type Decision = {
  state: 'accepted' | 'rejected';
  reason: string;
  damage_removed: boolean;
  by: string;
  by_name: string | null;
};

export type Contests = {
  insert(contest: NewContest): Promise<Contest>;
  /** Oldest first; `state`: only those. */
  list(inspectionId: string, state?: ContestState): Promise<Contest[]>;
  ofLink(shareLinkId: string): Promise<Contest[]>;
  find(inspectionId: string, id: string): Promise<Contest | null>;
  /** The same contest, sent before through the same link. */
  findSame(shareLinkId: string, fingerprint: string): Promise<Contest | null>;
  decide(id: string, decision: Decision): Promise<Contest>;
  /** The same can be said again after that. */
  withdraw(id: string): Promise<Contest>;
  /** Open ones whose time is over and of which nobody was told. */
  overdue(limit: number): Promise<Pick<Contest, 'id' | 'inspection_id'>[]>;
  /** Null where it was told or decided in the meantime. */
  markOverdue(id: string): Promise<Contest | null>;
};
