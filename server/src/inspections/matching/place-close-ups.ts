/**
 * A close-up tells no part by itself, but a wider photo of the same vehicle may show the same spot. Then its damages lie on
 * the part that the wider photo shows there, at that place on it, so that they are merged with what was found there. A photo of
 * the spot that tells no part, such as another close-up, still tells that what it shows there is the same damage. Photos of one
 * spot that name different parts of it show one damage, too (disputed-parts.ts).
 */
import { canLieOn } from '../damages/damage-registry.ts';
import { isSeenFromAround } from '../damages/merging/doubts.ts';
import { centerOf, clippedTo, longSide, type Point, type Size } from '../geometry/boxes.ts';
import { boxAround, cornersOf, isInside, shareInside } from '../geometry/polygons.ts';
import { isEvident } from '../parts/evident-part.ts';
import { factsOf } from '../parts/part-facts.ts';
import { placeOn } from '../parts/part-places.ts';
import { isAnyOf } from '../parts/part-sides.ts';
import type { PartType } from '../parts/parts.ts';
import {
  type DamageOnPhoto,
  isCloseUp,
  type PartOnPhoto,
  type PhotoFindings,
} from '../photos/photo-findings.ts';
import { UNSEEN_PART_CONFIDENCE } from '../photos/tuning.ts';
import type { BoundingBox } from '../records/place.ts';
import { moved } from './affine.ts';
import { areOnOtherParts, asToldOnSpot, isOnSpotOf, sideShownAmong } from './disputed-parts.ts';
import { type LocalFeatures, packed, unpacked } from './local-features.ts';
import type { FeatureMatch } from './match-features.ts';
import { onOneFlank } from './one-flank.ts';
import { onlyInSight, partsInSight } from './only-in-sight.ts';
import {
  LEAST_ON_PART,
  MOST_CLOSE_UPS,
  MOST_SEARCHED_PHOTOS,
  MOST_WIDER_PHOTOS,
  NEAR_PAIRS,
  SURE_PART,
} from './tuning.ts';

/** The photos that each close-up was found on, by its id. */
export type Matches = ReadonlyMap<string, { image_id: string; match: FeatureMatch }[]>;

const hasNoPart = ({ part_types }: Pick<DamageOnPhoto, 'part_types'>) => part_types.length === 0;

/** All four wheels look alike, and so do both plates. */
const tellsPlace = ({ part_type }: PartOnPhoto) => !['wheel', 'plate'].includes(factsOf(part_type).kind);

/** What confirms the name of a part: the direction of view, or on a closer photo the parts around it. */
const isTold = ({ part_type }: PartOnPhoto, photo: PhotoFindings) =>
  !isCloseUp(photo) || isEvident(part_type, photo.parts);

const tellsParts = (photo: PhotoFindings) =>
  photo.parts.some((part) => tellsPlace(part) && isTold(part, photo));

const hasOpenPart = (photo: PhotoFindings) => isCloseUp(photo) && photo.damages.some(hasNoPart);

const mayContradict = (one: PhotoFindings, other: PhotoFindings) =>
  !isSeenFromAround(one, other) && one.damages.some((a) => other.damages.some((b) => areOnOtherParts(a, b)));

type Compared = { closeUp: PhotoFindings; others: PhotoFindings[] };

/**
 * Which photos to compare: each close-up whose damage has no part, with those next to it that tell parts or show a damage; then
 * photos that name different parts for damages of one kind, which may be one.
 */
export const photosToMatch = (photos: readonly PhotoFindings[]): Compared[] => {
  const telling = photos.filter(tellsParts);
  const damaged = photos.filter(
    (photo) => isCloseUp(photo) && !tellsParts(photo) && photo.damages.length > 0,
  );
  const compared = photos.map((closeUp, at) => {
    const nearest = (some: readonly PhotoFindings[], most: number) =>
      some
        .filter((photo) => photo !== closeUp)
        .toSorted((a, b) => Math.abs(photos.indexOf(a) - at) - Math.abs(photos.indexOf(b) - at))
        .slice(0, most);
    const tellingPart = hasOpenPart(closeUp)
      ? [...nearest(telling, MOST_WIDER_PHOTOS), ...nearest(damaged, MOST_CLOSE_UPS)]
      : [];
    const contradicting = photos.filter((photo) => mayContradict(closeUp, photo));
    return { closeUp, others: [...new Set([...tellingPart, ...nearest(contradicting, MOST_CLOSE_UPS)])] };
  });
  const [open, named] = [true, false].map((isOpen) =>
    compared.filter(({ closeUp }) => hasOpenPart(closeUp) === isOpen),
  );
  return [...open!, ...named!].filter(({ others }) => others.length > 0);
};

/** The first ones, as long as not too many photos are searched for features. `searched`: those that were before. */
export const affordable = (compared: readonly Compared[], searched: Iterable<string> = []): Compared[] => {
  const ids = new Set(searched);
  return compared.filter(({ closeUp, others }) => {
    const more = [closeUp, ...others].map(({ image_id }) => image_id).filter((id) => !ids.has(id));
    if (ids.size + more.length > MOST_SEARCHED_PHOTOS) return false;
    for (const id of more) ids.add(id);
    return true;
  });
};

