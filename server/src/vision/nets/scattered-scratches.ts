/**
 * Many small scratches close together on one part are one finding, `scattered_scratches`. The rule: at least four
 * scratches on the same part, none longer than a quarter of the part, each within a sixth of the part of another.
 * Lengths are those of the boxes' diagonals. The finding takes the scratches' place and keeps them as its members.
 */
import type { BoundingBox, Polygon } from '../../inspections/records/records.ts';
import { boxAround, cornersOf, MOST_POINTS } from '../outlines/outlines.ts';
import type { PartSeen } from '../outlines/part-outlines.ts';
import { hullOf } from '../outlines/polygon-validity.ts';
import type { DamageFind } from './damage-finds.ts';

export type DamageOnPart = DamageFind & { part_type: string | null; members?: DamageFind[] };

const LEAST_SCRATCHES = 4;
const LONGEST = 1 / 4;
const FARTHEST = 1 / 6;

const diagonal = ({ width, height }: BoundingBox) => Math.hypot(width, height);

export function withScatteredScratches(damages: DamageOnPart[], parts: readonly PartSeen[]): DamageOnPart[] {
  const gathered = parts.flatMap((part) => {
    const length = diagonal(part.bounding_box);
    const small = damages.filter(
      ({ damage_type, part_type, bounding_box }) =>
        damage_type === 'scratch' &&
        part_type === part.part_type &&
        diagonal(bounding_box) <= LONGEST * length,
    );
    return clusters(small, FARTHEST * length).filter((cluster) => cluster.length >= LEAST_SCRATCHES);
  });
  const members = new Set(gathered.flat());
  return [...damages.filter((damage) => !members.has(damage)), ...gathered.map(asOne)];
}

/** Everything that can be reached in steps of at most `farthest`. */
function clusters(damages: DamageOnPart[], farthest: number): DamageOnPart[][] {
  const left = new Set(damages);
  const found: DamageOnPart[][] = [];
  for (const first of damages) {
    if (!left.delete(first)) continue;
    const cluster = [first];
    // The list grows while it is walked.
    for (const member of cluster) {
      for (const next of left) {
        if (gap(member.bounding_box, next.bounding_box) > farthest) continue;
        left.delete(next);
        cluster.push(next);
      }
    }
    found.push(cluster);
  }
  return found;
}

function gap(a: BoundingBox, b: BoundingBox): number {
  const across = Math.max(a.xmin, b.xmin) - Math.min(a.xmin + a.width, b.xmin + b.width);
  const down = Math.max(a.ymin, b.ymin) - Math.min(a.ymin + a.height, b.ymin + b.height);
  return Math.hypot(Math.max(0, across), Math.max(0, down));
}

function asOne(cluster: DamageOnPart[]): DamageOnPart {
  const polygons = cluster.flatMap((scratch) => scratch.polygons);
  return {
    damage_type: 'scattered_scratches',
    score: cluster.reduce((sum, scratch) => sum + scratch.score, 0) / cluster.length,
    bounding_box: boxAround(cluster.map((scratch) => cornersOf(scratch.bounding_box))),
    polygons: polygons.flat().length <= MOST_POINTS ? polygons : [hullOf(polygons.flat() as Polygon)],
    part_type: cluster[0]!.part_type,
    members: cluster.map(({ part_type: _, ...scratch }) => scratch),
  };
}
