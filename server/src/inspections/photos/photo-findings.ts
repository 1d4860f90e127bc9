/** Turns the detections on a photo into findings: parts with their side, damages on their parts, above the thresholds. */

import { isDamage, isTorn, type ScoredType, type Threshold } from '../damages/damage-kinds.ts';
import { canLieOn, damageEntry, findOf } from '../damages/damage-registry.ts';
import { asOneEach } from '../damages/merging/one-event.ts';
import { isOnWheel } from '../damages/on-wheel.ts';
import { isWholeLamp, looksUnbroken, stateOf, withPartStates } from '../damages/part-states.ts';
import { withScatteredScratches } from '../damages/scattered-scratches.ts';
import { areaOf, iou, shareInBox } from '../geometry/boxes.ts';
import { isCenterIn, shareInside } from '../geometry/polygons.ts';
import { asCandidates, isEvident, partCandidates } from '../parts/evident-part.ts';
import { openFamilyOf } from '../parts/family-of-damage.ts';
import { type OpenFamily, readingsOf } from '../parts/open-families.ts';
import { endOf, factsOf } from '../parts/part-facts.ts';
import { cutOf, type Place, placeOn } from '../parts/part-places.ts';
import { onOtherEnd } from '../parts/part-sides.ts';
import { isPart, type PartType } from '../parts/parts.ts';
import { SURE_BY_BOTH_MODELS } from '../parts/tuning.ts';
import { withPartsModel } from '../parts/two-opinions.ts';
import type { HowBad, MatchedPlace, PartCandidate } from '../records/findings/damage.ts';
import type { BoundingBox, Polygon } from '../records/place.ts';
import type { DamageType } from '../vocabulary.ts';
import type {
  DamageFind,
  DetectedDamage,
  Detections,
  FoundBesides,
  ModelName,
  PartOfDamage,
} from './detections.ts';
import { type ClientHint, isMirrored, resolvedPart } from './photo-sides.ts';
import {
  AIRBAG_IN_SIGHT,
  ALSO_ON,
  FAINT,
  LOOKS_INTACT,
  NAMING_VIEWPOINT,
  ON_PERSON,
  PART_THRESHOLD,
  SAME_AREA_IOU,
  SURE_VIEWPOINT,
  TWO_NAMES_IOU,
  UNSEEN_PART_CONFIDENCE,
} from './tuning.ts';

export type AnalyzedPhoto = {
  image_id: string;
  /** Photos with the same key were taken of the same damage. */
  sibling_key: string | null;
  hint: ClientHint;
  detections: Detections;
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
  /** The model that named the part, or its candidates; null where the client named it, or nobody. */
  part_by: ModelName | null;
  /** What it may lie on where no part is named, the likeliest first. */
  part_candidates: PartCandidate[];
  /** What kind of part that is; null where it is named, and where not even that is known. */
  part_family: OpenFamily | null;
  place: Place | null;
  /** The same on the whole vehicle, by the side it is seen from; null where that is not known. */
  on_vehicle: Place | null;
  /** The photo's edge cuts it off. */
  at_edge: boolean;
  /** The model without which it were no finding, where it is not that of damages. */
  found_by?: FoundBesides;
  /** Where the part that it lies on is seen and was judged by itself. */
  how_bad?: HowBad;
  /** The place on a wider photo of the same spot that its part comes from. */
  matched?: MatchedPlace;
  /** Where other photos show the same spot. */
  seen_at?: { image_id: string; bounding_box: BoundingBox }[];
};

export type PhotoFindings = Omit<AnalyzedPhoto, 'detections'> & {
  width: number;
  height: number;
  viewpoint: { prediction: string; confidence: number } | null;
  has_vehicle: boolean;
  parts: PartOnPhoto[];
  damages: DamageOnPhoto[];
  /** Where a damage of any kind was found, however faintly. */
  faint: BoundingBox[];
  /** Panes that a look at each by itself shows whole. */
  unbroken: PartType[];
};

const isSureOfView = ({ viewpoint }: { viewpoint?: PhotoFindings['viewpoint'] | undefined }) =>
  !!viewpoint && viewpoint.confidence >= NAMING_VIEWPOINT;

