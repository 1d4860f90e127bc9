/**
 * A photo shows one flank of a vehicle only. A close-up tells a side badly: of damages that it seems to show on both flanks, the
 * surest name, which photos of the same spot may have told, is right about the side.
 */
import { facesSide, isFlank } from '../parts/part-facts.ts';
import { onOtherSide, sideOf } from '../parts/part-sides.ts';
import type { DamageOnPhoto } from '../photos/photo-findings.ts';

/** What a client names stays. */
const isSided = ({ part_types: [part], part_by }: DamageOnPhoto) =>
  part !== undefined && part_by !== null && facesSide(part) && sideOf(part) !== null;

/** `damages`: of one close-up. */
export const onOneFlank = (damages: readonly DamageOnPhoto[]): DamageOnPhoto[] => {
  const [surest] = damages
    .filter(isSided)
    .toSorted((a, b) => (b.part_confidence ?? 0) - (a.part_confidence ?? 0));
  const sure = surest?.part_types[0];
  const isAcross = (damage: DamageOnPhoto) => {
    const [part] = damage.part_types;
    if (!sure || !part || !isSided(damage) || sideOf(part) === sideOf(sure)) return false;
    // Both fenders are in sight from an end.
    return isFlank(part) || isFlank(sure);
  };
  return damages.map((damage) =>
    isAcross(damage) ? { ...damage, part_types: damage.part_types.map(onOtherSide), place: null } : damage,
  );
};
