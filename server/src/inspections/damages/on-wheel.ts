/**
 * Spokes, letters and wear of a wheel look like scratches and dents of the bodywork. What is wrong with a wheel is for the
 * task that analyzes wheels. Something torn may lie behind it.
 */
import { shareInside } from '../geometry/polygons.ts';
import { factsOf } from '../parts/part-facts.ts';
import type { DetectedDamage, DetectedPart } from '../photos/detections.ts';
import { ON_WHEEL, PART_THRESHOLD } from '../photos/tuning.ts';
import { canLieOn } from './damage-registry.ts';

/** Most of what cannot lie on a wheel does. */
export const isOnWheel = (damage: DetectedDamage, parts: readonly DetectedPart[] = []): boolean =>
  !canLieOn(damage.damage_type, 'wheel') &&
  shareInside(
    damage,
    parts
      .filter(({ part_type, score }) => factsOf(part_type).kind === 'wheel' && score >= PART_THRESHOLD)
      .flatMap(({ polygons }) => polygons),
  ) >= ON_WHEEL;
