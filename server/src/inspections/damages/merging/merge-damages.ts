/**
 * The same damage on several photos is one damage: on the same part, at the same place on it, of the same kind or of kinds
 * that one hit leaves together. Where no part is known, the place on the whole vehicle counts, seen from the same side.
 *
 * Places are compared when both photos show the whole part, or the same piece of it. A close-up that cuts the part off in its own
 * way tells no place. Then all that photos show on one part is one damage, if no photo shows two there; so is a close-up that leaves
 * only side or end of its part open, and one of some panel if its likeliest part has one, or if there is one other damage. A broken pane or lamp is one damage wherever
 * photos show it. A close-up that is found on another photo is laid onto it, part or no part. Two finds on one photo are two damages here:
 * those at one spot were joined before, pieces.ts joins pieces of what another photo shows as one, and one-part.ts what no photo shows apart on a part. What still tells no part may be a
 * listed damage again: likely-repeats.ts leaves it to a person.
 */

import { onlyInSight } from '../../matching/only-in-sight.ts';
import { LEAST_IN_SIGHT } from '../../matching/tuning.ts';
import { readingsOf } from '../../parts/open-families.ts';
import { bendsAroundCorner } from '../../parts/part-facts.ts';
import { difference, type Place, seenFromAhead } from '../../parts/part-places.ts';
import { isAnyOf } from '../../parts/part-sides.ts';
import type { PartType } from '../../parts/parts.ts';
import type { DamageOnPhoto, PhotoFindings } from '../../photos/photo-findings.ts';
import { isSamePlace } from '../corrections.ts';
import { isOneEvent, isSameKind, isSameSort } from '../damage-kinds.ts';
import { damageEntry } from '../damage-registry.ts';
import { FARTHEST_MEMBERS, OTHER_KIND } from '../tuning.ts';
import { isSeenFromAround, isSeenFromSame } from './doubts.ts';

/** The finds of one damage, one a photo. */
export type Group = DamageOnPhoto[];

const isOnSamePart = ({ part_types: [a] }: DamageOnPhoto, { part_types: [b] }: DamageOnPhoto) =>
  a !== undefined && a === b && !isAnyOf(a);

const isOnNone = ({ part_types }: DamageOnPhoto) => part_types.length === 0;

/** The parts that it may lie on; null where that is not told. */
const readings = ({ part_types: [part], part_family }: DamageOnPhoto): readonly PartType[] | null =>
  part ? [part] : part_family && readingsOf(part_family);

/** Some panel may be any. */
export const mayBeOnSamePart = (a: DamageOnPhoto, b: DamageOnPhoto) => {
  const [one, other] = [readings(a), readings(b)];
  return one === null || other === null || one.some((part) => other.includes(part));
};

/**
 * Where only its side or end is open, it looks for what lies on a part that it may be, not the other way round. Some panel is looked for
 * on the part that it is likeliest to be.
 */
const isOnPartOf = (find: DamageOnPhoto, other: DamageOnPhoto) => {
  if (!isOnNone(find)) return isOnSamePart(find, other);
  if (find.part_family === 'panel')
    return !isOnNone(other) && other.part_types[0] === find.part_candidates[0]?.part_type;
  return (
    readings(find) !== null &&
    readings(other) !== null &&
    other.part_family !== 'panel' &&
    mayBeOnSamePart(find, other)
  );
};

type Same = (a: DamageOnPhoto, b: DamageOnPhoto) => boolean;

const ofKind: Same = (a, b) => isSameKind(a.damage_type, b.damage_type);
/** Also what is seen beside the leading type. */
const sharing =
  (areAlike: (a: string, b: string) => boolean): Same =>
  (a, b) =>
    [a, ...a.also].some((one) =>
      [b, ...b.also].some((other) => areAlike(one.damage_type, other.damage_type)),
    );
const ofEvent: Same = (a, b) => isOneEvent(a.damage_type, b.damage_type);
/** First what is of the same kind, then of the same sort, so that a dent is not taken for the scratch beside it. */
const ALIKE: readonly Same[] = [ofKind, sharing(isSameKind), sharing(isSameSort)];

/** What lies on no known part may lie on any. */
const mayBeSame: Same = (a, b) =>
  a.image_id !== b.image_id && (isOnSamePart(a, b) || isOnNone(a) || isOnNone(b)) && ofEvent(a, b);

