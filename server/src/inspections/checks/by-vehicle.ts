/**
 * Photos of several vehicles in one inspection: each vehicle as if it were an inspection of its own, so that its damages,
 * its condition and its costs are never mixed with those of another.
 */

import { isNotDeleted } from '../records/deletion.ts';
import type { Estimate } from '../records/estimate.ts';
import type { Check } from '../records/findings/check.ts';
import type { Damage } from '../records/findings/damage.ts';
import type { Inspection } from '../records/inspection.ts';
import type { Severity } from '../records/severity.ts';
import type { VehicleDetails } from '../records/vehicle.ts';
import { SERVICE } from '../severity/assess-inspection.ts';
import { standingChecks } from './standing-checks.ts';

/** Numbered from 1, the one with most photos first; null: what no photo of a known group shows. */
export type GroupNumber = number | null;

export type VehicleOfGroup = {
  vehicle_group: GroupNumber;
  image_ids: string[];
  /** The number plate that was read on its photos. */
  plate: string | null;
  inspection: Inspection;
};

type Grouped = Pick<Inspection, 'checks' | 'images'>;
type Seen = Grouped & Pick<Inspection, 'views'>;

const photosOfGroups = (inspection: Grouped): string[][] =>
  standingChecks(inspection).find(({ kind }) => kind === 'different_vehicle')?.groups ?? [];

/** The first vehicle that any of these photos shows. */
const groupOn = (groups: readonly string[][], photos: ReadonlySet<string>): GroupNumber =>
  groups.findIndex((ids) => ids.some((id) => photos.has(id))) + 1 || null;

/** The vehicle that a damage belongs to; always null where the photos seem to show one vehicle. */
export const groupOfDamages = (inspection: Seen): ((damageId: string) => GroupNumber) => {
  const groups = photosOfGroups(inspection);
  const photosOf = new Map<string, Set<string>>();
  for (const { damage_id, image_id } of inspection.views.filter(isNotDeleted))
    if (damage_id) photosOf.set(damage_id, (photosOf.get(damage_id) ?? new Set()).add(image_id));
  return (damageId) => groupOn(groups, photosOf.get(damageId) ?? new Set());
};

/** The photos of each vehicle. One that does not tell shows the vehicle whose damages are seen on it, if these are all of one. */
const photosOfVehicles = (inspection: Seen, groups = photosOfGroups(inspection)): string[][] => {
  if (groups.length === 0) return [];
  const groupOf = groupOfDamages(inspection);
  const seenOn = Map.groupBy(inspection.views.filter(isNotDeleted), ({ image_id }) => image_id);
  const vehicleOn = (id: string): GroupNumber => {
    const damages = (seenOn.get(id) ?? []).flatMap(({ damage_id }) => damage_id ?? []);
    const seen = new Set(damages.map(groupOf));
    return seen.size === 1 ? [...seen][0]! : null;
  };
  const untold = inspection.images.map(({ id }) => id).filter((id) => !groups.flat().includes(id));
  return groups.map((ids, index) => [...ids, ...untold.filter((id) => vehicleOn(id) === index + 1)]);
};

/** The vehicle that a photo shows; null as above, and where nothing tells. */
export const groupOfPhotos = (inspection: Seen): ((imageId: string) => GroupNumber) => {
  const groups = photosOfVehicles(inspection);
  return (imageId) => groups.findIndex((ids) => ids.includes(imageId)) + 1 || null;
};

/** What was found on the photos of each vehicle. */
export const damagesByVehicle = (
  { groups }: Check,
  inspection: Seen & Pick<Inspection, 'damages'>,
): { image_ids: string[]; damage_ids: string[] }[] => {
  const groupOf = groupOfDamages(inspection);
  return photosOfVehicles(inspection, groups).map((image_ids, index) => ({
    image_ids,
    damage_ids: inspection.damages.map(({ id }) => id).filter((id) => groupOf(id) === index + 1),
  }));
};

const plateOn = ({ documents }: Inspection, imageIds: readonly string[]): string | null => {
  const plates = documents
    .filter(({ type }) => type === 'PLATE')
    .flatMap(({ fields }) => fields)
    .filter(
      ({ name, views }) => name === 'plate' && views.some(({ image_id }) => imageIds.includes(image_id)),
    );
  return plates.map(({ value }) => value).find((value) => typeof value === 'string') ?? null;
};

