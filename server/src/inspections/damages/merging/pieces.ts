/**
 * A photo may show as several pieces what another photo shows as one damage. Then a find that no other photo shows is a piece of
 * a damage beside it, which a further photo shows, and shows only once. Alone, finds whose parts are told differently stay apart
 * (one-event.ts).
 */
import { gapBetween } from '../../geometry/boxes.ts';
import { boxAround, outlined } from '../../geometry/polygons.ts';
import { bendsAroundCorner } from '../../parts/part-facts.ts';
import type { DamageOnPhoto } from '../../photos/photo-findings.ts';
import { isSamePlace } from '../corrections.ts';
import { isOneEvent, isSameKind, isSameSort, worstFirst } from '../damage-kinds.ts';
import { BESIDE_ON_BUMPER, NEAR_PIECES } from '../tuning.ts';
import { type Group, mayBeOnSamePart } from './merge-damages.ts';
import { diagonal, together } from './one-event.ts';

const mayBeOne = (a: DamageOnPhoto, b: DamageOnPhoto) =>
  isOneEvent(a.damage_type, b.damage_type) && mayBeOnSamePart(a, b);

/** Some part like that of the other, which nothing else tells. */
const isOpen = ({ part_types, part_family }: DamageOnPhoto) =>
  part_types.length === 0 && part_family !== null;

/**
 * Of types that look alike near one another, or of one hit at one place; what touches it is on its part, if it may be. A bumper is one shell: a hit
 * bends, scrapes and tears it.
 */
const areBeside = (a: DamageOnPhoto, b: DamageOnPhoto) => {
  const gap = gapBetween(a.bounding_box, b.bounding_box) / Math.max(diagonal(a), diagonal(b));
  if (isSameKind(a.damage_type, b.damage_type) || isSameSort(a.damage_type, b.damage_type))
    return gap <= NEAR_PIECES;
  const areOnBumper = [a, b].every(({ part_types: [part] }) => part && bendsAroundCorner(part));
  const touch = gap === 0 && (isOpen(a) || isOpen(b));
  return touch || isSamePlace(a.bounding_box, b.bounding_box) || (areOnBumper && gap <= BESIDE_ON_BUMPER);
};

/** The damage that it is a piece of: on its photo, and on another one, which shows nothing else that it could be. */
const wholeOf = (piece: DamageOnPhoto, groups: readonly Group[]): Group | null => {
  const alike = new Set(groups.flat().filter((find) => find !== piece && mayBeOne(find, piece)));
  const onPhoto = Map.groupBy(alike, ({ image_id }) => image_id);
  const isOnlyOne = ({ image_id }: DamageOnPhoto) =>
    image_id !== piece.image_id && onPhoto.get(image_id)!.length === 1;
  const wholes = groups.filter((group) => {
    const own = group.filter((find) => alike.has(find));
    return (
      own.some(isOnlyOne) && own.some((find) => find.image_id === piece.image_id && areBeside(find, piece))
    );
  });
  return wholes.length === 1 ? wholes[0]! : null;
};

/** The part is that of the one that other photos show. */
export const withPiece = (whole: DamageOnPhoto, piece: DamageOnPhoto): DamageOnPhoto => {
  const [lead, ...others] = [whole, piece, ...whole.also, ...piece.also]
    .map(({ damage_type, score }) => ({ damage_type, score }))
    .toSorted(worstFirst);
  const polygons = together(outlined(whole).polygons, outlined(piece).polygons);
  return { ...whole, ...lead!, also: others, polygons, bounding_box: boxAround(polygons), place: null };
};

/** `groups`: the finds of each damage, one a photo. */
export const withPiecesJoined = (groups: readonly Group[]): Group[] => {
  const wholes = new Map<Group, Group>();
  for (const group of groups) {
    const whole = group.length === 1 ? wholeOf(group[0]!, groups) : null;
    if (whole) wholes.set(group, whole);
  }
  return groups
    .filter((group) => !wholes.has(group))
    .map((whole) => {
      const pieces = groups.flatMap((group) => (wholes.get(group) === whole ? group : []));
      return whole.map((find) =>
        pieces.filter(({ image_id }) => image_id === find.image_id).reduce(withPiece, find),
      );
    });
};