/** How far both places are apart; null where they cannot be compared. */
type Differ = (a: DamageOnPhoto, b: DamageOnPhoto) => number | null;

/** What is near looks longer, so from another corner a place on a door is elsewhere between its edges. */
const differAmong = (photos: readonly PhotoFindings[]): Differ => {
  const photoOf = new Map(photos.map((photo) => [photo.image_id, photo]));
  const isElsewhere = (a: DamageOnPhoto, b: DamageOnPhoto) =>
    bendsAroundCorner(a.part_types[0]!) ||
    isSeenFromAround(photoOf.get(a.image_id)!, photoOf.get(b.image_id)!);
  const onHood = ({ image_id }: DamageOnPhoto, place: Place) =>
    seenFromAhead(place, photoOf.get(image_id)!.viewpoint?.prediction);
  return (a, b) => {
    if (isOnSamePart(a, b)) {
      if (ofKind(a, b) && damageEntry(a.damage_type)?.whole_part) return 0;
      if (!a.place || !b.place) return null;
      return a.part_types[0] === 'hood'
        ? difference(onHood(a, a.place), onHood(b, b.place))
        : difference(a.place, b.place, isElsewhere(a, b));
    }
    return a.on_vehicle && b.on_vehicle && (isOnNone(a) || isOnNone(b))
      ? difference(a.on_vehicle, b.on_vehicle)
      : null;
  };
};

const isCut = ({ place }: DamageOnPhoto) => place !== null && place.cut !== '';

/**
 * Where they speak against one another, too. Two pieces that the edges of photos leave of a part are rarely the same piece, and
 * neither are those that are in sight of a bumper from different directions.
 */
export const surelyDifferAmong = (photos: readonly PhotoFindings[]): Differ => {
  const differ = differAmong(photos);
  const photoOf = new Map(photos.map((photo) => [photo.image_id, photo]));
  const isOtherPiece = (a: DamageOnPhoto, b: DamageOnPhoto) =>
    isOnSamePart(a, b) &&
    ([a, b].some(isCut) ||
      (bendsAroundCorner(a.part_types[0]!) &&
        !isSeenFromSame(photoOf.get(a.image_id)!, photoOf.get(b.image_id)!)));
  return (a, b) => (isOtherPiece(a, b) ? null : differ(a, b));
};

/** At the same place of a photo, once the close-up is laid onto it. */
const isSeenAt: Same = ({ seen_at = [] }, { image_id, bounding_box }) =>
  seen_at.some((there) => there.image_id === image_id && isSamePlace(there.bounding_box, bounding_box));

const mayJoin = (a: Group, b: Group, differ: Differ, farthest: number) =>
  a !== b && a.every((x) => b.every((y) => mayBeSame(x, y) && (differ(x, y) ?? 0) <= farthest));

/** Several are joined through one another, so two of them may differ more than a pair. */
const areOne = (groups: readonly Group[], differ: Differ) =>
  groups.every((a, i) =>
    groups.slice(i + 1).every((b) => mayJoin(a, b, differ, groups.length > 2 ? FARTHEST_MEMBERS : 1)),
  );

/** Groups that grow together, by the finds in them. */
const growing = (groups: readonly Group[]) => {
  const groupOf = new Map(
    groups.map((group) => [...group]).flatMap((group) => group.map((find) => [find, group])),
  );
  const join = (a: Group, b: Group) => {
    a.push(...b);
    for (const find of b) groupOf.set(find, a);
  };
  return { groupOf, join };
};

export const mergeDamages = (photos: readonly PhotoFindings[]): Group[] => {
  const finds = photos.flatMap((photo) => photo.damages);
  const { groupOf, join } = growing(finds.map((find) => [find]));
  const differ = differAmong(photos);
  for (const { a, b } of likelyPairs(finds, differ)) {
    const [one, other] = [groupOf.get(a)!, groupOf.get(b)!];
    if (mayJoin(one, other, differ, FARTHEST_MEMBERS)) join(one, other);
  }
  return joinedOnParts([...new Set(groupOf.values())], photos, [...ALIKE, ofEvent]);
};

/** Once pieces are joined (pieces.ts), fewer photos show two that look alike. */
export const mergeAgain = (groups: readonly Group[], photos: readonly PhotoFindings[]) =>
  joinedOnParts(groups, photos, ALIKE);

