/** What was seen on a photo, settled: parts on the right side, damages on their parts, each from its threshold on. */

import { isDamage, type Threshold } from '../damages/damage-kinds.ts';
import { areaOf, iou, sharedArea, shareInside } from '../geometry/boxes.ts';
import { type Place, placeOn } from '../parts/part-places.ts';
import { endOf, isPart } from '../parts/part-sides.ts';
import type { PartType } from '../parts/parts.ts';
import type { BoundingBox, Polygon } from '../records/records.ts';
import type { DamageType } from '../vocabulary.ts';
import type { DamageFind } from './finds.ts';
import type { DamageSeen, PartSeen, PhotoSeen } from './photo-seen.ts';
import { type ClientHint, isMirrored, settledPart } from './photo-sides.ts';

export type LookedAt = {
  image_id: string;
  /** Photos with the same key were taken of the same damage. */
  sibling_key: string | null;
  said: ClientHint;
  seen: PhotoSeen;
};

export type PartOnPhoto = {
  part_type: PartType;
  score: number;
  confidence: number;
  bounding_box: BoundingBox;
  polygons: Polygon[];
};

export type DamageOnPhoto = {
  image_id: string;
  damage_type: DamageType;
  score: number;
  bounding_box: BoundingBox;
  polygons: Polygon[];
  /** The part that most of it lies on first; empty when it lies on none that is known. */
  part_types: PartType[];
  part_confidence: number | null;
  place: Place | null;
};

export type SettledPhoto = Omit<LookedAt, 'seen'> & {
  width: number;
  height: number;
  viewpoint: { prediction: string; confidence: number } | null;
  has_vehicle: boolean;
  parts: PartOnPhoto[];
  damages: DamageOnPhoto[];
  /** Where a damage of any kind was suspected, however faintly. */
  suspicions: BoundingBox[];
};

/** A part is shown when the model is on the average this sure inside its outline. */
export const PART_THRESHOLD = 0.5;
/** A damage also lies on a second part when this share of it does. */
const ALSO_ON = 0.3;
/** Below this score a find is noise, not even a suspicion. */
const SUSPICION = 0.1;
/** How alike the boxes of one thing under two names are. */
const SAME_THING = 0.75;
const SAME_AREA = 0.5;
const ON_PERSON = 0.8;
/** Of a part that is not seen but said to be there. */
const SAID_CONFIDENCE = 0.5;

/** From here on a viewpoint is sure enough to say what cannot be on the photo. */
const SURE_VIEWPOINT = 0.8;

/** Straight from one end, nothing of the other end can be seen: the model took a bumper for the other one. */
const isOfOtherEnd = (part: PartType, viewpoint: PhotoSeen['viewpoint']) => {
  const end = endOf(part);
  const seenFrom = viewpoint && viewpoint.confidence >= SURE_VIEWPOINT ? viewpoint.prediction : null;
  return end !== null && (seenFrom === 'front' || seenFrom === 'back') && seenFrom !== end;
};

type Gather = (damages: DamageSeen[], parts: PartSeen[]) => DamageSeen[];

/** The parts, the faint ones too, each on its right side; and the way to settle any other name of a part. */
export const settleParts = ({ seen, said }: Pick<LookedAt, 'seen' | 'said'>) => {
  const named = (seen.parts ?? []).filter(
    ({ part_type }) => isPart(part_type) && !isOfOtherEnd(part_type, seen.viewpoint),
  );
  const weighed = named.map(({ part_type, score, bounding_box }) => ({
    part_type: part_type as PartType,
    weight: score * areaOf(bounding_box),
  }));
  const mirrored = isMirrored(weighed, said);
  const viewpoint = seen.viewpoint ?? null;
  const settled = (part: string) => (isPart(part) ? settledPart(part, { mirrored, said, viewpoint }) : null);
  const parts = named.map(({ part_type, score, bounding_box, polygons }): PartOnPhoto => {
    const side = settled(part_type)!;
    const confidence = score * side.side_confidence;
    return { part_type: side.part_type, score, confidence, bounding_box, polygons };
  });
  return { parts, settled };
};

