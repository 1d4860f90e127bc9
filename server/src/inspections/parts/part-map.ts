/** Which part each place of a photo shows: the parts that were seen, and a square grid over the photo. */
import { areaOf, type Size } from '../geometry/boxes.ts';
import type { DetectedPart } from '../photos/detections.ts';

export type PartMap = {
  parts: DetectedPart[];
  /** Per cell, row by row: 0 for no part, else the number of the part in the list, counted from 1. */
  labels: Uint8Array;
  /** Of the photo. */
  pixelsPerCell: number;
};

/** The share of the photo that is taken for parts. */
export function shareOfParts({ labels, pixelsPerCell }: PartMap, photo: Size): number {
  let count = 0;
  for (let at = 0; at < labels.length; at++) if (labels[at] !== 0) count++;
  return (count * pixelsPerCell ** 2) / areaOf(photo);
}
