/** The damages as a table, part by part. */
import type { Damage, Inspection } from '@walkaround/sdk';
import names from '../vocabulary/en.json' with { type: 'json' };
import { readableLength } from '../vocabulary/lengths.ts';
import { worstFirst } from '../vocabulary/list-order.ts';
import type { Inspected } from './inspection.ts';
import { table } from './terminal.ts';

const SEVERITY = ['', 'minor', 'moderate', 'severe'];

type Placed = Pick<Damage, 'partType' | 'partFamily'>;

/** As the report names it. */
const partName = ({ partType, partFamily }: Placed) =>
  partFamily ? names.open_families[partFamily.family] : names.parts[partType];

/** Below the table, because a list of parts would make its first column wider than a terminal. */
const guessesAt = (damage: Damage) => {
  const { partCandidates, damageType } = damage;
  const guesses = partCandidates.map(
    (guess) => `${names.parts[guess.partType]} ${Math.round(100 * guess.probability)} %`,
  );
  return guesses.length > 0
    ? [`  the ${names.damages[damageType]} (${partName(damage)}) may be on: ${guesses.join(', ')}`]
    : [];
};

/** They are repaired too. */
const alsoOn = ({ damageType, partType, parts }: Damage) => {
  const others = parts.filter((part) => part.partType !== partType).map((part) => names.parts[part.partType]);
  return others.length > 0
    ? [`  the ${names.damages[damageType]} of the ${names.parts[partType]} is also on: ${others.join(', ')}`]
    : [];
};

export const share = (score: number | null) => (score === null ? '' : score.toFixed(2));

/** Damages of one part, or of one family of parts where nobody knows which. */
const placeOf = ({ partType, partFamily }: Placed) => partFamily?.family ?? partType;

type Severities = Inspection['severityResults'];
type Costs = NonNullable<Inspection['pricing']['laborCost']>;

const severityOf = (all: Severities, id: string | undefined) =>
  all.find(({ relatedItemId }) => relatedItemId === id);

const levelOf = (severity: Severities[number] | undefined) => severity?.value.customSeverity.level ?? 0;

/** The work is done on a part, not on one of its damages: each part has a row of its own, above theirs. `costs`: of the vehicle. */
const tableOf = (
  { parts, partLevels, pricing, damageSeverityResults }: Inspection,
  damages: Damage[],
  costs: Pick<Costs, 'details' | 'openParts'> | undefined,
  group: number | null,
): string => {
  const currency = pricing.laborCost?.currency ?? '';
  const priceOf = (id: string | undefined) =>
    Object.values(costs?.details ?? {}).find(({ relatedItemId }) => id !== undefined && relatedItemId === id);
  const rated = partLevels.filter(({ vehicleGroup }) => vehicleGroup === group);
  const levelOn = ({ partType, partFamily }: Placed) =>
    rated.find((part) => part.partType === partType && part.partFamily === (partFamily?.family ?? null))
      ?.level ?? 0;
  const partRow = (of: Placed): string[] => {
    const part = parts.find(({ partType }) => partType === of.partType);
    const open = costs?.openParts.find(({ family }) => family === of.partFamily?.family);
    const price = priceOf(part?.id);
    const cost = price ?? open;
    return [
      partName(of),
      '',
      of.partFamily ? '' : SEVERITY[levelOn(of)]!,
      '',
      cost?.operation ? names.operations[cost.operation] : '',
      cost ? `${cost.pricing.toFixed(2)} ${currency}` : '',
    ];
  };
  const listed = ([{ partType, partFamily }]: [Damage]) => ({
    part: partType,
    family: partFamily?.family ?? null,
    level: levelOn({ partType, partFamily }),
  });
  const places = [...Map.groupBy(damages, placeOf).values()] as [Damage][];
  const inOrder = places.toSorted((a, b) => worstFirst(listed(a), listed(b)));
  const rows = inOrder.flatMap((own) => [
    partRow(own[0]!),
    ...own.map(({ id, damageType, otherDamageTypes, damageSizeCm, score }) => [
      `  ${[damageType, ...otherDamageTypes].map((type) => names.damages[type]).join(' + ')}`,
      damageSizeCm === null ? '–' : `${readableLength(damageSizeCm)} cm`,
      SEVERITY[levelOf(severityOf(damageSeverityResults, id))]!,
      share(score),
      '',
      '',
    ]),
  ]);
  const besides = parts
    .filter(({ id, partType }) => priceOf(id) && !damages.some((damage) => damage.partType === partType))
    .map(({ partType }) => partRow({ partType, partFamily: null }));
  const raised = rated
    .filter((part) => part.raised)
    .map(
      ({ partType, level }) => `  ${names.parts[partType]} is ${SEVERITY[level]}: ${names.reasons.raised}`,
    );
  const head = ['part and damages', 'size', 'severity', 'score', 'operation', 'cost'];
  return [
    table(head, [...rows, ...besides]),
    ...raised,
    ...damages.flatMap(alsoOn),
    ...damages.flatMap(guessesAt),
  ].join('\n');
};

/** Those of several vehicles are never in one table. */
export const damageTables = ({ entities, result }: Inspected): string => {
  const inspection = entities.inspections[result]!;
  const { vehicleGroups, images, pricing } = inspection;
  const damages = Object.values(entities.damages).sort((a, b) => (b.score ?? 1) - (a.score ?? 1));
  if (vehicleGroups.length === 0) return tableOf(inspection, damages, pricing.laborCost, null);
  return [...Map.groupBy(damages, ({ vehicleGroup }) => vehicleGroup)]
    .toSorted(([a], [b]) => (a ?? Infinity) - (b ?? Infinity))
    .map(([group, own]) => {
      const { imageIds = [] } = vehicleGroups.find(({ vehicleGroup }) => vehicleGroup === group) ?? {};
      const costs = pricing.laborCost?.vehicleGroups.find(({ vehicleGroup }) => vehicleGroup === group);
      const whose = vehicleOn(imageIds, images);
      return `  Of ${whose}\n${tableOf(inspection, own, costs, group)}`;
    })
    .join('\n');
};

/** What one of several vehicles is called: by the numbers of its photos. */
export const vehicleOn = (imageIds: readonly string[], images: readonly string[]) =>
  imageIds.length > 0 ? `the vehicle on ${photosNamed(imageIds, images)}` : 'what no vehicle is known of';

export const photosNamed = (imageIds: readonly string[], images: readonly string[]) =>
  `${imageIds.length === 1 ? 'photo' : 'photos'} ${imageIds.map((id) => images.indexOf(id) + 1).join(', ')}`;
