/**
 * The same damage on several photos is one damage: of the same kind, on the same part, at the same place on it.
 *
 * Places are compared when both photos show the whole part, or the same piece of it. A close-up that cuts the
 * part off in its own way tells no place: it joins the damage of that kind and part only when there is one to
 * join and nothing else on the close-up that could be it. Two finds on one photo are two damages, always.
 */

import { difference } from '../parts/part-places.ts';
import { isAnyOf } from '../parts/part-sides.ts';
import type { DamageOnPhoto, SettledPhoto } from '../photos/settle-photo.ts';
import { isSameKind } from './damage-kinds.ts';
import { FARTHEST_MEMBERS } from './tuning.ts';

type Group = DamageOnPhoto[];

const isOnSamePart = ({ part_types: [a] }: DamageOnPhoto, { part_types: [b] }: DamageOnPhoto) =>
  a !== undefined && a === b && !isAnyOf(a);

const couldBeSame = (a: DamageOnPhoto, b: DamageOnPhoto) =>
  a.image_id !== b.image_id && isOnSamePart(a, b) && isSameKind(a.damage_type, b.damage_type);

const differ = (a: DamageOnPhoto, b: DamageOnPhoto) =>
  a.place && b.place ? difference(a.place, b.place) : null;

const isWhole = ({ place }: DamageOnPhoto) => place !== null && place.cut === '';

const mayJoin = (a: Group, b: Group) =>
  a !== b && a.every((x) => b.every((y) => couldBeSame(x, y) && (differ(x, y) ?? 0) <= FARTHEST_MEMBERS));

export const mergeDamages = (photos: readonly SettledPhoto[]): Group[] => {
  const finds = photos.flatMap((photo) => photo.damages);
  const groupOf = new Map(finds.map((find) => [find, [find]]));
  const join = (a: Group, b: Group) => {
    a.push(...b);
    for (const find of b) groupOf.set(find, a);
  };
  for (const { a, b } of likelyPairs(finds)) {
    const [one, other] = [groupOf.get(a)!, groupOf.get(b)!];
    if (mayJoin(one, other)) join(one, other);
  }
  const siblings = siblingsOf(photos);
  for (const find of finds.filter((candidate) => !isWhole(candidate))) {
    const only = onlyMatch(find, finds, groupOf, siblings.get(find.image_id)!);
    if (only) join(only, groupOf.get(find)!);
  }
  return [...new Set(groupOf.values())];
};

/** Best first, so that each find goes to its nearest. */
const likelyPairs = (finds: DamageOnPhoto[]) => {
  const pairs: { a: DamageOnPhoto; b: DamageOnPhoto; cost: number }[] = [];
  for (const [i, a] of finds.entries())
    for (let j = i + 1; j < finds.length; j++) {
      const b = finds[j]!;
      const cost = couldBeSame(a, b) ? differ(a, b) : null;
      if (cost !== null && cost <= 1) pairs.push({ a, b, cost });
    }
  return pairs.sort((x, y) => x.cost - y.cost);
};

const siblingsOf = (photos: readonly SettledPhoto[]) =>
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

const onlyMatch = (
  find: DamageOnPhoto,
  finds: DamageOnPhoto[],
  groupOf: Map<DamageOnPhoto, Group>,
  siblings: Set<string>,
): Group | null => {
  const own = groupOf.get(find)!;
  const rivals = finds.filter(
    (other) =>
      other !== find &&
      other.image_id === find.image_id &&
      isOnSamePart(other, find) &&
      isSameKind(other.damage_type, find.damage_type),
  );
  if (own.length > 1 || rivals.length > 0) return null;
  const groups = [...new Set(finds.filter((other) => couldBeSame(find, other)).map((f) => groupOf.get(f)!))];
  const told = groups.filter((group) => group.some((member) => siblings.has(member.image_id)));
  const placed = groups.filter((group) => group.some(isWhole));
  const candidates = told.length > 0 ? told : placed;
  return candidates.length === 1 && mayJoin(candidates[0]!, own) ? candidates[0]! : null;
};
