/** Boxes on a picture, in pixels. */
import type { BoundingBox } from '../records/place.ts';

export type Point = { x: number; y: number };
export type Size = { width: number; height: number };

export const areaOf = ({ width, height }: Size) => width * height;

export const longSide = ({ width, height }: Size) => Math.max(width, height);

export const centerOf = ({ xmin, ymin, width, height }: BoundingBox): Point => ({
  x: xmin + width / 2,
  y: ymin + height / 2,
});

/** Pixels between two boxes on each axis; below zero, by how deep they overlap, where they do. */
export const gapsBetween = (a: BoundingBox, b: BoundingBox) => ({
  across: Math.max(a.xmin, b.xmin) - Math.min(a.xmin + a.width, b.xmin + b.width),
  down: Math.max(a.ymin, b.ymin) - Math.min(a.ymin + a.height, b.ymin + b.height),
});

/** How far they are apart; 0 where they touch. */
export const gapBetween = (a: BoundingBox, b: BoundingBox): number => {
  const { across, down } = gapsBetween(a, b);
  return Math.hypot(Math.max(0, across), Math.max(0, down));
};

/** The area of the intersection. */
export const sharedArea = (a: BoundingBox, b: BoundingBox): number => {
  const { across, down } = gapsBetween(a, b);
  return across < 0 && down < 0 ? across * down : 0;
};

/** Intersection over union: 1 where both are the same, 0 where they do not touch. */
export const iou = (a: BoundingBox, b: BoundingBox): number => {
  const shared = sharedArea(a, b);
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared);
};

/** The share of the first box that lies in the second. */
export const shareInBox = (box: BoundingBox, other: BoundingBox): number =>
  sharedArea(box, other) / areaOf(box);

/** Larger on every side by so many pixels. */
export const grown = (
  { xmin, ymin, width, height }: BoundingBox,
  across: number,
  down = across,
): BoundingBox => ({
  xmin: xmin - across,
  ymin: ymin - down,
  width: width + 2 * across,
  height: height + 2 * down,
});

/** What lies on the picture of a box; null where nothing does. */
export const clippedTo = ({ width, height }: Size, box: BoundingBox): BoundingBox | null => {
  const [left, top] = [Math.max(0, box.xmin), Math.max(0, box.ymin)];
  const right = Math.min(width, box.xmin + box.width);
  const bottom = Math.min(height, box.ymin + box.height);
  return right > left && bottom > top
    ? { xmin: left, ymin: top, width: right - left, height: bottom - top }
    : null;
};

const EDGES = ['left', 'top', 'right', 'bottom'] as const;
export type Edge = (typeof EDGES)[number];

/** The edges of the picture that the box reaches: it ends nearer to them than `margin`, a share of the picture's side. */
export const edgesReached = (box: BoundingBox, picture: Size, margin: number): Edge[] => {
  const [across, down] = [margin * picture.width, margin * picture.height];
  const reached: Record<Edge, boolean> = {
    left: box.xmin <= across,
    top: box.ymin <= down,
    right: box.xmin + box.width >= picture.width - across,
    bottom: box.ymin + box.height >= picture.height - down,
  };
  return EDGES.filter((edge) => reached[edge]);
};

/** The box in whole pixels of the picture, scaled first; at least one pixel. */
export const pixelsOf = (box: BoundingBox, { width, height }: Size, scale = 1) => {
  const left = Math.min(width - 1, Math.max(0, Math.round(box.xmin * scale)));
  const top = Math.min(height - 1, Math.max(0, Math.round(box.ymin * scale)));
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(box.width * scale))),
    height: Math.max(1, Math.min(height - top, Math.round(box.height * scale))),
  };
};