export const settlePhoto = (
  { seen, ...photo }: LookedAt,
  { threshold, gather }: { threshold: Threshold; gather: Gather },
): SettledPhoto => {
  const { parts, settled } = settleParts({ seen, said: photo.said });
  const found = (seen.damages ?? []).filter((damage) => !isOnPerson(damage, seen));
  const sure = found.filter(({ damage_type, score }) => score >= threshold(damage_type));
  const damages = withoutSecondNames(gather(sure, seen.parts ?? [])).map((damage) =>
    onParts({ ...photo, ...seen }, damage, settled(damage.part_type ?? '')?.part_type ?? null, parts),
  );
  return {
    ...photo,
    width: seen.width,
    height: seen.height,
    viewpoint: seen.viewpoint ?? null,
    has_vehicle: seen.has_vehicle === true || damages.length > 0,
    parts: parts.filter(({ score }) => score >= PART_THRESHOLD),
    damages,
    suspicions: suspicionsAmong(found),
  };
};

export const suspicionsAmong = (found: readonly DamageFind[]): BoundingBox[] =>
  found
    .filter(({ damage_type, score }) => isDamage(damage_type) && score >= SUSPICION)
    .map((damage) => damage.bounding_box);

/**
 * Somebody who stands before the vehicle is not damaged bodywork. Where parts are seen it is a reflection of the
 * photographer, or the driver behind the glass.
 */
const isOnPerson = (damage: DamageSeen, { persons = [], parts = [] }: PhotoSeen) =>
  persons.some(
    ({ bounding_box }) =>
      sharedArea(damage.bounding_box, bounding_box) >= ON_PERSON * areaOf(damage.bounding_box),
  ) && parts.every((part) => shareInside(damage, part.polygons) < ALSO_ON);

/** One thing is found under two names: what is surer of it stays. A smash is also a name for a whole area. */
const withoutSecondNames = (found: DamageSeen[]): DamageSeen[] => {
  const damages = found
    .filter(({ damage_type }) => isDamage(damage_type))
    .toSorted((a, b) => b.score - a.score);
  return damages.filter(
    (damage, index) =>
      !damages
        .slice(0, index)
        .some(
          (surer) =>
            surer.damage_type !== damage.damage_type &&
            iou(surer.bounding_box, damage.bounding_box) >=
              (damage.damage_type === 'smash' ? SAME_AREA : SAME_THING),
        ),
  );
};

const onParts = (
  photo: { image_id: string; said: ClientHint; width: number; height: number },
  { damage_type, score, bounding_box, polygons }: DamageSeen,
  main: PartType | null,
  parts: PartOnPhoto[],
): DamageOnPhoto => {
  // Of several wheels in sight, the one that it lies on.
  const under = parts
    .filter(({ part_type }) => part_type === main)
    .toSorted((a, b) => nearness(bounding_box, b.bounding_box) - nearness(bounding_box, a.bounding_box))[0];
  const also = parts
    .filter((part) => part.part_type !== main && part.score >= PART_THRESHOLD)
    .filter((part) => shareInside({ bounding_box, polygons }, part.polygons) >= ALSO_ON)
    .map((part) => part.part_type);
  const said = photo.said.parts.length === 1 ? photo.said.parts[0]! : null;
  const first = under?.part_type ?? said;
  return {
    image_id: photo.image_id,
    damage_type: damage_type as DamageType,
    score,
    bounding_box,
    polygons,
    part_types: [...new Set([...(first ? [first] : []), ...also])],
    part_confidence: under?.confidence ?? (said ? SAID_CONFIDENCE : null),
    place: under ? placeOn(bounding_box, under.bounding_box, photo) : null,
  };
};

const nearness = (damage: BoundingBox, part: BoundingBox) => sharedArea(damage, part) / areaOf(damage);
