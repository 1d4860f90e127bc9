/** What the finds of several models say together: pure rules, which run nothing and can change without a new look. */
import { inflateRawSync } from 'node:zlib';
import type { Thresholds } from '../damages/damage-kinds.ts';
import { canLieOn } from '../damages/damage-registry.ts';
import { damagesOnVehicle, type Evidence, opinionOf, showsVehicle } from '../damages/damages-on-vehicle.ts';
import { judgedFinds } from '../damages/judged-finds.ts';
import { partsOfDamage } from '../damages/part-of-damage.ts';
import { withOpinions } from '../damages/second-opinion.ts';
import type { Size } from '../geometry/boxes.ts';
import { type CloseUpMap, closeUpMap, partsUnder } from '../parts/close-up-map.ts';
import { factsOf } from '../parts/part-facts.ts';
import { type PartMap, shareOfParts } from '../parts/part-map.ts';
import { resolvedViewpoint, viewpointFrom } from '../viewpoints/viewpoint.ts';
import { withWheelPlaces } from '../wheels/wheel-places.ts';
import type { DetectedPart, Detections } from './detections.ts';
import type { Finds, PhotoFinds } from './finds.ts';
import { largestVehicle, vehicleFrom } from './vehicle-on-photo.ts';

type Others = Omit<Evidence, 'partsShare'>;

/** `thresholds` are those of the damages. */
export function combineFinds(
  { width, height }: Size,
  finds: Partial<Finds>,
  thresholds: Thresholds,
): Omit<Detections, 'models' | 'unavailable'> {
  const { plates, faces, wheels, photo, state } = finds;
  const map = finds.parts && {
    parts: withWheelPlaces(withStates(finds.parts.parts, finds.part_states)),
    labels: new Uint8Array(inflateRawSync(Buffer.from(finds.parts.labels, 'base64'))),
    pixelsPerCell: finds.parts.pixels_per_cell,
  };
  const close = finds.close_up_parts ? closeUpMap(finds.close_up_parts) : null;
  const whole = finds.vehicles?.filter(({ label }) => label === 'vehicle') ?? null;
  const persons = finds.vehicles?.filter(({ label }) => label === 'person');
  const others = { whole, opinion: opinionOf(photo?.attributes ?? null, state) };
  return {
    width,
    height,
    ...(map && { parts: map.parts }),
    // On one color there is nothing, whatever a model makes of it.
    ...(photo === null && { has_vehicle: false }),
    ...(map
      ? vehicleWithParts({ width, height }, { map, close }, others, finds, thresholds)
      : vehicleWithoutParts({ width, height }, others)),
    ...(persons && { persons }),
    ...(plates && { plates }),
    ...(faces && { faces }),
    ...viewpointOf(map, photo),
    ...(photo && { photo: photo.attributes }),
    ...(state && { state }),
    ...(map && wheels && detectedWheels(wheels, map)),
  };
}

/** The parts were judged where they were found, in their order. */
const withStates = (parts: readonly DetectedPart[], states: Finds['part_states'] = []): DetectedPart[] =>
  parts.map((part, index) => ({ ...part, ...(states[index] && { state: states[index] }) }));

/** Whether there is a vehicle, and what is wrong with it: a damage in no vehicle is none. */
function vehicleWithParts(
  photo: Size,
  { map, close }: { map: PartMap; close: CloseUpMap | null },
  others: Others,
  { damage, second_opinion }: Partial<Finds>,
  thresholds: Thresholds,
): Partial<Detections> {
  const evidence = { ...others, partsShare: shareOfParts(map, photo) };
  const vehicle = vehicleFrom(others.whole, map, photo);
  const kept = damagesOnVehicle(withOpinions(damage ?? [], second_opinion), vehicle, evidence);
  // Finds that only a lower score than the model's own lets in are no evidence of a vehicle.
  const sure = kept.filter(({ damage_type, score }) => score >= (thresholds[damage_type] ?? 1));
  const has_vehicle = showsVehicle(evidence, sure);
  const placed = kept.map((find) => {
    const parts = partsOfDamage(find, map);
    const { bounding_box: box, damage_type } = find;
    const close_up = close && partsUnder(box, close, (part) => canLieOn(damage_type, part));
    return { ...find, part_type: parts[0]?.part_type ?? null, parts, ...(close_up && { close_up }) };
  });
  return {
    has_vehicle,
    // On a close-up there is a vehicle, but no box that says how much of it is in the picture.
    ...(has_vehicle && vehicle.present && { vehicle }),
    ...(damage && { damages: judgedFinds(placed, map.parts, thresholds) }),
  };
}

/** A close-up shows no whole vehicle: that none is found says nothing unless another model agrees. */
function vehicleWithoutParts(picture: Size, { whole, opinion }: Others): Partial<Detections> {
  if (whole?.length) {
    const boxes = whole.map(({ bounding_box }) => bounding_box);
    return { has_vehicle: true, vehicle: largestVehicle(boxes, picture) };
  }
  return opinion === null ? {} : { has_vehicle: opinion !== 'none' };
}

/** From inside of the vehicle, or from close by: no side of it is to be seen, whatever the photo as a whole looks like. */
const showsPanesAlone = (parts: readonly DetectedPart[]) =>
  parts.length > 0 && parts.every(({ part_type }) => factsOf(part_type).kind === 'glass');

function viewpointOf(map: PartMap | undefined, photo: PhotoFinds | null | undefined): Partial<Detections> {
  if (map && showsPanesAlone(map.parts)) return {};
  const fromParts = map ? viewpointFrom(map.parts) : null;
  const settled = resolvedViewpoint(fromParts, photo?.attributes.viewpoint ?? null, photo?.viewpoints);
  if (!settled) return {};
  const { prediction, confidence, probabilities } = settled;
  return { viewpoint: { prediction, confidence }, viewpoints: probabilities };
}

/** The wheels were looked at where the parts were found, in their order. */
function detectedWheels({ wheels, as_wheel }: Finds['wheels'], { parts }: PartMap): Partial<Detections> {
  const places = parts.filter(({ part_type }) => part_type.startsWith('wheel'));
  return {
    wheels: wheels.map((wheel, index) => ({ part_type: places[index]?.part_type ?? 'wheel', ...wheel })),
    ...(as_wheel && { as_wheel }),
  };
}