/** On a photo that looks intact as a whole, what one of the parts says of itself is not believed. */
const doPartsTell = ({ state }: Pick<Detections, 'state'>) => (state?.intact ?? 0) < LOOKS_INTACT;

const endInSight = ({ viewpoint }: Pick<Detections, 'viewpoint'>) =>
  (isSureOfView({ viewpoint }) && /^(front|back)/.exec(viewpoint!.prediction)?.[0]) || null;

/** A bumper that is seen from the front is the front bumper. */
const onlyInSight = (family: OpenFamily | null, photo: Pick<Detections, 'viewpoint'>): PartType | null => {
  const end = endInSight(photo);
  const [only, ...others] =
    family && end ? readingsOf(family).filter((part) => [null, end].includes(endOf(part))) : [];
  return others.length === 0 ? (only ?? null) : null;
};

/**
 * From one end, straight or at a corner, nothing of the other end can be seen: the model took a bumper for the other one.
 * A pane of the other end is seen through the first one; null, as it is not on the photo.
 */
const ofEndInSight = (part: PartType, { viewpoint }: Pick<Detections, 'viewpoint'>): PartType | null => {
  const end = endOf(part);
  const inSight = endInSight({ viewpoint });
  if (end === null || !inSight || inSight === end) return part;
  const other = onOtherEnd(part);
  return other === part || factsOf(part).kind === 'glass' ? null : other;
};

/** The parts, the faint ones too, each on its right side; and the way to resolve any other name of a part. */
export const resolveParts = ({ detections, hint }: Pick<AnalyzedPhoto, 'detections' | 'hint'>) => {
  const nameOf = (part: string) => (isPart(part) ? ofEndInSight(part, detections) : null);
  const named = (detections.parts ?? []).flatMap((part) => {
    const part_type = nameOf(part.part_type);
    return part_type ? { ...part, part_type } : [];
  });
  const weighed = named.map(({ part_type, score, bounding_box }) => ({
    part_type,
    weight: score * areaOf(bounding_box),
  }));
  const mirrored = isMirrored(weighed, hint);
  const viewpoint = detections.viewpoint ?? null;
  const resolved = (part: string) => {
    const name = nameOf(part);
    return name && resolvedPart(name, { mirrored, hint, viewpoint });
  };
  const parts = named.map(({ part_type, score, bounding_box, polygons }): PartOnPhoto => {
    const side = resolved(part_type)!;
    const confidence = score * side.side_confidence;
    return { part_type: side.part_type, score, confidence, bounding_box, polygons };
  });
  return { parts, resolved };
};

export const findingsOnPhoto = (
  { detections, ...photo }: AnalyzedPhoto,
  threshold: Threshold,
): PhotoFindings => {
  const { parts, resolved } = resolveParts({ detections, hint: photo.hint });
  const isClose = isCloseUp({ ...detections, hint: photo.hint });
  const isTold = toldOn({ detections, hint: photo.hint });
  const found = (detections.damages ?? []).filter(
    (damage) =>
      !isOnPerson(damage, detections) &&
      !isInCabin(damage, detections) &&
      (isTorn(damage) || !isOnWheel(damage, detections.parts)),
  );
  const judged = doPartsTell(detections)
    ? withPartStates(found, detections.parts ?? [], threshold, { isClose: !isSureOfView(detections) })
    : found;
  const sure = judged.filter(({ damage_type, score }) => score >= threshold(damage_type));
  const named = withoutSecondNames(withScatteredScratches(sure, detections.parts ?? []));
  const placed = named.map((damage): DetectedDamage => {
    const opinions = [
      ...(isClose && damage.close_up
        ? [byProbability(withPartsModel(damage.close_up, partsOf(damage)))]
        : []),
      partsOf(damage),
    ];
    const told = opinions.find(([part]) => part && isTold(part));
    return { ...damage, parts: told ?? opinions[0]!, part_type: told?.[0]?.part_type ?? null };
  });
  const damages = asOneEach(placed).map((damage) => {
    const candidates = partsOf(damage).flatMap((part) => {
      const side = resolved(part.part_type);
      return side ? { ...part, part_type: side.part_type, is_told: isTold(part) } : [];
    });
    return onParts({ ...photo, ...detections }, damage, candidates, parts);
  });
  return {
    ...photo,
    width: detections.width,
    height: detections.height,
    viewpoint: detections.viewpoint ?? null,
    has_vehicle: detections.has_vehicle === true || damages.length > 0,
    parts: parts.filter(({ score }) => score >= PART_THRESHOLD),
    damages,
    faint: faintAmong(found),
    unbroken: isSureOfView(detections)
      ? parts.filter((one) => looksUnbroken(one, detections.parts ?? [])).map(({ part_type }) => part_type)
      : [],
  };
};

