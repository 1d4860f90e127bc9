/** Where on a part something lies, so that it can be found again on another photo of that part. */
import { areaOf, centerOf, edgesReached, type Size } from '../geometry/boxes.ts';
import type { BoundingBox } from '../records/place.ts';
import {
  HOOD_WIDTH,
  PART_AT_EDGE,
  SAME_PLACE_ON_BENT,
  SAME_PLACE_ON_PIECE,
  SAME_PLACE_ON_WHOLE,
  SLACK,
} from './tuning.ts';

/** In shares of the part's box; `cut` names the edges of the photo that cut the part off. */
export type Place = { u: number; v: number; size: number; cut: string };

/** The edges of the photo that cut the box off, in words; empty where it is whole. */
export const cutOf = (box: BoundingBox, photo: Size): string =>
  edgesReached(box, photo, PART_AT_EDGE)
    .map((edge) => `${edge} `)
    .join('');

export const placeOn = (box: BoundingBox, part: BoundingBox, photo: Size): Place => {
  const { x, y } = centerOf(box);
  return {
    u: (x - part.xmin) / part.width,
    v: (y - part.ymin) / part.height,
    size: Math.sqrt(areaOf(box) / areaOf(part)),
    cut: cutOf(part, photo),
  };
};

const limitsFor = ({ cut }: Place, bends: boolean) => {
  if (cut !== '') return SAME_PLACE_ON_PIECE;
  return bends ? SAME_PLACE_ON_BENT : SAME_PLACE_ON_WHOLE;
};

/**
 * How far two places are from being the same: up to 1 they are; null when they cannot be compared. `bends`: of the part
 * another piece is in sight, or it is seen from the other corner.
 */
export const difference = (a: Place, b: Place, bends = false): number | null => {
  if (a.cut !== b.cut) return null;
  const limits = limitsFor(a, bends);
  const farthest = limits.distance + SLACK * Math.max(a.size, b.size);
  const distance = Math.hypot(a.u - b.u, a.v - b.v) / farthest;
  const ratio = Math.abs(Math.log(a.size / b.size)) / Math.log(limits.ratio);
  return Math.max(distance, ratio);
};

const within = (share: number) => Math.min(1, Math.max(0, share));

/**
 * A place on the hood as it would be seen from straight ahead. From a corner the hood fills its box as a rhombus, and the middle of its
 * front edge lies near a corner of the box. From elsewhere, and where the photo cuts it off, the place stays as it is.
 */
export const seenFromAhead = (place: Place, view: string | undefined): Place => {
  const { u, v, cut } = place;
  const across = HOOD_WIDTH;
  const along = 1 - across;
  if (cut !== '') return place;
  if (view === 'front_right')
    return {
      ...place,
      u: within((u - v + across) / (2 * across)),
      v: within((u + v - across) / (2 * along)),
    };
  if (view === 'front_left')
    return { ...place, u: within((u + v - along) / (2 * across)), v: within((v - u + along) / (2 * along)) };
  return place;
};
