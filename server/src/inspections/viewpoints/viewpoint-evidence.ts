/** The evidence of the visible parts for each of the eight viewpoints, as numbers. */
import { centerOf } from '../geometry/boxes.ts';
import { polygonArea } from '../geometry/polygons.ts';
import type { End } from '../parts/part-facts.ts';
import { type Side, sideOf } from '../parts/part-sides.ts';
import type { DetectedPart } from '../photos/detections.ts';
import { LEAST_PARTS, type WEIGHTS } from './tuning.ts';
import { VIEWPOINTS } from './viewpoints.ts';

/** `kind` says which weights the numbers are for. */
export type Evidence = { kind: keyof typeof WEIGHTS; numbers: number[] };

/** Of each end, the parts that the weights were fitted with: not all that it has. */
const END_PARTS: Record<End, RegExp> = {
  front: /^(bumper_front|hood|windshield_front|head_light_)/,
  back: /^(bumper_back|trunk|windshield_back|tail_light_)/,
};
const USED = /^(bumper|hood|trunk|windshield|head_light|tail_light|door|wheel)/;

/** The root of the share of the parts' area, the share of their width, and how far right of their middle it lies. */
type Extent = { size: number; width: number; offset: number };

/** One entry per viewpoint, in their order; null for a close-up or no vehicle. */
export function viewpointEvidence(parts: readonly DetectedPart[]): Evidence[] | null {
  const used = parts.filter((part) => USED.test(part.part_type));
  if (used.length < LEAST_PARTS) return null;
  const extent = extentIn(used);
  const ends = {
    front: extent((part) => END_PARTS.front.test(part)),
    back: extent((part) => END_PARTS.back.test(part)),
  };
  const flank = (side: Side) => extent((part) => part.startsWith('door') && sideOf(part) === side);
  const flanks = { left: flank('left'), right: flank('right') };
  const wheels = extent((part) => part.startsWith('wheel')).size;
  const light = (end: End, side: Side) =>
    extent((part) => part === `${end === 'front' ? 'head' : 'tail'}_light_${side}`).size;

  return VIEWPOINTS.map((viewpoint) => {
    const end = viewpoint.startsWith('front') ? 'front' : viewpoint.startsWith('back') ? 'back' : null;
    const side = viewpoint.endsWith('left') ? 'left' : viewpoint.endsWith('right') ? 'right' : null;
    const far = side === 'left' ? 'right' : 'left';
    if (end && side) {
      // The end lies at the right of the picture for front_right and back_left.
      const outward = (end === 'front') === (side === 'right') ? 1 : -1;
      const { size, offset } = ends[end];
      const lights = [light(end, side), light(end, far)];
      return {
        kind: 'corner',
        numbers: [1, size, flanks[side].size, flanks[side].width, wheels, ...lights, outward * offset],
      };
    }
    if (end) {
      const lights = Math.min(light(end, 'left'), light(end, 'right'));
      const { size, width } = ends[end];
      return { kind: 'end', numbers: [1, size, width, flanks.left.size + flanks.right.size, wheels, lights] };
    }
    const outward = side === 'right' ? 1 : -1;
    const { front, back } = ends;
    const widest = Math.max(front.width, back.width);
    const order = outward * (front.offset - back.offset);
    return {
      kind: 'side',
      numbers: [1, front.size + back.size, widest, flanks[side!].size, flanks[far].size, order],
    };
  });
}

function extentIn(parts: readonly DetectedPart[]) {
  const weights = parts.map(
    (part) => part.score * part.polygons.reduce((sum, polygon) => sum + polygonArea(polygon), 0),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const [left, right] = reach(parts);
  const width = right - left || 1;
  return (belongs: (part: string) => boolean): Extent => {
    const chosen = parts.filter((part) => belongs(part.part_type));
    if (chosen.length === 0) return { size: 0, width: 0, offset: 0 };
    let [weight, moment] = [0, 0];
    for (const [i, { part_type, bounding_box: box }] of parts.entries()) {
      if (!belongs(part_type)) continue;
      weight += weights[i]!;
      moment += weights[i]! * centerOf(box).x;
    }
    const [from, to] = reach(chosen);
    return {
      size: Math.sqrt(weight / total),
      width: (to - from) / width,
      offset: weight > 0 ? (moment / weight - (left + right) / 2) / width : 0,
    };
  };
}

const reach = (parts: readonly DetectedPart[]) =>
  [
    Math.min(...parts.map(({ bounding_box }) => bounding_box.xmin)),
    Math.max(...parts.map(({ bounding_box }) => bounding_box.xmin + bounding_box.width)),
  ] as const;
