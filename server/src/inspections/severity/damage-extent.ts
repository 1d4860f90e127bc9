/**
 * How large a damage is on the part it lies on: its share of that part, and its length there in centimeters, both from a photo
 * that shows the damage and the part's outline. Its share of a close-up is a last resort: it tells more of how near the camera
 * was.
 */
import { areaOf, type Size } from '../geometry/boxes.ts';
import { sharedBy } from '../geometry/clipping.ts';
import { type Outline, outlined, polygonArea, shareInside } from '../geometry/polygons.ts';
import { bendsAroundCorner } from '../parts/part-facts.ts';
import { familyOf, type PartFamily } from '../parts/part-families.ts';
import { cutOf } from '../parts/part-places.ts';
import sizes from '../parts/part-sizes.json' with { type: 'json' };
import type { PartType } from '../parts/parts.ts';
import type { BoundingBox, Polygon } from '../records/place.ts';
import type { Extent } from '../records/severity.ts';
import { USUAL_RANGE, WIDE_RANGE } from './tuning.ts';

type Sighted = Outline & { image_id: string };
type Picture = Size & { id: string; viewpoint?: { prediction: string } | null };

/** Width and height of a part in cm, seen square on; of a middle-sized car. */
const SIZES: Partial<Record<PartFamily, number[]>> = sizes;

const DIRECTIONS = 18;

const outlineArea = ({ polygons }: Outline) => polygons.reduce((area, ring) => area + polygonArea(ring), 0);

/** The longest extent in any direction, after both axes were brought to cm. */
const lengthOf = (polygons: readonly Polygon[], scale: { x: number; y: number }) => {
  let longest = 0;
  for (let i = 0; i < DIRECTIONS; i++) {
    const [cos, sin] = [Math.cos((Math.PI * i) / DIRECTIONS), Math.sin((Math.PI * i) / DIRECTIONS)];
    let [least, most] = [Infinity, -Infinity];
    for (const [x, y] of polygons.flat()) {
      const along = x * scale.x * cos + y * scale.y * sin;
      least = Math.min(least, along);
      most = Math.max(most, along);
    }
    longest = Math.max(longest, most - least);
  }
  return longest;
};

/** From a corner, or from an unknown direction, nobody can tell how much of the width of such a part is in sight, and its height says little of a length along it. */
const isBentAway = (family: PartFamily, { viewpoint }: Picture) =>
  bendsAroundCorner(family) && !/^(front|back)$/.test(viewpoint?.prediction ?? '');

/** Cm per pixel. A part that is cut off on one axis is measured by the other. */
const scaleOf = (family: PartFamily, box: BoundingBox, cut: string, photo: Picture) => {
  const size = SIZES[family];
  if (!size || isBentAway(family, photo)) return null;
  const [x, y] = [size[0]! / box.width, size[1]! / box.height];
  const cutAcross = /left|right/.test(cut);
  const cutDown = /top|bottom/.test(cut);
  if (cutAcross && cutDown) return null;
  if (cutAcross) return { x: y, y };
  return cutDown ? { x, y: x } : { x, y };
};

const oneDigit = (cm: number) => Math.round(cm * 10) / 10;

const measured = (damage: Sighted, part: Outline, type: PartType, photo: Picture): Extent | null => {
  const outline = outlined(damage);
  const within = shareInside(outline, part.polygons);
  const partArea = outlineArea(part);
  if (within === 0 || partArea === 0) return null;
  const cut = cutOf(part.bounding_box, photo);
  const isBoxed = damage.polygons.length === 0;
  const family = familyOf(type);
  const scale = scaleOf(family, part.bounding_box, cut, photo);
  const shared = sharedBy(outline.polygons, part.polygons);
  // A line has no area, so nothing is left of it.
  const onPart = shared?.length ? shared : outline.polygons;
  const length = scale && Math.min(lengthOf(onPart, scale), Math.hypot(...SIZES[family]!));
  const isSure = cut === '' && !isBoxed;
  const range = isSure ? USUAL_RANGE : WIDE_RANGE;
  return {
    share: Math.min(1, (outlineArea(outline) * within) / partArea),
    at_most: cut !== '' || isBoxed,
    size_cm:
      length === null
        ? null
        : {
            value: oneDigit(length),
            min: oneDigit(length * range.min),
            max: oneDigit(length * range.max),
          },
  };
};

/**
 * By the best photo: one that shows the whole part, or at least tells a length, and of those the one that shows it largest. What hides a piece of the part
 * makes the damage look longer and never shorter, so the shortest length counts.
 */
export const extentOn = (
  type: PartType,
  damageViews: readonly Sighted[],
  partViews: readonly Sighted[],
  photos: ReadonlyMap<string, Picture>,
): Extent | null => {
  const candidates = damageViews.flatMap((damage) => {
    const photo = photos.get(damage.image_id);
    return partViews
      .filter((part) => photo && part.image_id === damage.image_id)
      .flatMap((part) => {
        const extent = measured(damage, part, type, photo!);
        return extent ? { extent, pixels: areaOf(part.bounding_box) } : [];
      });
  });
  const best = candidates.toSorted(
    (a, b) =>
      Number(a.extent.at_most) - Number(b.extent.at_most) ||
      Number(a.extent.size_cm === null) - Number(b.extent.size_cm === null) ||
      b.pixels - a.pixels,
  )[0];
  if (!best) return null;
  const lengths = candidates.flatMap(({ extent }) => extent.size_cm ?? []);
  const shortest = lengths.toSorted((a, b) => a.value - b.value)[0] ?? null;
  return { ...best.extent, size_cm: best.extent.size_cm && shortest };
};

/**
 * How much of a close-up the damage covers, on the one where that is most; null where only other photos show it. On a photo
 * of the whole vehicle this says nothing.
 */
export const shareOfCloseUp = (
  damageViews: readonly Sighted[],
  photos: ReadonlyMap<string, Picture & { viewpoint: unknown }>,
): number | null => {
  const shares = damageViews.flatMap((view) => {
    const photo = photos.get(view.image_id);
    return photo && photo.viewpoint === null ? outlineArea(outlined(view)) / areaOf(photo) : [];
  });
  return shares.length === damageViews.length && shares.length > 0 ? Math.max(...shares) : null;
};
