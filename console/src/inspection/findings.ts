/** An inspection's answer put in the order in which people look at it: by part, the worst first when it is opened. */
import type {
  Damage,
  Image,
  Inspection,
  One,
  Part,
  PartType,
  PriceDetail,
  Pricing,
  SeverityResult,
  Suspicion,
  Task,
  Vehicle,
  View,
  WheelAnalysis,
} from '@walkaround/sdk';
import { worstFirst } from '../../../vocabulary/list-order.ts';
import { isFlat } from '../../../vocabulary/wheels.ts';
import type { Level } from '../shell/severity-badge.tsx';
import { taskEntry } from '../shell/task-registry.ts';

export type Answer = One<'inspections'>;

export type FoundDamage = { damage: Damage; views: View[]; severity: SeverityResult | null };

export type Costs = NonNullable<Pricing['laborCost']>;
export type PartFamily = NonNullable<Damage['partFamily']>['family'];

export type FoundPart = {
  type: PartType;
  /** Where the part is to be confirmed: what kind of part it is, and what that costs. */
  family: PartFamily | null;
  open: Costs['openParts'][number] | null;
  part: Part | null;
  damages: FoundDamage[];
  /** What was said of the part itself. */
  severity: SeverityResult | null;
  level: Level | null;
  /** It is worse than each of its damages because they are many. */
  isRaised: boolean;
  /** What is done to it. */
  operation: string | null;
  price: PriceDetail | null;
};

/** One of several vehicles that the photos seem to show. */
export type FoundVehicle = {
  /** Null: what no photo of a known vehicle shows. */
  group: number | null;
  /** Numbers of its photos. */
  photos: number[];
  parts: FoundPart[];
  costs: Costs['vehicleGroups'][number] | null;
  /** Null with a null group. */
  whole: Inspection['vehicleGroups'][number] | null;
};

export type Findings = {
  inspection: Inspection;
  vehicle: Vehicle | null;
  tasks: Task[];
  images: Image[];
  views: View[];
  /** Those with a damage, a severity or a price. */
  parts: FoundPart[];
  damages: FoundDamage[];
  /** Empty where the photos seem to show one. */
  vehicles: FoundVehicle[];
  /** What a person should look at: never among the damages. */
  suspicions: Suspicion[];
  wheels: WheelAnalysis[];
  pricing: Costs | null;
};

/** Nobody pays the sum of several vehicles, unless a person named it, and photos do not tell that of a wreck. */
export const whyNoSum = ({ vehicleGroups, details, beyondVisualEstimate }: Costs) =>
  vehicleGroups.length > 0 && !details.vehicle ? 'vehicles' : beyondVisualEstimate ? 'beyond' : null;

export const hasNoSum = (costs: Costs) => whyNoSum(costs) !== null;

/** What a person said the whole costs is no example, whatever the parts are. */
export const isTotalExample = ({ examplePrices, details }: Costs) => examplePrices && !details.vehicle;

export const levelOf = (severity: SeverityResult | null): Level | null =>
  (severity?.value.customSeverity.level ?? null) as Level | null;

const present = <T>(ids: string[], records: Record<string, T>): T[] => ids.flatMap((id) => records[id] ?? []);

/** What people said counts over what the service said, and of that the last word. */
const lastWord = (all: SeverityResult[], itemId: string | undefined) =>
  all
    .filter(({ relatedItemId }) => itemId !== undefined && relatedItemId === itemId)
    .toSorted((a, b) => Number(a.isUserModified) - Number(b.isUserModified))
    .at(-1) ?? null;

const area = ({ boundingBox: { width, height } }: View) => width * height;

/** How bad the part of a vehicle is; of several all together, as the worst of them. */
const ratingOf = (
  { partLevels }: Inspection,
  { type, family }: Pick<FoundPart, 'type' | 'family'>,
  group?: number | null,
): Pick<FoundPart, 'level' | 'isRaised'> => {
  const [worst] = partLevels
    .filter(({ partType, partFamily }) => partType === type && partFamily === family)
    .filter(({ vehicleGroup }) => group === undefined || vehicleGroup === group)
    .toSorted((a, b) => b.level - a.level);
  return { level: (worst?.level || null) as Level | null, isRaised: worst?.raised ?? false };
};

const listed = ({ type, family, level }: FoundPart) => ({ part: type, family, level: level ?? 0 });

export const asReported = (parts: FoundPart[]) => parts.toSorted((a, b) => worstFirst(listed(a), listed(b)));

