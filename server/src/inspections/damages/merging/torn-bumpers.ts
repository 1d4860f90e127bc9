/** A bumper is one shell. Where a piece of it is gone it takes a new one, so whatever one hit may leave on it is that damage. */
import { bendsAroundCorner } from '../../parts/part-facts.ts';
import type { PartType } from '../../parts/parts.ts';
import type { DamageOnPhoto } from '../../photos/photo-findings.ts';
import { isOneEvent } from '../damage-kinds.ts';
import type { Group } from './merge-damages.ts';
import { withPiece } from './pieces.ts';

const GONE: readonly string[] = ['missing_piece', 'smash'];

/** The bumper that each of its finds names first, if it names a part; null for what lies elsewhere. */
const bumperOf = (group: Group): PartType | null => {
  const [part, ...others] = new Set(group.flatMap(({ part_types: [first] }) => first ?? []));
  return part && others.length === 0 && bendsAroundCorner(part) ? part : null;
};

const surest = (group: Group) => Math.max(...group.map(({ score }) => score));

/** What most photos show first, and of these the surest. */
const bestSeenFirst = (a: Group, b: Group) => b.length - a.length || surest(b) - surest(a);

const onBoth = (whole: DamageOnPhoto, piece: DamageOnPhoto): DamageOnPhoto => ({
  ...withPiece(whole, piece),
  part_types: [...new Set([...whole.part_types, ...piece.part_types])],
});

const withFind = (whole: Group, find: DamageOnPhoto): Group =>
  whole.some(({ image_id }) => image_id === find.image_id)
    ? whole.map((own) => (own.image_id === find.image_id ? onBoth(own, find) : own))
    : [...whole, find];

/** `groups`: the finds of each damage, one a photo. */
export const withTornBumpersWhole = (groups: readonly Group[]): Group[] =>
  [...Map.groupBy(groups, bumperOf)].flatMap(([bumper, onIt]) => {
    const [torn] = onIt
      .filter((group) => group.some(({ damage_type }) => GONE.includes(damage_type)))
      .toSorted(bestSeenFirst);
    if (!bumper || !torn) return onIt;
    const isOfHit = (group: Group) =>
      group !== torn && group.every(({ damage_type }) => isOneEvent(damage_type, torn[0]!.damage_type));
    const pieces = onIt.filter(isOfHit);
    return [
      pieces.flat().reduce(withFind, torn),
      ...onIt.filter((group) => group !== torn && !pieces.includes(group)),
    ];
  });