/** What no photo shows two of on one part is one damage. */
const joinedOnParts = (
  groups: readonly Group[],
  photos: readonly PhotoFindings[],
  likenesses: readonly Same[],
): Group[] => {
  const finds = groups.flat();
  const { groupOf, join } = growing(groups);
  const siblings = siblingsOf(photos);
  const differ = surelyDifferAmong(photos);
  for (const same of likenesses)
    for (const find of finds) {
      const own = groupOf.get(find)!;
      const all = [own, ...onlyOnes(find, finds, groupOf, siblings.get(find.image_id)!, same)];
      if (areOne(all, differ)) for (const other of all.slice(1)) join(own, other);
    }
  const [one, other, ...more] = new Set(groupOf.values());
  if (one && other && more.length === 0 && isCloseUpOf(one, other) && areOne([one, other], differ))
    join(one, other);
  return [...new Set(groupOf.values())];
};

/** People take a close-up of what another photo shows too: of the only other damage, if it may lie on that part. */
const isCloseUpOf = (a: Group, b: Group) => {
  const named = [a, b].filter((group) => !group.every(isOnNone));
  const [part] = named.length === 1 ? named[0]!.flatMap(({ part_types }) => part_types) : [];
  return [...a, ...b].some(({ part_candidates }) =>
    part_candidates.some(({ part_type, probability }) => part_type === part && probability >= LEAST_IN_SIGHT),
  );
};

/** Best first, so that each find goes to its nearest, and of two that are as near to the one of its kind. */
const likelyPairs = (finds: DamageOnPhoto[], differ: Differ) => {
  const pairs: { a: DamageOnPhoto; b: DamageOnPhoto; cost: number }[] = [];
  for (const [i, a] of finds.entries())
    for (let j = i + 1; j < finds.length; j++) {
      const b = finds[j]!;
      if (!mayBeSame(a, b)) continue;
      const apart = isSeenAt(a, b) || isSeenAt(b, a) ? 0 : differ(a, b);
      if (apart !== null && apart <= 1) pairs.push({ a, b, cost: apart + (ofKind(a, b) ? 0 : OTHER_KIND) });
    }
  return pairs.sort((x, y) => x.cost - y.cost);
};

const siblingsOf = (photos: readonly PhotoFindings[]) =>
  new Map(
    photos.map(({ image_id, sibling_key }) => [
      image_id,
      new Set(
        photos
          .filter((other) => sibling_key !== null && other.sibling_key === sibling_key)
          .map((p) => p.image_id),
      ),
    ]),
  );

/** Where its part is open and they lie on several, those on the one that it says it is itself. */
const onLikelyPart = (find: DamageOnPhoto, others: DamageOnPhoto[]) => {
  const parts = new Set(others.flatMap(({ part_types: [part] }) => part ?? []));
  const likely = isOnNone(find) && parts.size > 1 ? onlyInSight(find, parts) : null;
  return likely ? others.filter(({ part_types: [part] }) => part === likely) : others;
};

/**
 * The other damages on the part of a find, which are the same one if no photo shows two there; none where the photo of the
 * find, or of another member of its damage, shows two that could be it.
 */
const onlyOnes = (
  find: DamageOnPhoto,
  finds: DamageOnPhoto[],
  groupOf: Map<DamageOnPhoto, Group>,
  siblings: Set<string>,
  same: Same,
): Group[] => {
  const own = groupOf.get(find)!;
  const isRivalOf = (member: DamageOnPhoto) => (other: DamageOnPhoto) =>
    other !== member &&
    other.image_id === member.image_id &&
    mayBeOnSamePart(other, member) &&
    same(other, member);
  if (own.some((member) => finds.some(isRivalOf(member)))) return [];
  const groupsOf = (others: DamageOnPhoto[]) =>
    [...new Set(others.map((other) => groupOf.get(other)!))].filter((group) => group !== own);
  const told = groupsOf(
    finds.filter((other) => siblings.has(other.image_id) && mayBeSame(find, other) && same(find, other)),
  );
  const onPart = finds.filter(
    (other) => other.image_id !== find.image_id && isOnPartOf(find, other) && same(find, other),
  );
  return told.length > 0 ? told : groupsOf(onLikelyPart(find, onPart));
};
