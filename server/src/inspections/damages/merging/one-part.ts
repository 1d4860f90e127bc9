/**
 * A part is repaired or replaced once. So what one hit may leave on it is one damage, whichever photos show it. Two are two where photos show
 * that: a photo of both shows them apart, or, where there is none, photos of the whole part show them at different places. A bumper reaches around
 * the vehicle, so it may have several, until a piece of it is gone (torn-bumpers.ts).
 */
import { gapBetween } from '../../geometry/boxes.ts';
import { bendsAroundCorner } from '../../parts/part-facts.ts';
import { isAnyOf } from '../../parts/part-sides.ts';
import type { PartType } from '../../parts/parts.ts';
import type { DamageOnPhoto, PhotoFindings } from '../../photos/photo-findings.ts';
import { isOneEvent } from '../damage-kinds.ts';
import { FARTHEST_MEMBERS, NEAR_PIECES } from '../tuning.ts';
import { type Group, surelyDifferAmong } from './merge-damages.ts';
import { diagonal } from './one-event.ts';
import { withPiece } from './pieces.ts';

/** The one that each of its finds names first, if it names a part. */
export const partOf = (group: Group): PartType | null => {
  const [part, ...others] = new Set(group.flatMap(({ part_types: [first] }) => first ?? []));
  return part && others.length === 0 ? part : null;
};

const surest = (group: Group) => Math.max(...group.map(({ score }) => score));

/** What most photos show first, and of these the surest. */
export const bestSeenFirst = (a: Group, b: Group) => b.length - a.length || surest(b) - surest(a);

const onBoth = (whole: DamageOnPhoto, piece: DamageOnPhoto): DamageOnPhoto => ({
  ...withPiece(whole, piece),
  part_types: [...new Set([...whole.part_types, ...piece.part_types])],
});

/** One find a photo, with the outlines of all. */
export const withFind = (whole: Group, find: DamageOnPhoto): Group =>
  whole.some(({ image_id }) => image_id === find.image_id)
    ? whole.map((own) => (own.image_id === find.image_id ? onBoth(own, find) : own))
    : [...whole, find];

type Pair = { a: DamageOnPhoto; b: DamageOnPhoto };

const areApart = ({ a, b }: Pair) =>
  gapBetween(a.bounding_box, b.bounding_box) > NEAR_PIECES * Math.max(diagonal(a), diagonal(b));

/** `groups`: the finds of each damage, one a photo. */
export const withOneOnEachPart = (groups: readonly Group[], photos: readonly PhotoFindings[]): Group[] => {
  const differ = surelyDifferAmong(photos);
  const areElsewhere = ({ a, b }: Pair) => (differ(a, b) ?? 0) > FARTHEST_MEMBERS;
  const areOne = (whole: Group, group: Group) => {
    const pairs = whole.flatMap((a) => group.map((b): Pair => ({ a, b })));
    const onOnePhoto = pairs.filter(({ a, b }) => a.image_id === b.image_id);
    return (
      pairs.every(({ a, b }) => isOneEvent(a.damage_type, b.damage_type)) &&
      (onOnePhoto.length > 0 ? !onOnePhoto.some(areApart) : !pairs.some(areElsewhere))
    );
  };
  const joined = (wholes: Group[], group: Group): Group[] => {
    const at = wholes.findIndex((whole) => areOne(whole, group));
    return at < 0 ? [...wholes, group] : wholes.with(at, group.reduce(withFind, wholes[at]!));
  };
  return [...Map.groupBy(groups, partOf)].flatMap(([part, onIt]) =>
    part === null || isAnyOf(part) || bendsAroundCorner(part)
      ? onIt
      : onIt.toSorted(bestSeenFirst).reduce(joined, []),
  );
};
