/**
 * One hit shows as a dent, a scratch and a crack at one spot of a photo. That is one damage: the type that takes most to
 * repair leads, the others are listed with it. Finds are joined where their outlines overlap and they lie on the same
 * part, or one of them on no known part; or where one lies in the other as a whole. Pieces of one damage need not touch: two
 * of the same kind, near one another, on one part or on parts of which the same is told (a door, some panel), are one. A
 * speck at the edge of something large belongs to it.
 */
import { gapBetween, sharedArea } from '../../geometry/boxes.ts';
import { united } from '../../geometry/clipping.ts';
import { hullOf } from '../../geometry/polygon-validity.ts';
import { boxAround, MOST_POINTS, outlined, shareInside } from '../../geometry/polygons.ts';
import { openFamilyOf } from '../../parts/family-of-damage.ts';
import { readingsOf } from '../../parts/open-families.ts';
import type { DetectedDamage } from '../../photos/detections.ts';
import type { Polygon } from '../../records/place.ts';
import { isOneEvent, isSameKind, worstFirst } from '../damage-kinds.ts';
import { canLieOn, findOf } from '../damage-registry.ts';
import { NEAR_PIECES, ONE_SPOT, SPECK, WITHIN } from '../tuning.ts';

/** The larger share of one of both that lies in the other. */
const overlap = (a: DetectedDamage, b: DetectedDamage) =>
  sharedArea(a.bounding_box, b.bounding_box) === 0
    ? 0
    : Math.max(
        shareInside(outlined(a), outlined(b).polygons),
        shareInside(outlined(b), outlined(a).polygons),
      );

/** The parts that it may lie on; null where no model tells anything of them. */
const readings = ({ damage_type, part_type, parts = [] }: DetectedDamage): readonly string[] | null => {
  if (part_type !== null) return [part_type];
  const { lies_on, usually_on } = findOf(damage_type);
  const family = parts.length > 0 ? openFamilyOf(parts, lies_on, usually_on) : null;
  return family && readingsOf(family);
};

/** A door is no fender, whichever door it is. */
const mayBeOnSamePart = (a: DetectedDamage, b: DetectedDamage) => {
  const [one, other] = [readings(a), readings(b)];
  if (one && other) return one.some((part) => other.includes(part));
  const canBothLieOn = (part: string) => canLieOn(a.damage_type, part) && canLieOn(b.damage_type, part);
  return (one ?? other)?.some(canBothLieOn) ?? true;
};

const isOfPart = ({ found_by }: DetectedDamage) => found_by === 'part_states';

/** Whatever the parts are called, what lies in the other as a whole is the same, unless a look at its part by itself found it. */
const mayBeOne = (a: DetectedDamage, b: DetectedDamage, share = overlap(a, b)) =>
  mayBeOnSamePart(a, b) || (!isOfPart(a) && !isOfPart(b) && share >= WITHIN);

export const diagonal = ({ bounding_box: { width, height } }: Pick<DetectedDamage, 'bounding_box'>) =>
  Math.hypot(width, height);

/** What names the part of one of them and can only say panel of the other sees another part there. */
const areToldAlike = (a: DetectedDamage, b: DetectedDamage) => {
  const [one, other] = [readings(a), readings(b)];
  return one !== null && one.length === other?.length && one.every((part) => other.includes(part));
};

/** Two of a kind near one another on one part; or a speck that touches something much larger. */
const arePieces = (a: DetectedDamage, b: DetectedDamage) => {
  const gap = gapBetween(a.bounding_box, b.bounding_box);
  const [small, large] = [diagonal(a), diagonal(b)].toSorted((x, y) => x - y) as [number, number];
  return (
    (isSameKind(a.damage_type, b.damage_type) && gap <= NEAR_PIECES * large && areToldAlike(a, b)) ||
    (gap === 0 && small <= SPECK * large)
  );
};

export const asOneEach = (damages: readonly DetectedDamage[]): DetectedDamage[] => {
  const groups = new Map(damages.map((damage) => [damage, [damage]]));
  const pairs = damages
    .flatMap((a, i) => damages.slice(i + 1).map((b) => ({ a, b, share: overlap(a, b) })))
    .filter(({ a, b, share }) => isOneEvent(a.damage_type, b.damage_type) && mayBeOne(a, b, share))
    .filter(({ a, b, share }) => share >= ONE_SPOT || arePieces(a, b));
  for (const { a, b } of pairs.toSorted((x, y) => y.share - x.share)) {
    const [one, other] = [groups.get(a)!, groups.get(b)!];
    // What lies on no known part is no bridge between two parts.
    if (one === other || !one.every((x) => other.every((y) => mayBeOne(x, y)))) continue;
    one.push(...other);
    for (const member of other) groups.set(member, one);
  }
  return [...new Set(groups.values())].map((group) => (group.length === 1 ? group[0]! : asOne(group)));
};

const asOne = (group: DetectedDamage[]): DetectedDamage => {
  const [lead, ...others] = group.toSorted(worstFirst);
  const polygons = group.map((damage) => outlined(damage).polygons).reduce(together);
  const placed = [lead!, ...others].find(
    ({ part_type }) => part_type !== null && canLieOn(lead!.damage_type, part_type),
  );
  return {
    ...lead!,
    bounding_box: boxAround(polygons),
    polygons,
    part_type: placed?.part_type ?? null,
    parts: (placed ?? lead!).parts,
    also: others.map(({ damage_type, score }) => ({ damage_type, score })),
  };
};

export const together = (a: Polygon[], b: Polygon[]): Polygon[] => {
  const both = united(a, b) ?? [...a, ...b];
  return both.flat().length <= MOST_POINTS ? both : [hullOf(both.flat())];
};
