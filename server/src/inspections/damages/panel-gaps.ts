/**
 * Between two panels every vehicle has a gap: long, narrow and dark, like a crack or a place where something is missing. A dent that
 * pushes a panel in opens it. Plastic is another matter: where a bumper gapes, it has come off.
 */
import { iou } from '../geometry/boxes.ts';
import { slendernessOf } from '../geometry/polygons.ts';
import { factsOf, isMetal } from '../parts/part-facts.ts';
import type { DetectedDamage } from '../photos/detections.ts';
import { inDoubt, isTorn, type Thresholds } from './damage-kinds.ts';
import { PANEL_GAP, SAME_PLACE_IOU } from './tuning.ts';

const isPlastic = (part: string) => {
  const { kind, surface } = factsOf(part);
  return ['body', 'mirror'].includes(kind) && !isMetal(surface);
};

/** Where the net for close-ups did not look, nobody knows what lies on both sides of it. */
const isPanelGap = ({ close_up = [], ...damage }: DetectedDamage): boolean => {
  const onPlastic = close_up
    .filter(({ part_type }) => isPlastic(part_type))
    .reduce((sum, { probability }) => sum + probability, 0);
  return (
    close_up.length > 0 &&
    onPlastic < PANEL_GAP.least_plastic &&
    close_up.every(({ probability }) => probability < PANEL_GAP.one_part) &&
    slendernessOf(damage) >= PANEL_GAP.slenderness
  );
};

/** Left to a person, as a suspicion: a narrow crack may lie along an edge. Further finds of a gap are it, too. */
export const withGapsInDoubt = (
  found: readonly DetectedDamage[],
  thresholds: Thresholds,
): DetectedDamage[] => {
  const gaps = found.filter((damage) => isTorn(damage) && isPanelGap(damage));
  const isOnGap = ({ bounding_box }: DetectedDamage) =>
    gaps.some((gap) => iou(gap.bounding_box, bounding_box) >= SAME_PLACE_IOU);
  return found.map((damage) => {
    if (!isTorn(damage) || !isOnGap(damage)) return damage;
    const { found_by: _, ...find } = damage;
    return { ...inDoubt(find, thresholds), is_gap: true };
  });
};
