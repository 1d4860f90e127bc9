import type { Comparison } from '@walkaround/sdk';

export type Compared = Comparison['damages'][number];
export type Change = Compared['status'];
export type Decided = Exclude<Change, 'unknown'>;

/** What is to be looked at first. */
export const CHANGES: Change[] = ['new', 'unknown', 'existing', 'gone'];

export const SIGNS: Record<Change, string> = { new: '+', unknown: '?', existing: '=', gone: '−' };

/** What a person can say of it, as in the service. */
export const choicesFor = ({ after }: Compared): Decided[] =>
  after.damageId === null ? ['gone', 'existing'] : ['new', 'existing'];
