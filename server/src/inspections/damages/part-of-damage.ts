/** The part a damage lies on: the one under most of its outline, or near it the one that can have such a damage. */
import { centerOf, grown } from '../geometry/boxes.ts';
import { areasByLabel } from '../geometry/grid-areas.ts';
import { cornersOf } from '../geometry/polygons.ts';
import { factsOf, type PartFacts } from '../parts/part-facts.ts';
import type { PartMap } from '../parts/part-map.ts';
import type { DamageFind } from '../photos/photo-seen.ts';
import type { BoundingBox, Polygon } from '../records/place.ts';
import { findOf } from './damage-registry.ts';
import { LEAST_SHARE_OF_KIND, LEAST_SHARE_ON_PART, NEAR_DAMAGE } from './tuning.ts';

/** The share of the damage that lies on the part, or near it, times how sure the part is. */
type PartOfDamage = { part_type: string; confidence: number };

/** Sheet metal and paint are not on these. */
const NOT_BODY: ReadonlySet<PartFacts['kind']> = new Set(['lamp', 'glass', 'wheel']);

export function partOfDamage(
  { damage_type, bounding_box, polygons }: Pick<DamageFind, 'damage_type' | 'bounding_box' | 'polygons'>,
  map: PartMap,
): PartOfDamage | null {
  const under = sharesOf(polygons, bounding_box, map);
  const by = Math.max(map.pixelsPerCell, NEAR_DAMAGE * Math.max(bounding_box.width, bounding_box.height));
  const around = sharesOf([cornersOf(grown(bounding_box, by))], bounding_box, map);
  const most = (
    shares: Map<string, number>,
    fits: (part: string) => boolean,
    least = LEAST_SHARE_ON_PART,
  ) => {
    let best: PartOfDamage | null = null;
    for (const [part_type, confidence] of shares) {
      if (fits(part_type) && confidence >= least && confidence > (best?.confidence ?? 0))
        best = { part_type, confidence };
    }
    return best;
  };
  const { lies_on } = findOf(damage_type);
  // A part of the kind that the type speaks for wins when it is near, even under a smaller share.
  const ofKind = (part: string) => lies_on === factsOf(part).kind;
  // What lies on the body is not on glass, lamps or wheels unless it lies nowhere else.
  const body = (part: string) => lies_on === 'body' && !NOT_BODY.has(factsOf(part).kind);
  const any = () => true;
  return (
    most(under, ofKind, LEAST_SHARE_OF_KIND) ??
    most(around, ofKind, LEAST_SHARE_OF_KIND) ??
    most(under, body) ??
    most(under, any) ??
    most(around, any)
  );
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
