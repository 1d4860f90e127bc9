/** A crushed vehicle has no single outline: where a heavy photo would list nothing that tells it, the deformation itself is listed. */

import { isDamage } from '../damages/damage-kinds.ts';
import { damageEntry } from '../damages/damage-registry.ts';
import type { FoundDamage } from '../damages/find-damages.ts';
import { PART_DAMAGES, stateOf } from '../damages/part-states.ts';
import { areaOf, clippedTo, shareInBox } from '../geometry/boxes.ts';
import { boxAround, cornersOf } from '../geometry/polygons.ts';
import { endOf, factsOf } from '../parts/part-facts.ts';
import type { PartType } from '../parts/parts.ts';
import type { DetectedDamage, Detections } from '../photos/detections.ts';
import type { PartOnPhoto, PhotoFindings } from '../photos/photo-findings.ts';
import type { PhotoState } from '../records/image.ts';
import type { BoundingBox } from '../records/place.ts';
import { DEFORMED_SHARE, FAINT, LIKELY_HEAVY, LOOKS_DAMAGED } from './tuning.ts';

/** A photo of heavy damage: its findings, its detections at any score, and how sure its judgment is. */
export type HeavyPhoto = { photo: PhotoFindings; detections: Detections; vehicle_state: PhotoState };

const faintFinds = ({ damages = [] }: Detections): DetectedDamage[] =>
  damages.filter(({ damage_type, score }) => isDamage(damage_type) && score >= FAINT);

/** Around the faint finds, or the vehicle, or all of the photo. */
const placeOf = ({ photo, detections }: HeavyPhoto): BoundingBox => {
  const whole = { xmin: 0, ymin: 0, width: photo.width, height: photo.height };
  const finds = faintFinds(detections);
  if (finds.length === 0) return detections.vehicle?.box ?? whole;
  const around = boxAround(finds.map(({ bounding_box }) => cornersOf(bounding_box)));
  return clippedTo(photo, around) ?? whole;
};

/** Only from a side both ends are in sight: else the parts model took some of one for those of the other. */
const ofOneEnd = <Part extends { part_type: PartType }>(
  covered: readonly Part[],
  { viewpoint }: HeavyPhoto['photo'],
) => {
  const [end] = covered.flatMap(({ part_type }) => endOf(part_type) ?? []);
  const isFromSide = ['left', 'right'].includes(viewpoint?.prediction ?? '');
  return isFromSide ? covered : covered.filter(({ part_type }) => [null, end].includes(endOf(part_type)));
};

/** A look at it by itself sees no damage: a find that covers half of the vehicle covers parts beside the hit, too. */
const looksIntact = (part: PartOnPhoto, { parts = [] }: Detections) => {
  const state = stateOf(part, parts);
  return state !== undefined && Math.max(...PART_DAMAGES.map((kind) => state[kind].score)) < LOOKS_DAMAGED;
};

/** The panels, glass and lamps that faint finds cover; those that are covered most first. */
const deformedParts = ({ photo, detections }: HeavyPhoto) => {
  const finds = faintFinds(detections);
  const covered = photo.parts
    .filter(({ part_type }) => ['body', 'glass', 'lamp'].includes(factsOf(part_type).kind))
    .filter((part) => !looksIntact(part, detections))
    .map(({ part_type, bounding_box }) => ({
      part_type,
      share: Math.max(0, ...finds.map((find) => shareInBox(bounding_box, find.bounding_box))),
      area: areaOf(bounding_box),
    }))
    .filter(({ share }) => share >= DEFORMED_SHARE)
    .toSorted((a, b) => b.share * b.area - a.share * a.area);
  return ofOneEnd(covered, photo).map(({ part_type }) => part_type);
};

const destroys = ({ damage_type }: FoundDamage) => damageEntry(damage_type)?.scale.usual === 3;

/** Bent or torn: broken glass, a lamp or a scratch does not tell that a vehicle is crushed. */
const tellsDeformation = (damage: FoundDamage) =>
  ['shape', 'torn'].includes(damageEntry(damage.damage_type)?.sort ?? '') || destroys(damage);

/**
 * `found`: the damages that are listed. A photo that shows one of them that tells it, or a part that another photo shows destroyed, or only an
 * airbag, needs no other.
 */
export const heavyDeformations = (
  heavy: readonly HeavyPhoto[],
  found: readonly FoundDamage[],
): FoundDamage[] => {
  const shown = new Set(
    found.filter(tellsDeformation).flatMap(({ views }) => views.map(({ image_id }) => image_id)),
  );
  const destroyed = new Set(found.filter(destroys).flatMap(({ part_types }) => part_types));
  const sights = heavy
    .filter(({ photo, vehicle_state }) => !shown.has(photo.image_id) && !vehicle_state.airbag)
    .map((one) => ({
      part_types: deformedParts(one),
      score: one.vehicle_state.heavy,
      image_id: one.photo.image_id,
      bounding_box: placeOf(one),
    }))
    .filter(({ part_types }) => !part_types.some((part) => destroyed.has(part)));
  if (sights.length === 0) return [];
  const best = sights.toSorted((a, b) => b.score - a.score)[0]!;
  return [
    {
      damage_type: 'smash',
      part_types: [...new Set(sights.flatMap(({ part_types }) => part_types))],
      score: best.score,
      evidence: {
        best_score: best.score,
        threshold: LIKELY_HEAVY,
        photos_against: [],
        part_confidence: null,
      },
      views: sights.map(({ image_id, bounding_box, score }) => ({
        image_id,
        bounding_box,
        polygons: [cornersOf(bounding_box)],
        score,
      })),
    },
  ];
};
