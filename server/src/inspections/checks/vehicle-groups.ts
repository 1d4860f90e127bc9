/** Photos of more than one vehicle in one inspection: which photos belong together. */
import type { Check } from '../records/findings/check.ts';
import type { Document } from '../records/findings/document.ts';
import type { Inspection } from '../records/inspection.ts';
import { lookAlikes } from '../texts/kinds/look-alikes.ts';
import { isOtherPaint, type Paint } from './paint.ts';
import type { PhotoPrint } from './photo-print.ts';
import { OTHER_PLATE_LETTERS } from './tuning.ts';

/** By the id of the photo. */
type Prints = ReadonlyMap<string, Pick<PhotoPrint, 'paint'>>;

const byLength = (a: readonly string[], b: readonly string[]) => b.length - a.length;

type Painted = { id: string; paint: Paint };

/**
 * Photos that contradict each other are of different vehicles; those that contradict most are placed first. A photo that
 * contradicts no other may be of any vehicle, so it is in no group.
 */
const apart = (photos: readonly Painted[]): string[][] => {
  const against = new Map(
    photos.map((one) => [one, new Set(photos.filter((other) => isOtherPaint(one.paint, other.paint)))]),
  );
  const groups: Painted[][] = [];
  for (const [photo, others] of [...against].toSorted(([, a], [, b]) => b.size - a.size)) {
    if (others.size === 0) continue;
    const group = groups.find((members) => members.every((member) => !others.has(member)));
    if (group) group.push(photo);
    else groups.push([photo]);
  }
  const order = new Map(photos.map(({ id }, index) => [id, index]));
  return groups
    .map((group) => group.map(({ id }) => id).sort((x, y) => order.get(x)! - order.get(y)!))
    .sort(byLength);
};

/** The photos of each vehicle, by their paint; none where it may be one vehicle. */
const groupsByPaint = (ids: readonly string[], prints: Prints): string[][] =>
  apart(
    ids.flatMap((id) => {
      const paint = prints.get(id)?.paint;
      return paint ? [{ id, paint }] : [];
    }),
  );

/**
 * Damages are looked for vehicle by vehicle, so that those of two vehicles are never taken for one. Photos that are in
 * no group go with the largest. A plate is the better witness, where it was read already.
 */
export const photosByVehicle = <Photo extends { image_id: string; has_vehicle: boolean }>(
  photos: readonly Photo[],
  prints: Prints,
  documents: readonly Document[],
): Photo[][] => {
  const ids = photos.filter(({ has_vehicle }) => has_vehicle).map(({ image_id }) => image_id);
  const plates = distinctPlates(documents).map(({ image_ids }) => image_ids);
  const [, ...others] = plates.length > 1 ? plates : groupsByPaint(ids, prints);
  const elsewhere = others.flat();
  return [
    photos.filter(({ image_id }) => !elsewhere.includes(image_id)),
    ...others.map((own) => photos.filter(({ image_id }) => own.includes(image_id))),
  ].filter(({ length }) => length > 0);
};

const letters = (plate: string) => plate.replace(/[^A-Z0-9]/g, '');

const isReadAs = (letter: string, other: string) => letter === other || lookAlikes(letter).includes(other);

/** Levenshtein's distance; a letter and the digit that it is taken for count as one. */
const editsBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, against] of [...other].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(!isReadAs(letter, against))));
    row = next;
  }
  return row.at(-1)!;
};

type PlateRead = { plate: string; image_ids: string[] };

const platesRead = (documents: readonly Document[]): PlateRead[] =>
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

/** What has half of its letters in common with another plate may be that plate, misread: unless each is read twice. */
const isOtherPlate = (one: PlateRead, other: PlateRead) => {
  const [a, b] = [letters(one.plate), letters(other.plate)];
  const edits = editsBetween(a, b);
  return (
    edits > Math.max(a.length, b.length) / 2 ||
    (edits >= OTHER_PLATE_LETTERS && [one, other].every(({ image_ids }) => image_ids.length > 1))
  );
};

/** A photo with both plates shows a neighbor of the vehicle, so it proves nothing. */
const isOtherVehicle = (one: PlateRead, other: PlateRead) =>
  isOtherPlate(one, other) && !one.image_ids.some((id) => other.image_ids.includes(id));

/** Fewer than two where one vehicle may have them all. */
const distinctPlates = (documents: readonly Document[]): PlateRead[] => {
  const read = platesRead(documents);
  return read
    .filter((one) => read.every((other) => other === one || isOtherVehicle(one, other)))
    .toSorted((a, b) => byLength(a.image_ids, b.image_ids));
};

const byPlates = ({ documents }: Inspection): Check[] => {
  const distinct = distinctPlates(documents);
  if (distinct.length < 2) return [];
  const groups = distinct.map(({ image_ids }) => image_ids);
  const reason = { code: 'plates_differ' as const, plates: distinct.map(({ plate }) => plate) };
  return [{ kind: 'different_vehicle', image_ids: groups.flat(), reason, groups }];
};

const byPaint = ({ images }: Inspection, prints: Prints): Check[] => {
  const withVehicle = images.filter(({ has_vehicle }) => has_vehicle).map(({ id }) => id);
  const groups = groupsByPaint(withVehicle, prints);
  if (groups.length < 2) return [];
  return [{ kind: 'different_vehicle', image_ids: groups.flat(), reason: { code: 'paint_differs' }, groups }];
};

/** A plate is the better witness. */
export const differentVehicles = (inspection: Inspection, prints: Prints): Check[] => {
  const plates = byPlates(inspection);
  return plates.length > 0 ? plates : byPaint(inspection, prints);
};