/** The features on the vehicle: the floor and the cars behind it tell no place on it. A close-up that tells no part is full of it. */
export const onVehicle = (features: LocalFeatures, photo: PhotoFindings): LocalFeatures => {
  const side = longSide(photo);
  const isFull = isCloseUp(photo) && !tellsParts(photo);
  const isOn = ({ x, y }: Point) => {
    const under = photo.parts.filter(({ polygons }) => isInside({ x: x * side, y: y * side }, polygons));
    return (isFull || under.length > 0) && under.every(tellsPlace);
  };
  return packed(unpacked(features).filter(isOn));
};

type Spot = {
  image_id: string;
  bounding_box: BoundingBox;
  part: PartOnPhoto;
  photo: PhotoFindings;
  pairs: number;
};

/** Where no spots agree nearby, how the surface runs on is a guess. */
const isNearPairs = ({ x, y }: Point, { pairs }: FeatureMatch) =>
  pairs.some(({ from }) => Math.hypot(from.x - x, from.y - y) <= NEAR_PAIRS);

/** Where the other photo shows it; null where that is a guess. */
const boxOn = (
  { bounding_box }: DamageOnPhoto,
  closeUp: Size,
  photo: Size,
  match: FeatureMatch,
): BoundingBox | null => {
  const shares = ({ x, y }: Point) => ({ x: x / longSide(closeUp), y: y / longSide(closeUp) });
  if (!isNearPairs(shares(centerOf(bounding_box)), match)) return null;
  const corners = cornersOf(bounding_box).map(([x, y]) => {
    const there = moved(match.place, shares({ x, y }));
    return [there.x * longSide(photo), there.y * longSide(photo)] as [number, number];
  });
  return clippedTo(photo, boxAround([corners]));
};

type Seen = { photo: PhotoFindings; match: FeatureMatch; box: BoundingBox };

/** The part that the other photo shows there; null where it shows none, or is not sure. */
const spotOn = ({ damage_type }: DamageOnPhoto, { photo, match, box }: Seen): Spot | null => {
  const outline = { bounding_box: box, polygons: [cornersOf(box)] };
  const [best] = photo.parts
    .filter(({ part_type }) => canLieOn(damage_type, part_type) && !isAnyOf(part_type))
    .map((part) => ({ part, share: shareInside(outline, part.polygons) }))
    .toSorted((a, b) => b.share - a.share);
  if (!best || best.share < LEAST_ON_PART || best.part.score < SURE_PART) return null;
  if (!isTold(best.part, photo)) return null;
  return { image_id: photo.image_id, bounding_box: box, part: best.part, photo, pairs: match.pairs.length };
};

const placed = (
  damage: DamageOnPhoto,
  closeUp: PhotoFindings,
  photos: readonly PhotoFindings[],
  matches: Matches,
) => {
  if (hasNoPart(damage) && !isCloseUp(closeUp)) return damage;
  const seen = (matches.get(closeUp.image_id) ?? []).flatMap(({ image_id, match }): Seen[] => {
    const photo = photos.find((other) => other.image_id === image_id);
    const box = photo && boxOn(damage, closeUp, photo, match);
    return box ? [{ photo, match, box }] : [];
  });
  const seen_at = seen.map(({ photo, box }) => ({ image_id: photo.image_id, bounding_box: box }));
  if (!hasNoPart(damage)) return { ...damage, seen_at };
  const spots = seen.flatMap((one) => spotOn(damage, one) ?? []);
  const [best] = spots.toSorted((a, b) => b.pairs - a.pairs);
  // Photos that contradict each other prove nothing.
  if (!best || spots.some(({ part }) => part.part_type !== best.part.part_type))
    return { ...damage, seen_at };
  return {
    ...damage,
    seen_at,
    part_types: [best.part.part_type],
    part_confidence: best.part.confidence,
    part_by: 'parts' as const,
    part_candidates: [],
    place: placeOn(best.bounding_box, best.part.bounding_box, best.photo),
    matched: { part_type: best.part.part_type, image_id: best.image_id, bounding_box: best.bounding_box },
  };
};

/** Where no photo shows the spot, the parts that any of them shows still tell which one is meant. */
const narrowed = (damage: DamageOnPhoto, all: readonly DamageOnPhoto[], inSight: ReadonlySet<PartType>) => {
  // Close-ups of one spot that call it a door and a fender do not even tell the family.
  const isDisputed = all.some(
    (other) => other.part_family !== damage.part_family && isOnSpotOf(damage, other),
  );
  const part = isDisputed ? null : onlyInSight(damage, inSight);
  return part === null
    ? damage
    : {
        ...damage,
        part_types: [part],
        part_confidence: UNSEEN_PART_CONFIDENCE,
        part_candidates: [],
        part_family: null,
      };
};

export const placedCloseUps = (photos: readonly PhotoFindings[], matches: Matches): PhotoFindings[] => {
  const inSight = partsInSight(photos);
  const found = photos.map((photo) => ({
    ...photo,
    damages: photo.damages.map((damage) => placed(damage, photo, photos, matches)),
  }));
  const all = found.flatMap(({ damages }) => damages);
  const sideShown = sideShownAmong(photos);
  return found.map((photo) => {
    const isClose = isCloseUp(photo);
    const damages = photo.damages.map((damage) => {
      if (!hasNoPart(damage)) return asToldOnSpot(damage, all, sideShown);
      return isClose ? narrowed(damage, all, inSight) : damage;
    });
    return { ...photo, damages: isClose ? onOneFlank(damages) : damages };
  });
};