/** What was listed stays where it was, however it is rated now; what is new follows what it follows in the report. */
const inPlace = (parts: FoundPart[], before: FoundPart[] = []): FoundPart[] => {
  const reported = asReported(parts);
  const listed = before.flatMap(
    ({ type, family }) => reported.find((part) => part.type === type && part.family === family) ?? [],
  );
  for (const [index, part] of reported.entries())
    if (!listed.includes(part)) listed.splice(index && listed.indexOf(reported[index - 1]!) + 1, 0, part);
  return listed;
};

/** The parts that a damage lies on besides, which are repaired too. */
export const otherPartsOf = ({ parts, partType }: Pick<Damage, 'parts' | 'partType'>): PartType[] =>
  parts.map((part) => part.partType).filter((part) => part !== partType);

const vehiclesOf = (
  inspection: Inspection,
  parts: FoundPart[],
  costs: Costs | null,
  before: FoundVehicle[] = [],
): FoundVehicle[] => {
  const { checks, images, vehicleGroups } = inspection;
  const groups = checks.find(({ kind }) => kind === 'different_vehicle')?.groups ?? [];
  if (groups.length === 0) return [];
  const vehicleOf = (group: number | null, imageIds: readonly string[]): FoundVehicle => {
    const own = costs?.vehicleGroups.find(({ vehicleGroup }) => vehicleGroup === group) ?? null;
    const prices = Object.values(own?.details ?? {});
    return {
      group,
      photos: imageIds.map((id) => images.indexOf(id) + 1),
      costs: own,
      whole: vehicleGroups.find(({ vehicleGroup }) => vehicleGroup === group) ?? null,
      parts: inPlace(
        parts
          .map((part) => {
            const damages = part.damages.filter(({ damage }) => damage.vehicleGroup === group);
            const said = part.severity?.isUserModified ? part.severity : null;
            const price =
              prices.find(({ relatedItemId }) => part.part && relatedItemId === part.part.id) ?? null;
            const open = own?.openParts.find(({ family }) => family === part.family) ?? null;
            return {
              ...part,
              damages,
              price,
              open,
              severity: said,
              ...ratingOf(inspection, part, group),
              operation: said?.operation ?? price?.operation ?? open?.operation ?? null,
            };
          })
          .filter(({ damages, price }) => damages.length > 0 || price !== null),
        before.find((vehicle) => vehicle.group === group)?.parts,
      ),
    };
  };
  const rest = vehicleOf(null, []);
  return [
    ...groups.map(({ imageIds }, index) => vehicleOf(index + 1, imageIds)),
    ...(rest.parts.length > 0 || (rest.costs?.notPriced.length ?? 0) > 0 ? [rest] : []),
  ];
};

/** `before`: as they are shown already. While nothing is analyzed, the list does not jump under the hands of who corrects it. */
export const findingsOf = ({ entities, result }: Answer, before: Findings | null = null): Findings => {
  const shown = before?.inspection.id === result && !before.tasks.some(isRunning) ? before : null;
  const inspection = entities.inspections[result]!;
  const images = present(inspection.images, entities.images);
  const views = images.flatMap((image) => present(image.views, entities.views));
  const damages = present(inspection.damages, entities.damages).map((damage) => ({
    damage,
    views: views.filter(({ damageId }) => damageId === damage.id).toSorted((a, b) => area(b) - area(a)),
    severity: lastWord(inspection.damageSeverityResults, damage.id),
  }));
  const pricing = inspection.pricing.laborCost ?? inspection.pricing.flatRate ?? null;
  const prices = Object.values(pricing?.details ?? {});
  const partOf = (type: PartType): FoundPart => {
    const part = inspection.parts.find(({ partType }) => partType === type) ?? null;
    const severity = lastWord(inspection.severityResults, part?.id);
    return {
      type,
      family: null,
      open: null,
      part,
      damages: damages.filter(({ damage }) => damage.partType === type && damage.partFamily === null),
      severity,
      ...ratingOf(inspection, { type, family: null }),
      operation: severity?.operation ?? part?.partOperation?.name ?? null,
      price: prices.find(({ relatedItemId }) => part !== null && relatedItemId === part.id) ?? null,
    };
  };
  const familyOf = (family: PartFamily): FoundPart => {
    const open = pricing?.openParts.find((one) => one.family === family) ?? null;
    return {
      type: 'ignore',
      family,
      open,
      part: null,
      damages: damages.filter(({ damage }) => damage.partFamily?.family === family),
      severity: null,
      ...ratingOf(inspection, { type: 'ignore', family }),
      operation: open?.operation ?? null,
      price: null,
    };
  };
  const families = damages.flatMap(({ damage }) => damage.partFamily?.family ?? []);
  const types = [
    ...damages.map(({ damage }) => damage.partType),
    ...inspection.parts.map((part) => part.partType),
  ];
  const parts = inPlace(
    [...[...new Set(types)].map(partOf), ...[...new Set(families)].map(familyOf)].filter(
      ({ damages: own, severity, price }) => own.length > 0 || severity !== null || price !== null,
    ),
    shown?.parts,
  );
  return {
    inspection,
    vehicle: inspection.vehicle === null ? null : (entities.vehicles[inspection.vehicle] ?? null),
    tasks: present(inspection.tasks, entities.tasks),
    images,
    views,
    parts,
    damages,
    vehicles: vehiclesOf(inspection, parts, pricing, shown?.vehicles),
    suspicions: inspection.suspicions ?? [],
    wheels: present(inspection.wheelAnalysis, entities.wheelAnalysis),
    pricing,
  };
};

