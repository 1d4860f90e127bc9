/**
 * A second photo that shows the same place intact speaks against a damage: a reflection moves with the camera,
 * a scratch does not. Only a photo that would have to show it counts.
 */

import { areaOf, centerOf, longSide, shareInBox } from '../../geometry/boxes.ts';
import { isInside } from '../../geometry/polygons.ts';
import { cutOf, type Place } from '../../parts/part-places.ts';
import type { DamageOnPhoto, PartOnPhoto, PhotoFindings } from '../../photos/photo-findings.ts';
import type { BoundingBox } from '../../records/place.ts';
import { degreesBetween, degreesOf, isViewpoint } from '../../viewpoints/viewpoints.ts';
import { damageEntry } from '../damage-registry.ts';
import {
  AS_LARGE,
  BORDER,
  MOST_ASPECT_RATIO,
  MOST_DEGREES,
  MOSTLY_ON_PART,
  NEAR_FAINT_FIND,
} from '../tuning.ts';

type Seen = Pick<PhotoFindings, 'viewpoint'>;

/** How far the camera went around the vehicle; null where a photo shows no direction. */
const turnBetween = (a: Seen, b: Seen): number | null => {
  const [from, to] = [a.viewpoint?.prediction, b.viewpoint?.prediction];
  return isViewpoint(from) && isViewpoint(to) ? degreesBetween(degreesOf(from), degreesOf(to)) : null;
};

export const isSeenAlike = (a: Seen, b: Seen) => (turnBetween(a, b) ?? Infinity) <= MOST_DEGREES;

export const isSeenFromSame = (a: Seen, b: Seen) => turnBetween(a, b) === 0;

/** From farther around than the next direction: from the other corner of a side. */
export const isSeenFromAround = (a: Seen, b: Seen) => (turnBetween(a, b) ?? 0) > MOST_DEGREES;

/** In pixels, and in what is left of them on the square that a model sees. */
const isAsLarge = (part: PartOnPhoto, photo: PhotoFindings, than: PartOnPhoto, on: PhotoFindings) =>
  longSide(part.bounding_box) >= AS_LARGE * longSide(than.bounding_box) &&
  longSide(part.bounding_box) / longSide(photo) >= (AS_LARGE * longSide(than.bounding_box)) / longSide(on);

/** Whether something was found, however faintly, at this place on the part, or right beside it. */
export const isFaintlySeen = (
  { u, v }: Pick<Place, 'u' | 'v'>,
  part: BoundingBox,
  { faint }: Pick<PhotoFindings, 'faint'>,
) =>
  faint.some((box) => {
    const { x, y } = centerOf(box);
    const apart = Math.hypot((x - part.xmin) / part.width - u, (y - part.ymin) / part.height - v);
    return apart <= NEAR_FAINT_FIND + Math.sqrt(areaOf(box) / areaOf(part)) / 2;
  });

const aspect = ({ width, height }: BoundingBox) => width / height;

const showsIntact = (
  find: DamageOnPhoto,
  own: PartOnPhoto,
  from: PhotoFindings,
  part: PartOnPhoto,
  photo: PhotoFindings,
) => {
  const { u, v } = find.place!;
  const { xmin, ymin, width, height } = part.bounding_box;
  const ratio = aspect(part.bounding_box) / aspect(own.bounding_box);
  return (
    Math.min(u, v, 1 - u, 1 - v) >= BORDER &&
    shareInBox(find.bounding_box, own.bounding_box) >= MOSTLY_ON_PART &&
    Math.max(ratio, 1 / ratio) <= MOST_ASPECT_RATIO &&
    isAsLarge(part, photo, own, from) &&
    isInside({ x: xmin + u * width, y: ymin + v * height }, part.polygons) &&
    !isFaintlySeen({ u, v }, part.bounding_box, photo)
  );
};

const partOf = (photo: PhotoFindings, type: string | undefined) => {
  const parts = photo.parts.filter((part) => part.part_type === type);
  // Of two wheels nobody can say which one is meant.
  return parts.length === 1 && cutOf(parts[0]!.bounding_box, photo) === '' ? parts[0]! : null;
};

/** A broken pane is broken from wherever it is seen. */
const showsWhole = ({ damage_type, part_types: [part] }: DamageOnPhoto, { unbroken }: PhotoFindings) =>
  part !== undefined && damageEntry(damage_type)?.whole_part === true && unbroken.includes(part);

/** The photos that show the place of a damage, and nothing there. */
export const photosAgainst = (
  group: readonly DamageOnPhoto[],
  photos: readonly PhotoFindings[],
): string[] => {
  const seenOn = new Set(group.map((find) => find.image_id));
  return photos
    .filter((photo) => !seenOn.has(photo.image_id))
    .filter((photo) =>
      group.some((find) => {
        if (showsWhole(find, photo)) return true;
        const from = photos.find(({ image_id }) => image_id === find.image_id)!;
        const [own, part] = [partOf(from, find.part_types[0]), partOf(photo, find.part_types[0])];
        if (!find.place || !own || !part || !isSeenAlike(from, photo)) return false;
        return showsIntact(find, own, from, part, photo);
      }),
    )
    .map((photo) => photo.image_id);
};
