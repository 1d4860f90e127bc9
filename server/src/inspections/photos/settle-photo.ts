/** Turns what models saw on a photo into findings: parts with their side, damages on their parts, above the thresholds. */

import { isDamage, type ScoredType, type Threshold } from '../damages/damage-kinds.ts';
import { canLieOn, damageEntry } from '../damages/damage-registry.ts';
import { asOneEach } from '../damages/one-event.ts';
import { withScatteredScratches } from '../damages/scattered-scratches.ts';
import { areaOf, iou, shareInBox } from '../geometry/boxes.ts';
import { shareInside } from '../geometry/polygons.ts';
import { endOf } from '../parts/part-facts.ts';
import { cutOf, type Place, placeOn } from '../parts/part-places.ts';
import { isPart, type PartType } from '../parts/parts.ts';
import type { BoundingBox, Polygon } from '../records/place.ts';
import type { DamageType } from '../vocabulary.ts';
import type { DamageFind, DamageSeen, PhotoSeen } from './photo-seen.ts';
import { type ClientHint, isMirrored, settledPart } from './photo-sides.ts';
import {
  ALSO_ON,
  ON_PERSON,
  PART_THRESHOLD,
  SAME_AREA_IOU,
  SURE_VIEWPOINT,
  SUSPICION,
  TWO_NAMES_IOU,
  UNSEEN_PART_CONFIDENCE,
} from './tuning.ts';

export type LookedAt = {
  image_id: string;
  /** Photos with the same key were taken of the same damage. */
  sibling_key: string | null;
  hint: ClientHint;
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
  /** Other types at the same spot. */
  also: ScoredType<DamageType>[];
  bounding_box: BoundingBox;
  polygons: Polygon[];
  /** The part that most of it lies on first; empty when it lies on none that is known. */
  part_types: PartType[];
  part_confidence: number | null;
  place: Place | null;
  /** The same on the whole vehicle, by the side it is seen from; null where that is not known. */
  on_vehicle: Place | null;
  /** The photo's edge cuts it off. */
  at_edge: boolean;
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

/** Straight from one end, nothing of the other end can be seen: the model took a bumper for the other one. */
const isOfOtherEnd = (part: PartType, viewpoint: PhotoSeen['viewpoint']) => {
  const end = endOf(part);
  const seenFrom = viewpoint && viewpoint.confidence >= SURE_VIEWPOINT ? viewpoint.prediction : null;
  return end !== null && (seenFrom === 'front' || seenFrom === 'back') && seenFrom !== end;
};

/** The parts, the faint ones too, each on its right side; and the way to settle any other name of a part. */
export const settleParts = ({ seen, hint }: Pick<LookedAt, 'seen' | 'hint'>) => {
  const named = (seen.parts ?? []).filter(
    ({ part_type }) => isPart(part_type) && !isOfOtherEnd(part_type, seen.viewpoint),
  );
  const weighed = named.map(({ part_type, score, bounding_box }) => ({
    part_type: part_type as PartType,
    weight: score * areaOf(bounding_box),
  }));
  const mirrored = isMirrored(weighed, hint);
  const viewpoint = seen.viewpoint ?? null;
  const settled = (part: string) => (isPart(part) ? settledPart(part, { mirrored, hint, viewpoint }) : null);
  const parts = named.map(({ part_type, score, bounding_box, polygons }): PartOnPhoto => {
    const side = settled(part_type)!;
    const confidence = score * side.side_confidence;
    return { part_type: side.part_type, score, confidence, bounding_box, polygons };
  });
  return { parts, settled };
};

export const settlePhoto = ({ seen, ...photo }: LookedAt, threshold: Threshold): SettledPhoto => {
  const { parts, settled } = settleParts({ seen, hint: photo.hint });
  const found = (seen.damages ?? []).filter((damage) => !isOnPerson(damage, seen));
  const sure = found.filter(({ damage_type, score }) => score >= threshold(damage_type));
  const named = withoutSecondNames(withScatteredScratches(sure, seen.parts ?? []));
  const damages = asOneEach(named).map((damage) =>
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
  persons.some(({ bounding_box }) => shareInBox(damage.bounding_box, bounding_box) >= ON_PERSON) &&
  parts.every((part) => shareInside(damage, part.polygons) < ALSO_ON);

/** One thing is found under two names: what is surer of it stays. Some types are also names for a whole area. */
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
              (damageEntry(damage.damage_type)?.covers_area ? SAME_AREA_IOU : TWO_NAMES_IOU),
        ),
  );
};

const onParts = (
  photo: Pick<LookedAt, 'image_id' | 'hint'> & Pick<PhotoSeen, 'width' | 'height' | 'vehicle' | 'viewpoint'>,
  { damage_type, score, also: types = [], bounding_box, polygons }: DamageSeen,
  main: PartType | null,
  parts: PartOnPhoto[],
): DamageOnPhoto => {
  // Of several wheels in sight, the one that it lies on.
  const under = parts
    .filter(({ part_type }) => part_type === main)
    .toSorted(
      (a, b) => shareInBox(bounding_box, b.bounding_box) - shareInBox(bounding_box, a.bounding_box),
    )[0];
  const also = parts
    .filter((part) => part.part_type !== main && part.score >= PART_THRESHOLD)
    .filter((part) => canLieOn(damage_type, part.part_type))
    .filter((part) => shareInside({ bounding_box, polygons }, part.polygons) >= ALSO_ON)
    .map((part) => part.part_type);
  const [said, ...others] = photo.hint.parts.filter((part) => canLieOn(damage_type, part));
  const hinted = others.length === 0 ? (said ?? null) : null;
  const first = under?.part_type ?? hinted;
  return {
    image_id: photo.image_id,
    damage_type: damage_type as DamageType,
    score,
    also: types as DamageOnPhoto['also'],
    bounding_box,
    polygons,
    part_types: [...new Set([...(first ? [first] : []), ...also])],
    part_confidence: under?.confidence ?? (hinted ? UNSEEN_PART_CONFIDENCE : null),
    place: under ? placeOn(bounding_box, under.bounding_box, photo) : null,
    on_vehicle: placeOnVehicle(bounding_box, photo),
    at_edge: cutOf(bounding_box, photo) !== '',
  };
};

/** Places on a vehicle are compared between photos from the same side only, as those on the same piece of a part are. */
const placeOnVehicle = (
  box: BoundingBox,
  photo: Pick<PhotoSeen, 'width' | 'height' | 'vehicle' | 'viewpoint'>,
): Place | null => {
  const { vehicle, viewpoint } = photo;
  if (!vehicle?.box || !vehicle.whole_in_frame || !viewpoint || viewpoint.confidence < SURE_VIEWPOINT)
    return null;
  return { ...placeOn(box, vehicle.box, photo), cut: `vehicle from ${viewpoint.prediction}` };
};
