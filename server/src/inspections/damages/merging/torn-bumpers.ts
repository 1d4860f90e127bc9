/** A bumper is one shell. Where a piece of it is gone it takes a new one, so whatever one hit may leave on it is that damage. */
import { bendsAroundCorner } from '../../parts/part-facts.ts';
import { isOneEvent } from '../damage-kinds.ts';
import type { Group } from './merge-damages.ts';
import { bestSeenFirst, partOf, withFind } from './one-part.ts';

const GONE: readonly string[] = ['missing_piece', 'smash'];

/** `groups`: the finds of each damage, one a photo. */
export const withTornBumpersWhole = (groups: readonly Group[]): Group[] =>
  [...Map.groupBy(groups, partOf)].flatMap(([part, onIt]) => {
    const [torn] = onIt
      .filter((group) => group.some(({ damage_type }) => GONE.includes(damage_type)))
      .toSorted(bestSeenFirst);
    if (!part || !bendsAroundCorner(part) || !torn) return onIt;
    const isOfHit = (group: Group) =>
      group !== torn && group.every(({ damage_type }) => isOneEvent(damage_type, torn[0]!.damage_type));
    const pieces = onIt.filter(isOfHit);
    return [
      pieces.flat().reduce(withFind, torn),
      ...onIt.filter((group) => group !== torn && !pieces.includes(group)),
    ];
  });
