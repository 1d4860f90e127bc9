import type { Damage, Inspection, PartType, WheelAnalysis } from '@walkaround/sdk';
import { plural } from '../command-line/command.ts';
import names from '../vocabulary/en.json' with { type: 'json' };
import { readableLength } from '../vocabulary/lengths.ts';
import { notPricedItems } from '../vocabulary/not-priced.ts';
import type { Inspected, Task } from './inspection.ts';
import { say, table, words } from './terminal.ts';

const SEVERITY = ['', 'minor', 'moderate', 'severe'];

/** The part `ignore` stands for one that is to be confirmed. */
const partName = (part: PartType, family: Damage['partFamily'] = null) =>
  family ? names.open_families[family.family] : part === 'ignore' ? 'part to be confirmed' : words(part);

/** Below the table, because a list of guesses would make its first column wider than a terminal. */
const guessesAt = ({ partCandidates, damageType }: Damage) => {
  const guesses = partCandidates.map(
    (guess) => `${words(guess.partType)} ${Math.round(100 * guess.probability)} %`,
  );
  return guesses.length > 0 ? [`  the ${words(damageType)} may be on: ${guesses.join(', ')}`] : [];
};

const share = (score: number | null) => (score === null ? '' : score.toFixed(2));

/** Damages of one part, or of one family of parts where nobody knows which. */
const placeOf = ({ partType, partFamily }: Damage) => partFamily?.family ?? partType;

/** The work is done on a part, not on one of its damages: each part has a row of its own, above theirs. */
const damageTable = ({ entities, result }: Inspected, damages: Damage[]): string => {
  const { parts, pricing, damageSeverityResults, severityResults } = entities.inspections[result]!;
  const { openParts = [], currency = null } = pricing.laborCost ?? {};
  const severityOf = (all: typeof severityResults, id: string | undefined) =>
    all.find(({ relatedItemId }) => relatedItemId === id);
  const levelIn = (severity: ReturnType<typeof severityOf>) =>
    SEVERITY[severity?.value.customSeverity.level ?? 0]!;
  const raised = parts.flatMap(({ id, partType }) => {
    const severity = severityOf(severityResults, id);
    return severity && !severity.isUserModified && severity.reasonDetails?.raised
      ? [`  ${partName(partType)} is ${levelIn(severity)}: ${names.reasons.raised}`]
      : [];
  });
  const rows = [...Map.groupBy(damages, placeOf).values()].flatMap((own) => {
    const { partType, partFamily } = own[0]!;
    const part = parts.find((one) => one.partType === partType);
    const work = part?.partOperation;
    const open = openParts.find(({ family }) => family === partFamily?.family);
    const cost = work
      ? `${work.totalCost.toFixed(2)} ${work.currency}`
      : open && `${open.pricing.toFixed(2)} ${currency}`;
    const severity = severityOf(severityResults, part?.id);
    return [
      [partName(partType, partFamily), '', levelIn(severity), '', work ? words(work.name) : '', cost ?? ''],
      ...own.map(({ id, damageType, otherDamageTypes, damageSizeCm, score }) => [
        `  ${[damageType, ...otherDamageTypes].map(words).join(' + ')}`,
        damageSizeCm === null ? '–' : `${readableLength(damageSizeCm)} cm`,
        levelIn(severityOf(damageSeverityResults, id)),
        share(score),
        '',
        '',
      ]),
    ];
  });
  const listed = table(['part and damages', 'size', 'severity', 'score', 'operation', 'cost'], rows);
  return [listed, ...raised, ...damages.flatMap(guessesAt)].join('\n');
};

type Question = 'hubcapOverRim' | 'rimMaterial' | 'rimCondition' | 'tyre';

/** Each photo speaks for itself, so answers are counted and not merged. */
const answers = (wheels: WheelAnalysis[], question: Question): string => {
  const given = wheels.map((wheel) => wheel[question].prediction);
  const counts = [...new Set(given)].map((answer) => ({
    answer,
    count: given.filter((other) => other === answer).length,
  }));
  return counts
    .sort((a, b) => b.count - a.count)
    .map(({ answer, count }) =>
      counts.length === 1 ? words(answer) : `${answer === 'UNKNOWN' ? '?' : words(answer)} ${count}`,
    )
    .join(', ');
};

const wheelTable = (wheels: WheelAnalysis[]): string => {
  const byName = Map.groupBy(wheels, ({ wheelName }) => wheelName ?? 'unknown');
  const rows = [...byName]
    .sort()
    .map(([name, seen]) => [
      words(name),
      String(seen.length),
      ...(['hubcapOverRim', 'rimMaterial', 'rimCondition', 'tyre'] as const).map((question) =>
        answers(seen, question),
      ),
    ]);
  return table(['wheel', 'photos', 'cover', 'rim', 'condition', 'tire'], rows);
};

