/** What the report shows, in the order in which it shows it: made from the inspection, in no language yet. */

import { isFlat } from '../../../vocabulary/wheels.ts';
import { byVehicle, commonDetails, type GroupNumber } from '../inspections/checks/by-vehicle.ts';
import type { Change, Comparison } from '../inspections/comparison/comparison.ts';
import { type CostOfSome, type Pricing, pricingOf } from '../inspections/costs/pricing.ts';
import type { ModelTerms } from '../inspections/model-terms.ts';
import { modelsUsed } from '../inspections/photos/models-used.ts';
import type { ReportSource } from '../inspections/ports/ports.ts';
import type { Contest } from '../inspections/records/contest.ts';
import { isNotDeleted } from '../inspections/records/deletion.ts';
import type { FoundBy } from '../inspections/records/findings/found-by.ts';
import type { Suspicion } from '../inspections/records/findings/suspicion.ts';
import type { WheelAnalysis } from '../inspections/records/findings/wheel.ts';
import type { Inspection } from '../inspections/records/inspection.ts';
import { type Review, reviewOf, TELL_DAMAGES } from '../inspections/tasks/validation.ts';
import { conditionOf } from '../inspections/vehicle-state/condition.ts';
import { type StateOfVehicle, stateOfVehicle } from '../inspections/vehicle-state/vehicle-state.ts';
import { bestWheels } from '../inspections/wheels/best-wheels.ts';
import { type Change as ChangeByPerson, changesOf, confirmedIn, namesIn } from './changes.ts';
import { type DamagedPart, damagedParts, type ShownDamage, type ShownPhoto } from './damaged-parts.ts';

export type ShownWheel = { wheel: WheelAnalysis; photo: ShownPhoto };

export const hasFlatTire = ({ wheel }: Pick<ShownWheel, 'wheel'>) =>
  isFlat(wheel.predictions.tyre.prediction);

/** A model that found something, and what its weights may be used for. */
type UsedModel = FoundBy & Pick<ModelTerms, 'licence' | 'use'>;

/** What is said of a vehicle. */
type VehicleData = {
  parts: DamagedPart[];
  damages: ShownDamage[];
  /** Null until somebody looked for damages. */
  condition: number | null;
  state: StateOfVehicle | null;
  pricing: Pricing | null;
  wheels: ShownWheel[];
};

/** One of several vehicles that the photos seem to show. */
export type ShownVehicle = VehicleData & {
  vehicle_group: GroupNumber;
  plate: string | null;
  /** Numbers of its photos. */
  photo_numbers: number[];
};

export type ReportData = VehicleData & {
  inspection: Inspection;
  photos: ShownPhoto[];
  /** Empty where the photos seem to show one. */
  vehicles: ShownVehicle[];
  /** Of several vehicles: those on photos that tell none of them. */
  loose_wheels: ShownWheel[];
  /** The person who vouches for the damages; null: nobody yet. */
  approval: { by: string; at: string } | null;
  review: Review;
  suspicions: Suspicion[];
  contests: Contest[];
  changes: ChangeByPerson[];
  /** What a model had said of the damages that people made of places to check. */
  confirmed: ReturnType<typeof confirmedIn>;
  models: UsedModel[];
  comparison: Comparison | null;
  /** Null where nothing is compared with an earlier inspection. */
  earlier: Earlier | null;
};

/** What the damages were when the vehicle was inspected before. */
export type Earlier = {
  inspection: Inspection;
  changeOf: ReadonlyMap<string, Change>;
  cost_of_new: CostOfSome | null;
};

const modelsOf = (inspection: Inspection, terms: readonly ModelTerms[]): UsedModel[] =>
  modelsUsed(inspection).map(({ name, version }) => {
    const ofModel = terms.filter((one) => one.name === name);
    const { licence = null, use = null } = ofModel.find((one) => one.version === version) ?? ofModel[0] ?? {};
    return { name, version, licence, use };
  });

