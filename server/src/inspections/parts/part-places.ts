/** Where on a part something lies, so that it can be found again on another photo of that part. */
import { areaOf, centreOf, edgesReached, type Size } from '../geometry/boxes.ts';
import type { BoundingBox } from '../records/records.ts';

/** In shares of the part's box; `cut` names the edges of the photo that cut the part off. */
export type Place = { u: number; v: number; size: number; cut: string };

/** Closer to the photo's edge than this share of its side is cut off. */
const AT_EDGE = 0.01;

/** The edges of the photo that cut the box off, in words; empty where it is whole. */
export const cutOf = (box: BoundingBox, photo: Size): string =>
  edgesReached(box, photo, AT_EDGE)
    .map((edge) => `${edge} `)
    .join('');

export const placeOn = (box: BoundingBox, part: BoundingBox, photo: Size): Place => {
  const { x, y } = centreOf(box);
  return {
    u: (x - part.xmin) / part.width,
    v: (y - part.ymin) / part.height,
    size: Math.sqrt(areaOf(box) / areaOf(part)),
    cut: cutOf(part, photo),
  };
};

/** A box's share of a part is only worth comparing when the whole part, or the same piece of it, is in sight. */
const WHOLE = { distance: 0.15, ratio: 2 };
const SAME_PIECE = { distance: 0.08, ratio: 1.5 };
/** The middle of something large is less certain, by this share of its size. */
const SLACK = 0.25;

/** How far two places are from being the same: up to 1 they are; null when they cannot be compared. */
export const difference = (a: Place, b: Place): number | null => {
  if (a.cut !== b.cut) return null;
  const limits = a.cut === '' ? WHOLE : SAME_PIECE;
  const farthest = limits.distance + SLACK * Math.max(a.size, b.size);
  const distance = Math.hypot(a.u - b.u, a.v - b.v) / farthest;
  const ratio = Math.abs(Math.log(a.size / b.size)) / Math.log(limits.ratio);
  return Math.max(distance, ratio);
};