/** Condition and state. Nobody asks for those of several vehicles together; each has its own row. */
export const wholeOf = ({ inspection: { conditionScore, vehicleState }, vehicles }: Findings) =>
  vehicles.length > 0 ? null : { conditionScore, vehicleState };

/** What is known of the vehicle; of several only what somebody said, because what was read is known of one of them. */
export const commonDetails = ({ vehicle, vehicles }: Findings): Partial<Vehicle> => {
  if (vehicle === null || vehicles.length === 0) return vehicle ?? {};
  const { plate, vin, mileage } = vehicle.readFrom;
  return {
    ...vehicle,
    ...(plate && { plate: null }),
    ...(vin && { vin: null }),
    ...(mileage && { mileageValue: null }),
  };
};

/** A known vehicle: of several the one whose plate was read; without a group it is what the inspection is about. */
export const historyOf = ({ vehicle, vehicles }: Findings): { id: string; group: number | null } | null => {
  if (!vehicle?.knownVehicleId) return null;
  const { knownVehicleId: id, plate, readFrom } = vehicle;
  const read = readFrom.plate ? vehicles.find(({ whole }) => whole?.plate === plate) : undefined;
  return { id, group: read?.group ?? null };
};

/** With one group alone there is nothing to tell apart. */
export type PartGroup = { isKnown: boolean; parts: FoundPart[] };

/** The differences first: what is new or undecided, then what an earlier inspection has already. A part may be in both. */
export const groupsOf = (parts: FoundPart[], { knownDamages = [] }: Inspection): PartGroup[] => {
  const known = new Set(knownDamages.map(({ damageId }) => damageId));
  const listed = parts.map((part) => ({
    fresh: { ...part, damages: part.damages.filter(({ damage }) => !known.has(damage.id)) },
    known: { ...part, damages: part.damages.filter(({ damage }) => known.has(damage.id)) },
  }));
  const later = listed.map((one) => one.known).filter(({ damages }) => damages.length > 0);
  if (later.length === 0) return [{ isKnown: false, parts }];
  const first = listed.filter((one) => one.fresh.damages.length > 0 || one.known.damages.length === 0);
  return [
    { isKnown: false, parts: first.map(({ fresh }) => fresh) },
    { isKnown: true, parts: later },
  ];
};

/** A part that nothing was said about yet. */
export const nothingOn = ({ inspection }: Findings, type: PartType): FoundPart => ({
  type,
  family: null,
  open: null,
  part: inspection.parts.find(({ partType }) => partType === type) ?? null,
  damages: [],
  severity: null,
  level: null,
  isRaised: false,
  operation: null,
  price: null,
});

export const flatTires = (wheels: readonly WheelAnalysis[]) =>
  wheels.filter(({ tyre }) => isFlat(tyre.prediction));

export const isRunning = ({ status, name }: Task) =>
  status === 'TODO' || (status === 'IN_PROGRESS' && taskEntry(name).started_by !== 'person');

/** For more photos. */
export const isOpen = ({ tasks }: Findings) =>
  tasks.some(({ status, name }) => status === 'NOT_STARTED' && taskEntry(name).started_by !== 'service');

/** Without photos nothing was looked at, whatever the state says. */
export const isSearched = ({ inspection, images }: Findings) =>
  inspection.vehicleState !== null && images.length > 0;
