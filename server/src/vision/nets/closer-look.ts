/**
 * Damages that the look at the whole photo leaves in doubt are looked at again from close by. What is seen there again is surer;
 * nothing is added, because a window lacks the context of the photo.
 */
import { centerOf, iou, longSide, type Size, shareInBox } from '../../inspections/geometry/boxes.ts';
import type { DamageFind, DetectedBox } from '../../inspections/photos/detections.ts';
import type { BoundingBox } from '../../inspections/records/place.ts';
import { asScore } from './suppression.ts';
import { CLOSER_PENALTY, IN_DOUBT, SEEN_AGAIN, WINDOW_SHARE } from './tuning.ts';

/** At the place of a surer find the fainter ones tell nothing more. */
const inDoubt = (finds: readonly DamageFind[]): DamageFind[] =>
  finds.filter(
    ({ score, bounding_box }) =>
      score >= IN_DOUBT.from &&
      score < IN_DOUBT.below &&
      !finds.some((other) => other.score > score && areAtOnePlace(other.bounding_box, bounding_box)),
  );

/** The windows that hold most of what is in doubt, the best first. */
export function closerWindows(finds: readonly DamageFind[], photo: Size, most: number): BoundingBox[] {
  const windows: BoundingBox[] = [];
  let open = inDoubt(finds);
  while (windows.length < most) {
    const choices = open.map((find) => {
      const window = windowAround(find.bounding_box, photo);
      const held = open.filter(({ bounding_box }) => isWithin(bounding_box, window));
      return { window, held, worth: held.reduce((sum, { score }) => sum + score, 0) };
    });
    const best = choices.reduce((a, b) => (b.worth > a.worth ? b : a), choices[0]!);
    if (!best || best.worth === 0) break;
    windows.push(best.window);
    open = open.filter((find) => !best.held.includes(find));
  }
  return windows;
}

/** A square as far as the photo has room for it, with the box in its middle where the photo's edge allows it. */
function windowAround(box: BoundingBox, photo: Size): BoundingBox {
  const side = WINDOW_SHARE * longSide(photo);
  const [width, height] = [Math.min(side, photo.width), Math.min(side, photo.height)];
  const { x, y } = centerOf(box);
  const within = (at: number, size: number, limit: number) =>
    Math.min(limit - size, Math.max(0, at - size / 2));
  return { xmin: within(x, width, photo.width), ymin: within(y, height, photo.height), width, height };
}

/** A hundredth of the window is allowed for rounding and boxes that end at its edge. */
const isWithin = (box: BoundingBox, window: BoundingBox) => {
  const margin = 0.01 * longSide(window);
  return (
    box.xmin >= window.xmin - margin &&
    box.ymin >= window.ymin - margin &&
    box.xmin + box.width <= window.xmin + window.width + margin &&
    box.ymin + box.height <= window.ymin + window.height + margin
  );
};

/** `closer`: what was seen in the windows, on the photo. */
export function confirmedBy(finds: readonly DamageFind[], closer: readonly DetectedBox[]): DamageFind[] {
  const open = new Set(inDoubt(finds));
  const scoreOf = ({ damage_type, bounding_box, score }: DamageFind) => {
    const again = closer.filter(
      (seen) => seen.label === damage_type && liesOn(seen.bounding_box, bounding_box),
    );
    return Math.max(score, ...again.map((seen) => lowered(seen.score)));
  };
  return finds
    .map((find) => (open.has(find) ? { ...find, score: scoreOf(find) } : find))
    .sort((a, b) => b.score - a.score);
}

const areAtOnePlace = (a: BoundingBox, b: BoundingBox) => liesOn(a, b) || liesOn(b, a);

const liesOn = (box: BoundingBox, other: BoundingBox) =>
  iou(box, other) >= SEEN_AGAIN.iou || shareInBox(box, other) >= SEEN_AGAIN.inside;

/** The odds fall by a fixed factor. */
const lowered = (score: number) => {
  const sure = Math.min(score, 0.9999);
  return asScore(1 / (1 + Math.exp(CLOSER_PENALTY - Math.log(sure / (1 - sure)))));
};
