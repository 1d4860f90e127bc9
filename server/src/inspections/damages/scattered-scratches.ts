/**
 * Many small scratches close together on one part are one finding, `scattered_scratches`. The rule: at least four
 * scratches on the same part, none longer than a quarter of the part, each within a sixth of the part of another.
 * Lengths are those of the boxes' diagonals. The finding takes the scratches' place and keeps them as its members.
 */
import { gapBetween } from '../geometry/boxes.ts';
import { hullOf } from '../geometry/polygon-validity.ts';
import { boxAround, cornersOf, MOST_POINTS } from '../geometry/polygons.ts';
import type { DetectedDamage, DetectedPart } from '../photos/detections.ts';
import type { BoundingBox } from '../records/place.ts';
import { FARTHEST_SCRATCH, LEAST_SCRATCHES, LONGEST_SCRATCH } from './tuning.ts';

const diagonal = ({ width, height }: BoundingBox) => Math.hypot(width, height);

export function withScatteredScratches(
  damages: DetectedDamage[],
  parts: readonly DetectedPart[],
): DetectedDamage[] {
  const gathered = parts.flatMap((part) => {
    const length = diagonal(part.bounding_box);
    const small = damages.filter(
      ({ damage_type, part_type, bounding_box }) =>
        damage_type === 'scratch' &&
        part_type === part.part_type &&
        diagonal(bounding_box) <= LONGEST_SCRATCH * length,
    );
    return clusters(small, FARTHEST_SCRATCH * length).filter((cluster) => cluster.length >= LEAST_SCRATCHES);
  });
  const members = new Set(gathered.flat());
  return [...damages.filter((damage) => !members.has(damage)), ...gathered.map(asOne)];
}

/** Everything that can be reached in steps of at most `farthest`. */
function clusters(damages: DetectedDamage[], farthest: number): DetectedDamage[][] {
  const left = new Set(damages);
  const found: DetectedDamage[][] = [];
  for (const first of damages) {
    if (!left.delete(first)) continue;
    const cluster = [first];
    // The list grows while it is walked.
    for (const member of cluster) {
      for (const next of left) {
        if (gapBetween(member.bounding_box, next.bounding_box) > farthest) continue;
        left.delete(next);
        cluster.push(next);
      }
    }
    found.push(cluster);
  }
  return found;
}

function asOne(cluster: DetectedDamage[]): DetectedDamage {
  const polygons = cluster.flatMap((scratch) => scratch.polygons);
  return {
    damage_type: 'scattered_scratches',
    score: cluster.reduce((sum, scratch) => sum + scratch.score, 0) / cluster.length,
    bounding_box: boxAround(cluster.map((scratch) => cornersOf(scratch.bounding_box))),
    polygons: polygons.flat().length <= MOST_POINTS ? polygons : [hullOf(polygons.flat())],
    part_type: cluster[0]!.part_type,
    members: cluster.map(({ part_type: _, ...scratch }) => scratch),
  };
}