const wheelsOf = (photos: readonly ShownPhoto[]): ShownWheel[] => {
  const photoOf = new Map(photos.flatMap((photo) => photo.image.wheels.map((wheel) => [wheel, photo])));
  return bestWheels([...photoOf.keys()]).map((wheel) => ({ wheel, photo: photoOf.get(wheel)! }));
};

const vehicleData = (inspection: Inspection, photos: ReadonlyMap<string, ShownPhoto>): VehicleData => {
  const [pricing = null] = pricingOf(inspection);
  const parts = damagedParts(inspection, photos, pricing);
  return {
    parts,
    damages: parts.flatMap((part) => part.damages),
    condition: conditionOf(inspection),
    state: stateOfVehicle(inspection),
    pricing,
    wheels: wheelsOf(inspection.images.flatMap(({ id }) => photos.get(id) ?? [])),
  };
};

/** A report of the earlier one of two tells of no inspection before it. */
const earlierOf = ({ inspection, comparison, cost_of_new = null }: Told): Earlier | null =>
  comparison?.after.id === inspection.id
    ? {
        inspection: comparison.before,
        changeOf: new Map(
          comparison.damages.flatMap(({ status, after }) =>
            after.damage ? [[after.damage.id, status]] : [],
          ),
        ),
        cost_of_new,
      }
    : null;

type Told = Pick<
  ReportSource,
  'inspection' | 'comparison' | 'cost_of_new' | 'contests' | 'corrections' | 'names' | 'suspicions'
>;

const approvalOf = ({ tasks }: Inspection): ReportData['approval'] => {
  const [last] = tasks
    .flatMap(({ name, validated_by: by, validated_at: at }) =>
      by !== null && at !== null && TELL_DAMAGES.includes(name) ? { by, at } : [],
    )
    .sort((a, b) => b.at.localeCompare(a.at));
  return last ?? null;
};

/** With the names of people in the place of their ids, and of several vehicles what is known of all. */
const named = (inspection: Inspection, nameOf: (id: string) => string): Inspection => ({
  ...inspection,
  vehicle: inspection.vehicle && { ...inspection.vehicle, details: commonDetails(inspection) },
  tasks: inspection.tasks.map((task) => ({
    ...task,
    validated_by: task.validated_by && nameOf(task.validated_by),
  })),
  damages: inspection.damages.map((damage) => ({ ...damage, created_by: nameOf(damage.created_by) })),
});

export const reportData = (source: Told, terms: readonly ModelTerms[]): ReportData => {
  const { inspection: told, comparison, suspicions, contests = [], ...people } = source;
  const inspection = named(told, namesIn(people));
  const photos = inspection.images.filter(isNotDeleted).map((image, index) => ({ number: index + 1, image }));
  const photoOf = new Map(photos.map((photo) => [photo.image.id, photo]));
  const vehicles = byVehicle(inspection).map(
    ({ vehicle_group, plate, image_ids, inspection: own }): ShownVehicle => ({
      vehicle_group,
      plate,
      photo_numbers: image_ids.flatMap((id) => photoOf.get(id)?.number ?? []),
      ...vehicleData(own, photoOf),
    }),
  );
  const grouped = new Set(vehicles.flatMap((vehicle) => vehicle.photo_numbers));
  const whole = vehicleData(inspection, photoOf);
  const parts = vehicles.length > 0 ? vehicles.flatMap((vehicle) => vehicle.parts) : whole.parts;
  const damages = parts.flatMap((part) => part.damages);
  for (const [index, damage] of damages.entries()) damage.number = index + 1;
  return {
    inspection,
    photos,
    ...whole,
    parts,
    damages,
    vehicles,
    loose_wheels: vehicles.length > 0 ? wheelsOf(photos.filter(({ number }) => !grouped.has(number))) : [],
    approval: approvalOf(inspection),
    review: reviewOf(inspection),
    suspicions,
    contests,
    changes: changesOf(inspection, people),
    confirmed: confirmedIn(people.corrections),
    models: modelsOf(inspection, terms),
    comparison,
    earlier: earlierOf(source),
  };
};
