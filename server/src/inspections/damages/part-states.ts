/**
 * A look at each part by itself confirms what the look at the whole photo leaves in doubt, at the place that it tells, and finds what that
 * takes for a piece of its neighbor: a broken lamp under a torn bumper. A lamp or a pane is broken as a whole.
 */
import { sharedBy } from '../geometry/clipping.ts';
import { boxAround, isCenterIn, type Outline, outlined, shareInside } from '../geometry/polygons.ts';
import { factsOf, type PartKind } from '../parts/part-facts.ts';
import type { DamageFind, DetectedDamage, DetectedPart } from '../photos/detections.ts';
import { ALSO_ON, PART_THRESHOLD } from '../photos/tuning.ts';
import type { BoundingBox } from '../records/place.ts';
import type { Threshold } from './damage-kinds.ts';
import { canLieOn, damageEntry, type Sort } from './damage-registry.ts';
import { COVERED, LAMP_IS_WHOLE, PART_IS_DAMAGED, PART_IS_UNBROKEN, SHARE_OF_THRESHOLD } from './tuning.ts';

/** What the network tells of a part. */
export const PART_DAMAGES = ['scratch', 'dent', 'broken'] as const;
export type PartDamage = (typeof PART_DAMAGES)[number];

/** Where on a part a scratch is, the network does not tell well enough (training/EXPERIMENTS.md, 18a and 23c). */
const ON_BODY: Record<PartDamage, Sort | null> = { scratch: null, dent: 'shape', broken: 'torn' };

/** Whether the network learned such parts. */
export const isJudged = (part_type: string) =>
  ['body', 'mirror', 'lamp', 'glass'].includes(factsOf(part_type).kind);

const AS_A_WHOLE: Partial<Record<PartKind, string>> = { lamp: 'broken_light', glass: 'broken_glass' };

/** It needed nobody else's word. */
const isSure = ({ damage_type, score, found_by }: DetectedDamage, threshold: Threshold) =>
  !found_by && score >= threshold(damage_type);

/** A sure find stays with the part that it lies on. Where it covers much of another one, that piece of it is a damage of the other. */
const coveredBy = (find: DetectedDamage, part: Outline): Outline | null => {
  const [over, under] = [outlined(find), outlined(part)];
  const polygons = shareInside(under, over.polygons) >= COVERED && sharedBy(under.polygons, over.polygons);
  return polygons ? { polygons, bounding_box: boxAround(polygons) } : null;
};

/** What the part says of itself, each with the faint find at its place that it speaks for. On a close-up a lamp or a pane says nothing. */
const saidOf = (
  { part_type, state, bounding_box, polygons }: DetectedPart,
  found: readonly DetectedDamage[],
  threshold: Threshold,
  isClose: boolean,
): { damage: DamageFind; find: DetectedDamage | undefined }[] => {
  const whole = AS_A_WHOLE[factsOf(part_type).kind];
  return PART_DAMAGES.flatMap((kind) => {
    const { score, at } = state![kind];
    if (score < PART_IS_DAMAGED || ON_BODY[kind] === null) return [];
    if (whole)
      return kind === 'broken' && !isClose
        ? { damage: { damage_type: whole, score, bounding_box, polygons }, find: undefined }
        : [];
    const [find] = found
      .filter(
        ({ damage_type }) =>
          damageEntry(damage_type)?.sort === ON_BODY[kind] && canLieOn(damage_type, part_type),
      )
      .filter(
        (damage) => !damage.is_gap && damage.score >= SHARE_OF_THRESHOLD * threshold(damage.damage_type),
      )
      .filter((damage) => areAtOnePlace(damage.bounding_box, at))
      .toSorted((one, other) => other.score - one.score);
    if (!find) return [];
    if (!isSure(find, threshold)) return { damage: { ...find, score }, find };
    const covered = coveredBy(find, { bounding_box, polygons });
    return covered ? { damage: { damage_type: find.damage_type, score, ...covered }, find: undefined } : [];
  });
};

/** What the network said of a part, whatever side it was found to be on since. */
export const stateOf = (
  { bounding_box }: Pick<DetectedPart, 'bounding_box'>,
  parts: readonly DetectedPart[],
) => parts.find((part) => part.bounding_box === bounding_box)?.state;

/** What tore off around a lamp reaches over it and says nothing of it. */
export const isWholeLamp = (
  part: Pick<DetectedPart, 'part_type' | 'bounding_box'>,
  parts: readonly DetectedPart[],
): boolean =>
  factsOf(part.part_type).kind === 'lamp' && (stateOf(part, parts)?.broken.score ?? 1) < LAMP_IS_WHOLE;

/** A pane that is whole. A lamp bends around the corner: from the other side its crack is not seen. */
export const looksUnbroken = (
  part: Pick<DetectedPart, 'part_type' | 'bounding_box' | 'score'>,
  parts: readonly DetectedPart[],
): boolean =>
  factsOf(part.part_type).kind === 'glass' &&
  part.score >= PART_THRESHOLD &&
  (stateOf(part, parts)?.broken.score ?? 1) < PART_IS_UNBROKEN;

const areAtOnePlace = (one: BoundingBox, other: BoundingBox) =>
  isCenterIn(one, other) || isCenterIn(other, one);

/**
 * `found`: the faint ones too. A part that a sure find lies on, one that needed no second opinion, has had its say; a lamp or a pane
 * only if the find says that it is broken: what tore off around a lamp says nothing of the lamp.
 */
export const withPartStates = (
  found: readonly DetectedDamage[],
  parts: readonly DetectedPart[],
  threshold: Threshold,
  { isClose }: { isClose: boolean },
): DetectedDamage[] => {
  const sure = found.filter((find) => isSure(find, threshold));
  const isFree = ({ part_type, bounding_box, polygons }: DetectedPart) => {
    const whole = AS_A_WHOLE[factsOf(part_type).kind];
    return !sure.some(
      (damage) =>
        damage.part_type === part_type ||
        (whole
          ? damage.damage_type === whole && areAtOnePlace(damage.bounding_box, bounding_box)
          : canLieOn(damage.damage_type, part_type) && shareInside(damage, polygons) >= ALSO_ON),
    );
  };
  const spoken = parts
    .filter((part) => part.state && part.score >= PART_THRESHOLD && isFree(part))
    .flatMap((part) =>
      saidOf(part, found, threshold, isClose).map(({ damage, find }) => ({
        find,
        damage: {
          ...damage,
          part_type: part.part_type,
          found_by: 'part_states' as const,
          parts: [{ part_type: part.part_type, confidence: part.score, touches: true }],
        },
      })),
    );
  const raised = new Set(spoken.flatMap(({ find }) => find ?? []));
  // Of two parts that speak for one find the surer one has it.
  const isSurest = ({ find, damage }: (typeof spoken)[number]) =>
    !find || !spoken.some((other) => other.find === find && other.damage.score > damage.score);
  return [
    ...found.filter((find) => !raised.has(find)),
    ...spoken.filter(isSurest).map(({ damage }) => damage),
  ];
};
