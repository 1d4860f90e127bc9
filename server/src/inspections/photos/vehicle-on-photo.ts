/** Where the vehicle is on the picture, by the parts that are seen and, where a model looks for it, the whole. */
import { areaOf, edgesReached, type Size, sharedArea } from '../geometry/boxes.ts';
import { boxAround } from '../geometry/polygons.ts';
import { type PartMap, shareOfParts } from '../parts/part-map.ts';
import type { BoundingBox } from '../records/place.ts';
import type { DetectedBox, DetectedVehicle } from './detections.ts';
import { LEAST_PARTS_SHARE, MOST_OF_PARTS, VEHICLE_AT_EDGE } from './tuning.ts';

const ABSENT: DetectedVehicle = { present: false, box: null, whole_in_frame: false, share_of_picture: 0 };

/** `vehicleBoxes` is null where no model looks for whole vehicles. */
export function vehicleFrom(
  vehicleBoxes: readonly Pick<DetectedBox, 'bounding_box'>[] | null,
  seen: PartMap,
  picture: Size,
): DetectedVehicle {
  const boxes = (vehicleBoxes ?? []).map(({ bounding_box }) => bounding_box);
  return shareOfParts(seen, picture) >= LEAST_PARTS_SHARE
    ? vehicleAt(aroundParts(boxes, seen), picture)
    : largestVehicle(boxes, picture);
}

/** Where no model looks for parts. */
export function largestVehicle(boxes: BoundingBox[], picture: Size): DetectedVehicle {
  const box = largest(boxes, areaOf);
  return box ? vehicleAt(box, picture) : ABSENT;
}

function vehicleAt(box: BoundingBox, picture: Size): DetectedVehicle {
  const whole = edgesReached(box, picture, VEHICLE_AT_EDGE).length === 0;
  return { present: true, box, whole_in_frame: whole, share_of_picture: areaOf(box) / areaOf(picture) };
}

/** The vehicle that has the parts, when one has most of them; else just the parts. */
function aroundParts(boxes: BoundingBox[], { parts }: PartMap): BoundingBox {
  const partsIn = (box: BoundingBox) =>
    parts.reduce((sum, part) => sum + sharedArea(box, part.bounding_box), 0);
  const box = largest(boxes, partsIn);
  const all = boxAround(parts.flatMap((part) => part.polygons));
  return box && partsIn(box) > MOST_OF_PARTS * partsIn(all) ? box : all;
}

const largest = (boxes: BoundingBox[], size: (box: BoundingBox) => number): BoundingBox | null =>
  boxes.toSorted((a, b) => size(b) - size(a))[0] ?? null;
