/** The parts model knows a wheel, not which one: its place follows from the parts around it. */

import { areaOf, centerOf, gapsBetween } from '../geometry/boxes.ts';
import { type End, halfOf, isFlank } from '../parts/part-facts.ts';
import { other, type Side, sideOf } from '../parts/part-sides.ts';
import type { DetectedPart } from '../photos/detections.ts';

const middle = ({ bounding_box }: DetectedPart) => centerOf(bounding_box).x;

/** Wheels whose place is clear get its name; the others stay `wheel`. */
export function withWheelPlaces(parts: DetectedPart[]): DetectedPart[] {
  const around = parts.filter((part) => part.part_type !== 'wheel');
  const taken = new Set<string>();
  const largestFirst = parts
    .filter((part) => part.part_type === 'wheel')
    .sort((a, b) => areaOf(b.bounding_box) - areaOf(a.bounding_box));
  const places = new Map<DetectedPart, string>();
  for (const wheel of largestFirst) {
    const place = placeOf(wheel, around);
    if (place === null || taken.has(place)) continue;
    taken.add(place);
    places.set(wheel, place);
  }
  return parts.map((part) => ({ ...part, part_type: places.get(part) ?? part.part_type }));
}

function placeOf(wheel: DetectedPart, around: DetectedPart[]): string | null {
  const flank = around.filter((part) => isFlank(part.part_type) && sideOf(part.part_type));
  const near = flank.length > 0 ? sideOf(flank[0]!.part_type)! : null;
  const end = near ? endAlong(wheel, flank, near) : endNearest(wheel, around);
  if (!end) return null;
  const side = sideAt(wheel, end, around, near);
  return side && `wheel_${end}_${side}`;
}

/** Someone who looks at the left side has the vehicle's front at the left hand. */
const backward = (near: Side) => (near === 'left' ? 1 : -1);

/** Before or behind the line between the front and the back door, or the middle of the only door in sight. */
function endAlong(wheel: DetectedPart, flank: DetectedPart[], near: Side): End {
  const [front, back] = (['front', 'back'] as const).map((end) =>
    flank.filter((part) => halfOf(part.part_type) === end),
  );
  const mean = (parts: DetectedPart[]) => parts.reduce((sum, part) => sum + middle(part), 0) / parts.length;
  const line = front!.length > 0 && back!.length > 0 ? (mean(front!) + mean(back!)) / 2 : mean(flank);
  return (middle(wheel) - line) * backward(near) < 0 ? 'front' : 'back';
}

/** With no flank in sight a wheel belongs to the end whose parts are nearest. */
function endNearest(wheel: DetectedPart, around: DetectedPart[]): End | null {
  const nearest = (end: End) =>
    Math.min(...around.filter((part) => halfOf(part.part_type) === end).map((part) => gap(wheel, part)));
  const [front, back] = [nearest('front'), nearest('back')];
  return front < back ? 'front' : back < front ? 'back' : null;
}

/** Pixels between two parts; below zero, by how deep they overlap, when they do. */
const gap = ({ bounding_box: a }: DetectedPart, { bounding_box: b }: DetectedPart) =>
  Math.max(...Object.values(gapsBetween(a, b)));

/** A bumper tells the near wheel from the one that shows beyond it; with no flank in sight it tells left from right. */
function sideAt(wheel: DetectedPart, end: End, around: DetectedPart[], near: Side | null): Side | null {
  const bumper = around.find((part) => part.part_type === `bumper_${end}`);
  if (!bumper) return near ?? sideOfLight(around, end);
  const offset = middle(wheel) - middle(bumper);
  // Seen from the front, the vehicle's right side is at the left of the picture.
  if (!near) return offset < 0 === (end === 'front') ? 'right' : 'left';
  const towardsFlank = end === 'front' ? backward(near) : -backward(near);
  return offset * towardsFlank < 0 ? other(near) : near;
}

/** A close-up with one light in sight is on the light's side. */
function sideOfLight(around: DetectedPart[], end: End): Side | null {
  const kind = end === 'front' ? 'head_light' : 'tail_light';
  const sides = new Set(
    around.filter((part) => part.part_type.startsWith(kind)).map((part) => sideOf(part.part_type)),
  );
  return sides.size === 1 ? [...sides][0]! : null;
}
