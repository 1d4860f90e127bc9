/** The part a damage lies on: the one under most of its outline, or near it the one that can have such a damage. */
import { findOf } from '../../inspections/damages/damage-registry.ts';
import type { BoundingBox } from '../../inspections/records/records.ts';
import { forCellsInside } from '../outlines/cells-inside.ts';
import { cornersOf } from '../outlines/outlines.ts';
import type { PartsSeen } from '../outlines/part-outlines.ts';
import type { Letterbox } from '../pixels/letterbox.ts';
import type { DamageFind } from './damage-finds.ts';

/** The share of the damage that lies on the part, or near it, times how sure the part is. */
export type PartOfDamage = { part_type: string; confidence: number };

/** A part of the kind that the type speaks for wins when it is near, even under a smaller share. */
const KINDS = {
  light: /^(head|tail|fog|indicator)_light|^turn_signal/,
  glass: /^(windshield|window|quarter_window)/,
  wheel: /^(wheel|rim|hubcap)/,
};

/** Near means this share of the damage's longer side around it, and at least one cell. */
const NEAR = 0.25;
/** A smaller share than this on a part is a neighbour's edge, not the part itself. */
const LEAST_SHARE = 0.1;
/** For a part of the kind that the type asks for, its edge is enough. */
const LEAST_SHARE_OF_KIND = 0.03;

export function partOfDamage(
  { damage_type, bounding_box, polygons }: Pick<DamageFind, 'damage_type' | 'bounding_box' | 'polygons'>,
  seen: PartsSeen,
  fit: Letterbox,
): PartOfDamage | null {
  const under = sharesOf(polygons, bounding_box, seen, fit);
  const around = sharesOf([cornersOf(widened(bounding_box, seen, fit))], bounding_box, seen, fit);
  const most = (shares: Map<string, number>, fits: (part: string) => boolean, least = LEAST_SHARE) => {
    let best: PartOfDamage | null = null;
    for (const [part_type, confidence] of shares) {
      if (fits(part_type) && confidence >= least && confidence > (best?.confidence ?? 0))
        best = { part_type, confidence };
    }
    return best;
  };
  const { lies_on } = findOf(damage_type);
  const ofKind = (part: string) => lies_on !== 'anything' && lies_on !== 'body' && KINDS[lies_on].test(part);
  // What lies on sheet metal or paint is not on glass, lights or wheels unless it lies nowhere else.
  const body = (part: string) =>
    lies_on === 'body' && !Object.values(KINDS).some((other) => other.test(part));
  const any = () => true;
  return (
    most(under, ofKind, LEAST_SHARE_OF_KIND) ??
    most(around, ofKind, LEAST_SHARE_OF_KIND) ??
    most(under, body) ??
    most(under, any) ??
    most(around, any)
  );
}

/** The share of an area's cells that each part has, times the part's score. */
function sharesOf(
  area: DamageFind['polygons'],
  { xmin, ymin, width, height }: BoundingBox,
  { parts, labels }: PartsSeen,
  fit: Letterbox,
): Map<string, number> {
  const cells = Math.sqrt(labels.length);
  const pixelsPerCell = fit.size / cells / fit.scale;
  const counts = new Uint32Array(parts.length + 1);
  let total = 0;
  const count = (at: number) => {
    counts[labels[at]!]!++;
    total++;
  };
  forCellsInside(area, cells, pixelsPerCell, count);
  if (total === 0) {
    // Too thin for any cell's centre to lie in it.
    const cell = (place: number) => Math.min(cells - 1, Math.floor(place / pixelsPerCell));
    count(cell(ymin + height / 2) * cells + cell(xmin + width / 2));
  }
  const shares = new Map<string, number>();
  for (const [i, { part_type, score }] of parts.entries())
    shares.set(part_type, (shares.get(part_type) ?? 0) + (score * counts[i + 1]!) / total);
  return shares;
}

function widened(
  { xmin, ymin, width, height }: BoundingBox,
  { labels }: PartsSeen,
  fit: Letterbox,
): BoundingBox {
  const oneCell = fit.size / Math.sqrt(labels.length) / fit.scale;
  const by = Math.max(oneCell, NEAR * Math.max(width, height));
  return { xmin: xmin - by, ymin: ymin - by, width: width + 2 * by, height: height + 2 * by };
}
