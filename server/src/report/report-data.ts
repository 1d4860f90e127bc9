/** What the report shows, in the order in which it shows it: made from the inspection, in no language yet. */

import type { Comparison } from '../inspections/comparison/comparison.ts';
import { type Pricing, pricingOf } from '../inspections/costs/pricing.ts';
import type { ModelTerms } from '../inspections/model-terms.ts';
import type { ReportSource } from '../inspections/ports/ports.ts';
import { isNotDeleted } from '../inspections/records/deletion.ts';
import type { FoundBy } from '../inspections/records/found-by.ts';
import type { Inspection } from '../inspections/records/inspection.ts';
import type { WheelAnalysis } from '../inspections/records/wheel.ts';
import { conditionOf } from '../inspections/vehicle-state/condition.ts';
import { type StateOfVehicle, stateOfVehicle } from '../inspections/vehicle-state/vehicle-state.ts';
import { bestWheels } from '../inspections/wheels/best-wheels.ts';
import { type Change, changesOf } from './changes.ts';
import { type DamagedPart, damagedParts, type ShownDamage, type ShownPhoto } from './damaged-parts.ts';

type ShownWheel = { wheel: WheelAnalysis; photo: ShownPhoto };

/** A model that found something, and what its weights may be used for. */
type UsedModel = FoundBy & Pick<ModelTerms, 'licence' | 'use'>;

export type ReportData = {
  inspection: Inspection;
  photos: ShownPhoto[];
  parts: DamagedPart[];
  damages: ShownDamage[];
  /** Null until somebody looked for damages. */
  condition: number | null;
  state: StateOfVehicle | null;
  pricing: Pricing | null;
  wheels: ShownWheel[];
  changes: Change[];
  models: UsedModel[];
  comparison: Comparison | null;
};

const modelsOf = (
  { damages, views, documents, images }: Inspection,
  terms: readonly ModelTerms[],
): UsedModel[] => {
  const onImages = images.flatMap(({ wheels, vehicle_state }) => [...wheels, vehicle_state ?? {}]);
  const found: { model?: FoundBy | null }[] = [...damages, ...views, ...documents, ...onImages];
  const known = new Map(
    found.flatMap(({ model }) => model ?? []).map((model) => [JSON.stringify(model), model]),
  );
  return [...known.values()]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ name, version }) => {
      const { licence = null, use = null } = terms.find((one) => one.name === name) ?? {};
      return { name, version, licence, use };
    });
};

const wheelsOf = (photos: readonly ShownPhoto[]): ShownWheel[] => {
  const photoOf = new Map(photos.flatMap((photo) => photo.image.wheels.map((wheel) => [wheel, photo])));
  return bestWheels([...photoOf.keys()]).map((wheel) => ({ wheel, photo: photoOf.get(wheel)! }));
};

export const reportData = (
  { inspection, comparison, corrections }: Pick<ReportSource, 'inspection' | 'comparison' | 'corrections'>,
  terms: readonly ModelTerms[],
): ReportData => {
  const photos = inspection.images.filter(isNotDeleted).map((image, index) => ({ number: index + 1, image }));
  const [pricing = null] = pricingOf(inspection);
  const parts = damagedParts(inspection, new Map(photos.map((photo) => [photo.image.id, photo])), pricing);
  const damages = parts.flatMap((part) => part.damages);
  return {
    inspection,
    photos,
    parts,
    damages,
    condition: conditionOf(inspection),
    state: stateOfVehicle(inspection),
    pricing,
    wheels: wheelsOf(photos),
    changes: changesOf(inspection, corrections),
    models: modelsOf(inspection, terms),
    comparison,
  };
};
