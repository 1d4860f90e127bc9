/** The parts a damage may lie on: those that can have such a damage and are under its outline, or else near it. */
import { centerOf, grown } from '../geometry/boxes.ts';
import { areasByLabel } from '../geometry/grid-areas.ts';
import { cornersOf } from '../geometry/polygons.ts';
import type { PartMap } from '../parts/part-map.ts';
import type { DamageFind, PartOfDamage } from '../photos/detections.ts';
import type { BoundingBox, Polygon } from '../records/place.ts';
import { canLieOn, isChoosy } from './damage-registry.ts';
import { LEAST_SHARE_OF_KIND, LEAST_SHARE_ON_PART, NEAR_DAMAGE } from './tuning.ts';

/** The likeliest first; those near it only where it touches none. */
export function partsOfDamage(
  { damage_type, bounding_box, polygons }: Pick<DamageFind, 'damage_type' | 'bounding_box' | 'polygons'>,
  map: PartMap,
): PartOfDamage[] {
  const by = Math.max(map.pixelsPerCell, NEAR_DAMAGE * Math.max(bounding_box.width, bounding_box.height));
  const around = [cornersOf(grown(bounding_box, by))];
  // Never a part that cannot have such a damage: what lies on its neighbor belongs to that one, or to none.
  const least = isChoosy(damage_type) ? LEAST_SHARE_OF_KIND : LEAST_SHARE_ON_PART;
  const partsIn = (area: Polygon[], touches: boolean): PartOfDamage[] =>
    [...sharesOf(area, bounding_box, map)]
      .map(([part_type, confidence]) => ({ part_type, confidence, touches }))
      .filter(({ part_type, confidence }) => canLieOn(damage_type, part_type) && confidence >= least)
      .toSorted((a, b) => b.confidence - a.confidence);
  const under = partsIn(polygons, true);
  return under.length > 0 ? under : partsIn(around, false);
}

/** The share of an area that lies on each part, times the part's score. */
function sharesOf(
  area: Polygon[],
  box: BoundingBox,
  { parts, labels, pixelsPerCell }: PartMap,
): Map<string, number> {
  const areas = areasByLabel(area, labels, pixelsPerCell);
  if (areas.size === 0) {
    // A line has no area, and some finds have no outline.
    const cells = Math.sqrt(labels.length);
    const cell = (place: number) => Math.min(cells - 1, Math.floor(place / pixelsPerCell));
    const { x, y } = centerOf(box);
    areas.set(labels[cell(y) * cells + cell(x)]!, 1);
  }
  const total = [...areas.values()].reduce((sum, one) => sum + one, 0);
  const shares = new Map<string, number>();
  for (const [i, { part_type, score }] of parts.entries())
    shares.set(part_type, (shares.get(part_type) ?? 0) + (score * (areas.get(i + 1) ?? 0)) / total);
  return shares;
}
