import type { Contest } from '../records/contest.ts';
import type { ContestState } from '../vocabulary.ts';

export type NewContest = Pick<
  Contest,
  'id' | 'inspection_id' | 'damage_id' | 'reason' | 'text' | 'photos'
> & { share_link_id: string; fingerprint: string };

export type Decision = {
  state: Exclude<ContestState, 'open'>;
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
};
