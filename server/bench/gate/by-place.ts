/** Whether the finds on a photo lie on its labeled damages: as training counts it, so that its figures compare. */
import { iou, shareInBox } from '../../src/inspections/geometry/boxes.ts';
import type { BoundingBox } from '../../src/inspections/records/place.ts';
import { LEAST_INSIDE, LEAST_OVERLAP } from './tuning.ts';

export type Labeled = { type: string; box: BoundingBox };
export type Find = { damage_type: string; score: number; bounding_box: BoundingBox };

/** What is known of a photo. Of types that nobody labeled there, and inside ignored boxes, nothing is right or wrong. */
export type Truth = {
  types: readonly string[];
  labeled: readonly Labeled[];
  ignored: readonly BoundingBox[];
};

export type Placed = { right: Find[]; wrong: Find[]; met: Labeled[]; missed: Labeled[] };

const liesOn = (box: BoundingBox, other: BoundingBox) =>
  iou(box, other) >= LEAST_OVERLAP || shareInBox(box, other) >= LEAST_INSIDE;

export const placeFinds = (finds: readonly Find[], { types, labeled, ignored }: Truth): Placed => {
  const judged = finds.filter(({ damage_type }) => types.includes(damage_type));
  const asked = labeled.filter(({ type }) => types.includes(type));
  const matches = ({ damage_type, bounding_box }: Find, { type, box }: Labeled) =>
    damage_type === type && liesOn(bounding_box, box);
  const isRight = (find: Find) => asked.some((label) => matches(find, label));
  const isMet = (label: Labeled) => judged.some((find) => matches(find, label));
  return {
    right: judged.filter(isRight),
    wrong: judged.filter((find) => !isRight(find) && !ignored.some((box) => liesOn(find.bounding_box, box))),
    met: asked.filter(isMet),
    missed: asked.filter((label) => !isMet(label)),
  };
};