const sayTexts = ({ entities, result }: Inspected) => {
  const { documents } = entities.inspections[result]!;
  say(`\nTexts${documents.length === 0 ? ': none was read' : ''}`);
  for (const { type, content, confidence, evidence } of documents) {
    const value = Object.values(content)
      .filter((part) => part !== null)
      .join(' ');
    const { photosAgreeing, photosAsked } = evidence;
    say(
      `  ${words(type)}  ${value}  (score ${share(confidence)}, ${photosAgreeing} of ${plural(photosAsked, 'photo')})`,
    );
  }
};

const sayNotPriced = (notPriced: Parameters<typeof notPricedItems>[1]) => {
  for (const item of notPricedItems(names, notPriced)) say(`  not in this estimate: ${item}`);
};

const BEYOND_ESTIMATE = 'beyond a visual estimate: have the vehicle inspected';

const sayCondition = (
  { conditionScore, vehicleState }: Pick<Inspection, 'conditionScore' | 'vehicleState'>,
  whose = '',
) => {
  const unknown = vehicleState ? 'not assessed until checked' : 'not analyzed';
  say(`Condition  ${whose}${conditionScore === null ? unknown : `${conditionScore} of 100`}`);
  if (vehicleState) say(`State      ${whose}${vehicleState.state ?? 'not certain'}. ${vehicleState.reason}`);
};

const sayEstimate = ({ entities, result }: Inspected) => {
  const { vehicle, vehicleGroups, pricing, images, ...whole } = entities.inspections[result]!;
  const whose = (imageIds: string[]) =>
    imageIds.length > 0
      ? `the vehicle on photo ${imageIds.map((id) => images.indexOf(id) + 1).join(', ')}`
      : 'what no vehicle is known of';
  say();
  // Nobody asks for that of several vehicles together.
  if (vehicleGroups.length === 0) sayCondition(whole);
  for (const { imageIds, ...each } of vehicleGroups) sayCondition(each, `of ${whose(imageIds)}: `);
  const estimate = vehicle ? entities.vehicles[vehicle]?.repairEstimateDetails : null;
  if (!estimate) return say('Estimate   none');
  const { currency, totalCost, totalCostWithTax, range, notPriced, notAssessed, scope, examplePrices } =
    estimate;
  const ofVehicles = pricing.laborCost?.vehicleGroups ?? [];
  for (const { imageIds, notPriced: ofVehicle, ...costs } of ofVehicles) {
    const cost = costs.beyondVisualEstimate
      ? BEYOND_ESTIMATE
      : costs.notAssessed
        ? 'not assessed until checked'
        : `${costs.totalPrice.toFixed(2)} ${currency}`;
    say(`Estimate   of ${whose(imageIds)}: ${cost}`);
    sayNotPriced(ofVehicle);
  }
  // The vehicles may have different owners, so nobody pays the sum.
  if (ofVehicles.length > 0) return;
  if (estimate.beyondVisualEstimate) return say(`Estimate   ${BEYOND_ESTIMATE}`);
  if (notAssessed) say('Estimate   not assessed until checked');
  else
    say(
      `Estimate   ${totalCost.toFixed(2)} ${currency} (${range.low.toFixed(0)} to ${range.high.toFixed(0)}), ` +
        `${totalCostWithTax.toFixed(2)} with tax, ${scope}${examplePrices ? ', by the example price matrix' : ''}`,
    );
  sayNotPriced(notPriced);
};

/** Nothing found means something only where somebody looked: the search may have failed, or not be wanted. */
const sayDamages = (inspected: Inspected) => {
  const { vehicleState, placesToCheck } = inspected.entities.inspections[inspected.result]!;
  const damages = Object.values(inspected.entities.damages).sort(
    (a, b) => a.partType.localeCompare(b.partType) || (b.score ?? 1) - (a.score ?? 1),
  );
  if (damages.length > 0) {
    say(`\nDamages: ${damages.length}\n${damageTable(inspected, damages)}`);
    if (placesToCheck > 0) say(`  ${plural(placesToCheck, 'more place')} to check by a person`);
  } else if (vehicleState === null) say('\nDamages: not analyzed');
  else
    say(`\n${vehicleState.state !== null && placesToCheck === 0 ? 'No damage found' : vehicleState.reason}`);
};

const sayWheels = ({ entities }: Inspected) => {
  const wheels = Object.values(entities.wheelAnalysis);
  say(wheels.length === 0 ? '\nWheels: none was seen' : `\nWheels\n${wheelTable(wheels)}`);
};

/** What is to be known of the photos as a whole before the findings are believed. */
const sayChecks = ({ entities, result }: Inspected) => {
  const { checks } = entities.inspections[result]!;
  if (checks.length > 0) say('\nChecks');
  for (const { message } of checks) say(`  ${message}`);
};

/** What the tasks that ran have found. */
export const sayFindings = (inspected: Inspected, tasks: Task[]) => {
  sayChecks(inspected);
  sayDamages(inspected);
  if (tasks.includes('wheel_analysis')) sayWheels(inspected);
  if (tasks.includes('images_ocr')) sayTexts(inspected);
  if (tasks.includes('repair_estimate')) sayEstimate(inspected);
};