const partsOf = ({ part_type, parts }: DetectedDamage): PartOfDamage[] =>
  parts ?? (part_type === null ? [] : [{ part_type, confidence: 1, touches: true }]);

/** The probabilities of both models are those of close-ups, so they decide by themselves what is named. */
const byProbability = (chances: readonly PartCandidate[]): PartOfDamage[] =>
  chances.map(({ part_type, probability: confidence }) => ({
    part_type,
    confidence,
    touches: true,
    is_probability: true,
  }));

/** Neither the models nor the client tell from where it shows the vehicle. */
export const isCloseUp = ({
  viewpoint,
  hint,
}: { viewpoint?: PhotoFindings['viewpoint'] | undefined } & Pick<AnalyzedPhoto, 'hint'>) =>
  !isSureOfView({ viewpoint }) && hint.direction === null;

/** Whether something confirms the name of a part: on a close-up the client or other parts, else the direction of view. */
const toldOn = ({ detections, hint }: Pick<AnalyzedPhoto, 'detections' | 'hint'>) => {
  const isClose = isCloseUp({ ...detections, hint });
  return ({ part_type, touches, confidence, is_probability }: PartOfDamage) =>
    !isClose ||
    (isPart(part_type) &&
      (hint.parts.includes(part_type) ||
        (is_probability
          ? confidence >= SURE_BY_BOTH_MODELS
          : touches && isEvident(part_type, detections.parts ?? []))));
};

export const faintAmong = (found: readonly DamageFind[]): BoundingBox[] =>
  found
    .filter(({ damage_type, score }) => isDamage(damage_type) && score >= FAINT)
    .map((damage) => damage.bounding_box);

/**
 * Somebody who stands before the vehicle is not damaged bodywork. Where parts are seen it is a reflection of the
 * photographer, or the driver behind the glass.
 */
const isOnPerson = (damage: DetectedDamage, { persons = [], parts = [] }: Detections) =>
  persons.some(({ bounding_box }) => shareInBox(damage.bounding_box, bounding_box) >= ON_PERSON) &&
  parts.every((part) => shareInside(damage, part.polygons) < ALSO_ON);

/** Beside an open airbag, a dent on no panel in sight is a fold of another one, or the steering wheel; panes show the inside. */
const isInCabin = (damage: DetectedDamage, { damages = [], parts = [] }: Detections) =>
  damage.damage_type === 'dent' &&
  damages.some(({ damage_type, score }) => damage_type === 'airbag_deployed' && score >= AIRBAG_IN_SIGHT) &&
  parts
    .filter(({ part_type }) => canLieOn('dent', part_type))
    .every((part) => shareInside(damage, part.polygons) < ALSO_ON);

