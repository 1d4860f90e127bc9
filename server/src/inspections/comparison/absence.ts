/**
 * Whether the photos of one inspection show that a damage of the other is not there. Only a photo that would have
 * to show it can say so; where there is none, the reason tells what is missing.
 */

import { isFaintlySeen, isSeenAlike } from '../damages/merging/doubts.ts';
import { AS_LARGE } from '../damages/tuning.ts';
import { areaOf, clippedTo, longSide } from '../geometry/boxes.ts';
import { cutOf, type Place } from '../parts/part-places.ts';
import type { PartType } from '../parts/parts.ts';
import type { BoundingBox } from '../records/place.ts';
import type { PartShot, PlacedDamage, Side } from './compared-side.ts';
import type { DoubtOfAbsence } from './comparison-doubts.ts';
import { LARGE_ENOUGH } from './tuning.ts';

/** Where the damage lies on the part, in the way that this photo shows the part. */
const placeFor = ({ views }: PlacedDamage, part: PartType, shot: PartShot): Place | null => {
  if (shot.outline === null) return null;
  const cut = cutOf(shot.outline.bounding_box, shot.image);
  return views.flatMap(({ places }) => places.get(part) ?? []).find((place) => place.cut === cut) ?? null;
};

const isPlaced = ({ views }: PlacedDamage, part: PartType) => views.some(({ places }) => places.has(part));

/** The same piece of the part; a damage without a place could be anywhere, so then all of the part. */
const showsPlace = (damage: PlacedDamage, part: PartType, shot: PartShot) =>
  shot.outline === null ||
  (isPlaced(damage, part)
    ? placeFor(damage, part, shot) !== null
    : cutOf(shot.outline.bounding_box, shot.image) === '');

const isFromAlike = ({ views }: PlacedDamage, { image }: PartShot) =>
  views.length === 0 ||
  image.viewpoint === null ||
  views.some((view) => view.image.viewpoint === null || isSeenAlike(view.image, image));

const isLargeEnough = (damage: PlacedDamage, part: PartType, shot: PartShot) => {
  const place = placeFor(damage, part, shot);
  if (place === null) return true;
  const side = Math.sqrt(areaOf(shot.outline!.bounding_box)) / longSide(shot.image);
  if (side * place.size >= LARGE_ENOUGH) return true;
  return damage.views.some(({ view, image, places }) => {
    const own = places.get(part);
    if (own?.cut !== place.cut) return false;
    const ownSide = Math.sqrt(areaOf(view.bounding_box)) / own.size / longSide(image);
    return side >= AS_LARGE * ownSide;
  });
};

const isFree = (damage: PlacedDamage, part: PartType, shot: PartShot) => {
  const place = placeFor(damage, part, shot);
  return place === null || !isFaintlySeen(place, shot.outline!.bounding_box, shot);
};

type Test = (damage: PlacedDamage, part: PartType, shot: PartShot) => boolean;

const TESTS: [DoubtOfAbsence, Test][] = [
  ['photo_unclear', (_damage, _part, { clear }) => clear],
  ['part_cut_off', showsPlace],
  ['seen_from_elsewhere', (damage, _part, shot) => isFromAlike(damage, shot)],
  ['too_far_away', isLargeEnough],
];

export type Absence = { doubt: DoubtOfAbsence | null; shots: PartShot[] };

/** The photos that show the part without the damage; with a doubt, the best there are. */
export const absence = (damage: PlacedDamage, part: PartType, { shotsOf }: Side): Absence => {
  let shots = shotsOf(part, damage.damage.damage_type);
  if (shots.length === 0) return { doubt: 'part_not_photographed', shots };
  for (const [doubt, passes] of TESTS) {
    const left = shots.filter((shot) => passes(damage, part, shot));
    if (left.length === 0) return { doubt, shots };
    shots = left;
  }
  // One photo on which something is suspected outweighs all on which nothing is.
  const suspected = shots.filter((shot) => !isFree(damage, part, shot));
  return suspected.length > 0 ? { doubt: 'suspected', shots: suspected } : { doubt: null, shots };
};

/** Where on the photo the damage would be. */
export const expectedOn = (damage: PlacedDamage, part: PartType, shot: PartShot): BoundingBox | null => {
  const place = placeFor(damage, part, shot);
  if (place === null) return null;
  const { xmin, ymin, width, height } = shot.outline!.bounding_box;
  const [x, y] = [xmin + place.u * width, ymin + place.v * height];
  const [across, down] = [(place.size * width) / 2, (place.size * height) / 2];
  return clippedTo(shot.image, { xmin: x - across, ymin: y - down, width: 2 * across, height: 2 * down });
};
