/**
 * Photos of one spot that name different parts of it show one damage: the surest name leads. Where the names differ in their side only, the
 * photo that shows more of its side leads.
 */
import { isSamePlace } from '../damages/corrections.ts';
import { isSameKind } from '../damages/damage-kinds.ts';
import { readingsOfPart } from '../parts/evident-part.ts';
import { onOtherSide, sideOf } from '../parts/part-sides.ts';
import type { PartType } from '../parts/parts.ts';
import type { DamageOnPhoto, PhotoFindings } from '../photos/photo-findings.ts';

/** What a client names stays. */
const isNamedByModel = ({ part_types, part_by }: DamageOnPhoto) => part_types.length > 0 && part_by !== null;

/** Of one kind, on parts that models name. */
const areAlike = (a: DamageOnPhoto, b: DamageOnPhoto) =>
  isNamedByModel(a) && isNamedByModel(b) && isSameKind(a.damage_type, b.damage_type);

export const areOnOtherParts = (a: DamageOnPhoto, b: DamageOnPhoto) =>
  areAlike(a, b) && a.part_types[0] !== b.part_types[0];

const isSeenOn = ({ seen_at = [] }: DamageOnPhoto, { image_id, bounding_box }: DamageOnPhoto) =>
  seen_at.some((there) => there.image_id === image_id && isSamePlace(there.bounding_box, bounding_box));

export const isOnSpotOf = (a: DamageOnPhoto, b: DamageOnPhoto) => isSeenOn(a, b) || isSeenOn(b, a);

/** Its photo shows another one of that kind on that part. */
const hasCounterpart = (
  { damage_type, part_types: [part] }: DamageOnPhoto,
  on: DamageOnPhoto,
  all: readonly DamageOnPhoto[],
) =>
  all.some(
    (rival) =>
      rival !== on &&
      rival.image_id === on.image_id &&
      isSameKind(rival.damage_type, damage_type) &&
      rival.part_types.includes(part!),
  );

/** How much a photo shows of the side that it names a damage on: whether its direction of view tells it, and all parts of that side. */
type SideShown = (on: DamageOnPhoto) => { isTold: boolean; parts: number };

export const sideShownAmong = (photos: readonly PhotoFindings[]): SideShown => {
  const photoOf = new Map(photos.map((photo) => [photo.image_id, photo]));
  return ({ image_id, part_types: [part] }) => {
    const { viewpoint, parts } = photoOf.get(image_id)!;
    const side = part ? sideOf(part) : null;
    return {
      isTold: side !== null && viewpoint !== null && sideOf(viewpoint.prediction) === side,
      parts: parts.reduce((sum, { part_type, score }) => sum + (sideOf(part_type) === side ? score : 0), 0),
    };
  };
};

/**
 * A close-up shows what a part is better than on which side: a photo with a direction of view tells that, else all parts of
 * either side that they show (`onSpot`: the surest first).
 */
const leadingOf = (onSpot: readonly DamageOnPhoto[], sideShown: SideShown): DamageOnPhoto => {
  const [part] = onSpot[0]!.part_types;
  const onSide = (name: PartType) => onSpot.filter(({ part_types: [first] }) => first === name);
  const sides = [onSide(part!), onSide(onOtherSide(part!))].map((named) => {
    const shown = named.map(sideShown);
    return {
      named,
      isTold: Number(shown.some(({ isTold }) => isTold)),
      parts: shown.reduce((sum, { parts }) => sum + parts, 0),
    };
  });
  const [likelier] = sides.toSorted((a, b) => b.isTold - a.isTold || b.parts - a.parts);
  return likelier!.named[0] ?? onSpot[0]!;
};

/** Photos of one spot that name different parts: the surest leads. What is no other reading of that name, it may lie on as well. */
export const asToldOnSpot = (
  damage: DamageOnPhoto,
  all: readonly DamageOnPhoto[],
  sideShown: SideShown,
): DamageOnPhoto => {
  const onSpot = [damage];
  // The list grows while it is walked.
  for (const one of onSpot)
    for (const other of all)
      if (
        !onSpot.includes(other) &&
        areAlike(one, other) &&
        isOnSpotOf(one, other) &&
        !hasCounterpart(one, other, all) &&
        !hasCounterpart(other, one, all)
      )
        onSpot.push(other);
  const surestFirst = onSpot.toSorted((a, b) => b.part_confidence! - a.part_confidence!);
  const { part_types, part_confidence, part_by } = leadingOf(surestFirst, sideShown);
  if (part_types[0] === damage.part_types[0]) return damage;
  const misread = part_types.flatMap(readingsOfPart);
  const also = damage.part_types.filter((part) => !misread.includes(part));
  return { ...damage, part_types: [...part_types, ...also], part_confidence, part_by, place: null };
};
