import type { Comparison } from '@walkaround/sdk';
import { nameIn } from '../../language.tsx';
import type { Names } from '../../words/en.ts';

export type Compared = Comparison['damages'][number];
export type Change = Compared['status'];
export type Decided = Exclude<Change, 'unknown'>;

/** What is to be looked at first. */
export const CHANGES: Change[] = ['new', 'unknown', 'existing', 'gone'];

export const SIGNS: Record<Change, string> = { new: '+', unknown: '?', existing: '=', gone: '−' };

/** What a person can say of it, as in the service. */
export const choicesFor = ({ after }: Compared): Decided[] =>
  after.damageId === null ? ['gone', 'existing'] : ['new', 'existing'];

/** What one inspection has there, with what the same hit left beside it: dent + scratch. */
export const typesIn = (names: Names, { damageTypes }: Compared['before']) =>
  damageTypes.map((type) => nameIn(names.damages, type)).join(' + ');

/** As the later inspection has it, where it does. */
export const nameOf = (names: Names, { before, after, partType }: Compared) =>
  `${typesIn(names, after.damageId === null ? before : after)}, ${nameIn(names.parts, partType)}`;