/** One thing is found under two names: what is surer of it stays. Some types are also names for a whole area. */
const withoutSecondNames = (found: DetectedDamage[]): DetectedDamage[] => {
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

/** A lamp that is out of its place leaves a hole, whose outline reaches the panels around it: they are not damaged by that. */
const isBesideBody = (main: string | null, other: string) =>
  main !== null && factsOf(main).kind === 'lamp' && factsOf(other).kind === 'body';

const onParts = (
  photo: Pick<AnalyzedPhoto, 'image_id' | 'hint'> &
    Pick<Detections, 'width' | 'height' | 'vehicle' | 'viewpoint' | 'parts'>,
  { damage_type, score, also: types = [], bounding_box, polygons, found_by }: DetectedDamage,
  candidates: (PartOfDamage & { part_type: PartType; is_told: boolean })[],
  parts: PartOnPhoto[],
): DamageOnPhoto => {
  const find = findOf(damage_type);
  const [said, ...others] = photo.hint.parts.filter((part) => canLieOn(damage_type, part));
  const hinted = others.length === 0 ? (said ?? null) : null;
  const seenPart = candidates[0]?.is_told ? candidates[0].part_type : null;
  const main = isCloseUp(photo) ? (hinted ?? seenPart) : seenPart;
  const untold = new Set(candidates.flatMap(({ part_type, is_told }) => (is_told ? [] : part_type)));
  const told = candidates[0]?.is_told && candidates[0].is_probability ? candidates[0] : null;
  // Of several wheels in sight, the one that it lies on. The net for close-ups may name what the parts model sees elsewhere.
  const under = parts
    .filter(({ part_type }) => part_type === main)
    .filter((part) => told === null || shareInBox(bounding_box, part.bounding_box) > 0)
    .toSorted(
      (a, b) => shareInBox(bounding_box, b.bounding_box) - shareInBox(bounding_box, a.bounding_box),
    )[0];
  const also = parts
    .filter(
      (part) =>
        ![main, seenPart].includes(part.part_type) &&
        part.score >= PART_THRESHOLD &&
        !untold.has(part.part_type),
    )
    .filter((part) => canLieOn(damage_type, part.part_type) && !isBesideBody(main, part.part_type))
    .filter((part) => shareInside({ bounding_box, polygons }, part.polygons) >= ALSO_ON)
    .filter((part) => !isWholeLamp(part, photo.parts ?? []))
    .map((part) => part.part_type);
  const named = under?.part_type ?? hinted ?? told?.part_type ?? null;
  const family = named ? null : openFamilyOf(candidates, find.lies_on, find.usually_on);
  const first = named ?? onlyInSight(family, photo);
  const how_bad = under && stateOf(under, photo.parts ?? [])?.how_bad;
  return {
    image_id: photo.image_id,
    damage_type: damage_type as DamageType,
    score,
    also: types as DamageOnPhoto['also'],
    bounding_box,
    polygons,
    part_types: first ? [...new Set([first, ...also])] : [],
    part_confidence: told?.confidence ?? under?.confidence ?? (first ? UNSEEN_PART_CONFIDENCE : null),
    part_by: first !== null && first === hinted ? null : namedBy(candidates[0]),
    part_candidates: first ? [] : candidatesAmong(candidates),
    part_family: first ? null : family,
    // Of a part beside which it lies, some was not seen.
    place:
      under && isCenterIn(bounding_box, under.bounding_box)
        ? placeOn(bounding_box, under.bounding_box, photo)
        : null,
    on_vehicle: placeOnVehicle(bounding_box, photo),
    at_edge: cutOf(bounding_box, photo) !== '',
    ...(found_by && { found_by }),
    ...(how_bad && { how_bad: { part_type: under.part_type, ...how_bad } }),
  };
};

const namedBy = (part: PartOfDamage | undefined): ModelName | null =>
  part ? (part.is_probability ? 'close_up_parts' : 'parts') : null;

const candidatesAmong = (parts: readonly (PartOfDamage & { part_type: PartType })[]) =>
  parts[0]?.is_probability
    ? asCandidates(parts.map(({ part_type, confidence: probability }) => ({ part_type, probability })))
    : partCandidates(parts);

/** Places on a vehicle are compared between photos from the same side only, as those on the same piece of a part are. */
const placeOnVehicle = (
  box: BoundingBox,
  photo: Pick<Detections, 'width' | 'height' | 'vehicle' | 'viewpoint'>,
): Place | null => {
  const { vehicle, viewpoint } = photo;
  if (!vehicle?.box || !vehicle.whole_in_frame || !viewpoint || viewpoint.confidence < SURE_VIEWPOINT)
    return null;
  return { ...placeOn(box, vehicle.box, photo), cut: `vehicle from ${viewpoint.prediction}` };
};