/** What is known of the vehicle; of several only what somebody said, because what was read is known of one of them. */
export const commonDetails = (inspection: Grouped & Pick<Inspection, 'vehicle'>): VehicleDetails => {
  const { details = {}, read_from = {} } = inspection.vehicle ?? {};
  if (photosOfGroups(inspection).length === 0) return details;
  const isRead = (name: string) => Boolean((read_from as Record<string, string | null>)[name]);
  return Object.fromEntries(Object.entries(details).filter(([name]) => !isRead(name)));
};

/** A part that nothing lies on was named by a person, who did not say of which vehicle. */
const groupOfParts = (damages: readonly Damage[], groupOf: (damageId: string) => GroupNumber) => {
  const groups = new Map<string, GroupNumber[]>();
  for (const { id, part_ids } of damages.filter(isNotDeleted))
    for (const part of part_ids) groups.set(part, [...(groups.get(part) ?? []), groupOf(id)]);
  return (partId: string | null): GroupNumber =>
    (groups.get(partId ?? '') ?? []).toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity))[0] ?? null;
};

/** What an estimate says of one vehicle. */
const sharesOf = <Share extends { vehicle_group: GroupNumber }>(
  shares: readonly Share[] = [],
  group: GroupNumber,
) => shares.filter(({ vehicle_group }) => vehicle_group === group).map(({ vehicle_group: _, ...own }) => own);

const estimateOf = (estimate: Estimate, group: GroupNumber): Estimate => ({
  ...estimate,
  parts: estimate.parts.flatMap(({ by_vehicle, ...part }) =>
    sharesOf(by_vehicle, group).map((work) => ({ ...part, ...work })),
  ),
  open_parts: estimate.open_parts.flatMap(({ by_vehicle, family }) =>
    sharesOf(by_vehicle, group).map((cost) => ({ family, ...cost })),
  ),
  not_priced: estimate.not_priced.flatMap(({ by_vehicle, part_type }) =>
    sharesOf(by_vehicle, group).map((one) => ({ part_type, ...one })),
  ),
});

/**
 * None where the photos seem to show one vehicle. What a person said of a part counts for the first vehicle on which it is
 * damaged. What the service said of a part as a whole is left out: it is about all vehicles.
 */
export const byVehicle = (inspection: Inspection): VehicleOfGroup[] => {
  const known = photosOfVehicles(inspection);
  if (known.length === 0) return [];
  const groupOf = groupOfDamages(inspection);
  const groupOfPart = groupOfParts(inspection.damages, groupOf);
  const elsewhere = inspection.images.map(({ id }) => id).filter((id) => !known.flat().includes(id));
  const vehicleOf = (image_ids: string[], group: GroupNumber): VehicleOfGroup => {
    const damages = inspection.damages.filter(({ id }) => groupOf(id) === group);
    const ids = new Set(damages.map(({ id }) => id));
    const isOnVehicle = ({ related_item_type, related_item_id, is_user_modified, created_by }: Severity) =>
      related_item_type === 'damage'
        ? ids.has(related_item_id ?? '')
        : (is_user_modified || created_by !== SERVICE) && groupOfPart(related_item_id) === group;
    return {
      vehicle_group: group,
      image_ids,
      plate: plateOn(inspection, image_ids),
      inspection: {
        ...inspection,
        images: inspection.images.filter(({ id }) => image_ids.includes(id)),
        views: inspection.views.filter(({ image_id }) => image_ids.includes(image_id)),
        damages,
        severities: inspection.severities.filter(isOnVehicle),
        prices: inspection.prices.filter(({ part_id }) => part_id !== null && groupOfPart(part_id) === group),
        estimates: inspection.estimates.map((estimate) => estimateOf(estimate, group)),
        open_suspicions: inspection.open_suspicions.filter(
          (photos) => groupOn(known, new Set(photos)) === group,
        ),
      },
    };
  };
  const rest = vehicleOf(elsewhere, null);
  const { damages, severities, prices, open_suspicions } = rest.inspection;
  const isEmpty = [damages, severities, prices, open_suspicions].every(({ length }) => length === 0);
  return [...known.map((ids, index) => vehicleOf(ids, index + 1)), ...(isEmpty ? [] : [rest])];
};
