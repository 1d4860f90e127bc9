/** Where the vehicle is on the picture, by the parts that are seen and, where a model looks for it, the whole. */
import type { BoundingBox } from '../../inspections/records/records.ts';
import { boxAround } from '../outlines/outlines.ts';
import type { PartsSeen } from '../outlines/part-outlines.ts';
import type { Letterbox } from '../pixels/letterbox.ts';
import type { BoxFind } from './damage-finds.ts';

export type VehicleSeen = {
  present: boolean;
  box: BoundingBox | null;
  /** No side of the box lies at the picture's edge. */
  whole_in_frame: boolean;
  share_of_picture: number;
};

/** Fewer cells than this are stray ones on other things. */
const LEAST_PARTS_SHARE = 0.02;
/** Closer to the picture's edge than this share of the picture's side is cut off. */
const AT_EDGE = 0.008;

const ABSENT: VehicleSeen = { present: false, box: null, whole_in_frame: false, share_of_picture: 0 };

type Size = { width: number; height: number };

const areaOf = ({ width, height }: Size) => width * height;

/** `vehicleBoxes` is null where no model looks for whole vehicles. */
export function vehicleFrom(
  vehicleBoxes: readonly Pick<BoxFind, 'bounding_box'>[] | null,
  seen: PartsSeen,
  fit: Letterbox,
): VehicleSeen {
  const boxes = (vehicleBoxes ?? []).map(({ bounding_box }) => bounding_box);
  return shareOfParts(seen, fit) >= LEAST_PARTS_SHARE
    ? vehicleAt(aroundParts(boxes, seen), fit)
    : largestVehicle(boxes, fit);
}

/** Where no model looks for parts. */
export function largestVehicle(boxes: BoundingBox[], picture: Size): VehicleSeen {
  const box = largest(boxes, areaOf);
  return box ? vehicleAt(box, picture) : ABSENT;
}

function vehicleAt(box: BoundingBox, picture: Size): VehicleSeen {
  const whole =
    box.xmin > AT_EDGE * picture.width &&
    box.ymin > AT_EDGE * picture.height &&
    box.xmin + box.width < (1 - AT_EDGE) * picture.width &&
    box.ymin + box.height < (1 - AT_EDGE) * picture.height;
  return { present: true, box, whole_in_frame: whole, share_of_picture: areaOf(box) / areaOf(picture) };
}

export function shareOfParts({ labels }: PartsSeen, fit: Letterbox): number {
  let count = 0;
  for (let at = 0; at < labels.length; at++) if (labels[at] !== 0) count++;
  const pixelsPerCell = fit.size / Math.sqrt(labels.length) / fit.scale;
  return (count * pixelsPerCell ** 2) / areaOf(fit);
}

/** The vehicle that has the parts, when one has most of them; else just the parts. */
function aroundParts(boxes: BoundingBox[], { parts }: PartsSeen): BoundingBox {
  const partsIn = (box: BoundingBox) =>
    parts.reduce((sum, part) => sum + overlapArea(box, part.bounding_box), 0);
  const box = largest(boxes, partsIn);
  const all = boxAround(parts.flatMap((part) => part.polygons));
  return box && partsIn(box) > 0.5 * partsIn(all) ? box : all;
}

const largest = (boxes: BoundingBox[], size: (box: BoundingBox) => number): BoundingBox | null =>
  boxes.toSorted((a, b) => size(b) - size(a))[0] ?? null;

function overlapArea(a: BoundingBox, b: BoundingBox): number {
  const width = Math.min(a.xmin + a.width, b.xmin + b.width) - Math.max(a.xmin, b.xmin);
  const height = Math.min(a.ymin + a.height, b.ymin + b.height) - Math.max(a.ymin, b.ymin);
  return Math.max(0, width) * Math.max(0, height);
}
