/** Photos of more than one vehicle in one inspection: which photos belong together, and which damages they show. */
import type { Check } from '../records/check.ts';
import type { Inspection } from '../records/inspection.ts';
import { isOtherPaint, type Paint, type PartPlace, paintOn } from './paint.ts';
import type { PhotoColors } from './thumbprint.ts';
import { OTHER_PLATE_LETTERS } from './tuning.ts';

const byLength = (a: readonly string[], b: readonly string[]) => b.length - a.length;

/** Photos that do not contradict each other are of one vehicle, also by way of others: a doubt joins them. */
const joined = (photos: readonly { id: string; paint: Paint }[]): string[][] => {
  const left = [...photos];
  const groups: string[][] = [];
  for (let first = left.shift(); first; first = left.shift()) {
    const group = [first];
    for (const member of group)
      for (const other of [...left])
        if (!isOtherPaint(member.paint, other.paint)) {
          group.push(other);
          left.splice(left.indexOf(other), 1);
        }
    groups.push(group.map(({ id }) => id));
  }
  return groups.sort(byLength);
};

/** The photos of each vehicle, by their paint; photos that show too little of it are in no group. */
export const groupsByPaint = (
  photos: readonly { id: string; parts: readonly PartPlace[] }[],
  colors: ReadonlyMap<string, PhotoColors>,
): string[][] =>
  joined(
    photos.flatMap(({ id, parts }) => {
      const photo = colors.get(id);
      const paint = photo ? paintOn(photo, parts) : null;
      return paint ? [{ id, paint }] : [];
    }),
  );

/**
 * Damages are looked for vehicle by vehicle, so that those of two vehicles are never taken for one. Photos that are in
 * no group go with the largest.
 */
export const photosByVehicle = <
  Photo extends { image_id: string; has_vehicle: boolean; parts: readonly PartPlace[] },
>(
  photos: readonly Photo[],
  colors: ReadonlyMap<string, PhotoColors>,
): Photo[][] => {
  const [, ...others] = groupsByPaint(
    photos.filter(({ has_vehicle }) => has_vehicle).map(({ image_id, parts }) => ({ id: image_id, parts })),
    colors,
  );
  const elsewhere = others.flat();
  return [
    photos.filter(({ image_id }) => !elsewhere.includes(image_id)),
    ...others.map((ids) => photos.filter(({ image_id }) => ids.includes(image_id))),
  ];
};

const letters = (plate: string) => plate.replace(/[^A-Z0-9]/g, '');

/** Levenshtein's distance. */
const editsBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, against] of [...other].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(letter !== against)));
    row = next;
  }
  return row.at(-1)!;
};

type PlateRead = { plate: string; image_ids: string[] };

const platesRead = ({ documents }: Inspection): PlateRead[] =>
  documents
    .filter(({ type }) => type === 'PLATE')
    .flatMap(({ fields }) =>
      fields
        .filter(({ name, value }) => name === 'plate' && typeof value === 'string')
        .map(({ value, views }) => ({
          plate: value as string,
          image_ids: [...new Set(views.map(({ image_id }) => image_id))],
        })),
    );

/** A photo with both plates shows a neighbor of the vehicle, so it proves nothing. */
const isOtherVehicle = (one: PlateRead, other: PlateRead) =>
  editsBetween(letters(one.plate), letters(other.plate)) >= OTHER_PLATE_LETTERS &&
  !one.image_ids.some((id) => other.image_ids.includes(id));

const byPlates = (inspection: Inspection): Check[] => {
  const read = platesRead(inspection);
  const distinct = read.filter((one) => read.every((other) => other === one || isOtherVehicle(one, other)));
  if (distinct.length < 2) return [];
  const groups = distinct.map(({ image_ids }) => image_ids).sort(byLength);
  const reason = { code: 'plates_differ' as const, plates: distinct.map(({ plate }) => plate) };
  return [{ kind: 'different_vehicle', image_ids: groups.flat(), reason, groups }];
};

const byPaint = ({ images, parts, views }: Inspection, colors: ReadonlyMap<string, PhotoColors>): Check[] => {
  const typeOf = new Map(parts.map(({ id, part_type }) => [id, part_type]));
  const placesOn = Map.groupBy(
    views.filter(({ part_id }) => part_id !== null),
    ({ image_id }) => image_id,
  );
  const withVehicle = images.filter(({ has_vehicle }) => has_vehicle);
  const photos = withVehicle.map(({ id }) => ({
    id,
    parts: (placesOn.get(id) ?? []).map(({ part_id, polygons }) => ({
      part_type: typeOf.get(part_id!) ?? 'ignore',
      polygons,
    })),
  }));
  const groups = groupsByPaint(photos, colors);
  if (groups.length < 2) return [];
  return [{ kind: 'different_vehicle', image_ids: groups.flat(), reason: { code: 'paint_differs' }, groups }];
};

/** A plate is the better witness. */
export const differentVehicles = (
  inspection: Inspection,
  colors: ReadonlyMap<string, PhotoColors>,
): Check[] => {
  const plates = byPlates(inspection);
  return plates.length > 0 ? plates : byPaint(inspection, colors);
};

/** What was found on the photos of each vehicle. */
export const damagesByVehicle = ({ groups }: Check, { views }: Pick<Inspection, 'views'>) =>
  groups.map((image_ids) => ({
    image_ids,
    damage_ids: [
      ...new Set(
        views.flatMap(({ image_id, damage_id }) =>
          damage_id && image_ids.includes(image_id) ? damage_id : [],
        ),
      ),
    ],
  }));
