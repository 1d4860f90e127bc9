import type { Inspection, WheelAnalysis } from '@walkaround/sdk';
import { plural } from '../command-line/command.ts';
import names from '../vocabulary/en.json' with { type: 'json' };
import { notPricedItems } from '../vocabulary/not-priced.ts';
import { isTold } from '../vocabulary/wheels.ts';
import { damageTables, photosNamed, share, vehicleOn } from './damage-table.ts';
import type { Inspected, Task } from './inspection.ts';
import { say, table, words } from './terminal.ts';

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
      counts.length === 1
        ? names.wheel_words[answer]
        : `${answer === 'UNKNOWN' ? '?' : names.wheel_words[answer]} ${count}`,
    )
    .join(', ');
};

const QUESTIONS = [
  'hubcapOverRim',
  'rimMaterial',
  'rimCondition',
  'rimVisualAspect',
  'hubcapCondition',
  'hubcapVisualAspect',
  'tyre',
] as const;

/** A wheel in the list reads as one that was examined. */
const isKnown = (wheel: WheelAnalysis) => QUESTIONS.some((question) => isTold(wheel[question].prediction));

const wheelTable = (wheels: WheelAnalysis[]): string => {
  // Nobody knows whether two without a name are one.
  const byName = Map.groupBy(wheels, ({ wheelName, id }) => wheelName ?? `wheel ${id}`);
  const rows = [...byName]
    .sort()
    .map(([, seen]) => [
      names.parts[seen[0]!.wheelName ?? 'wheel'],
      String(new Set(seen.map(({ imageId }) => imageId)).size),
      ...(['hubcapOverRim', 'rimMaterial', 'rimCondition', 'tyre'] as const).map((question) =>
        answers(seen, question),
      ),
    ]);
  return table(['wheel', 'photos', 'cover', 'rim', 'condition', 'tire'], rows);
};

const sayTexts = ({ entities, result }: Inspected) => {
  const { documents, vehicleGroups, images } = entities.inspections[result]!;
  say(`\nTexts${documents.length === 0 ? ': none was read' : ''}`);
  for (const { type, content, confidence, evidence } of documents) {
    const value = Object.values(content)
      .filter((part) => part !== null)
      .join(' ');
    const { photosAgreeing, photosAsked } = evidence;
    const owner = type === 'PLATE' && vehicleGroups.find(({ plate }) => plate === value);
    const whose = owner ? `, of ${vehicleOn(owner.imageIds, images)}` : '';
    say(
      `  ${words(type)}  ${value}  (score ${share(confidence)}, ${photosAgreeing} of ${plural(photosAsked, 'photo')})${whose}`,
    );
  }
};

/** `currency`: null where no range is told. */
const sayNotPriced = (notPriced: Parameters<typeof notPricedItems>[1], currency: string | null) => {
  const money = currency === null ? null : (amount: number) => `${amount.toFixed(2)} ${currency}`;
  for (const item of notPricedItems(names, notPriced, money)) say(`  not in this estimate: ${item}`);
};

const BEYOND_ESTIMATE = 'beyond a visual estimate: have the vehicle inspected';

const sayCondition = (
  { conditionScore, vehicleState }: Pick<Inspection, 'conditionScore' | 'vehicleState'>,
  { whose = '', isReasonTold = false },
) => {
  const unknown = vehicleState ? 'not assessed until checked' : 'not analyzed';
  say(`Condition  ${whose}${conditionScore === null ? unknown : `${conditionScore} of 100`}`);
  if (!vehicleState) return;
  const reason = isReasonTold ? '' : `. ${vehicleState.reason}`;
  say(`State      ${whose}${vehicleState.state ?? 'not certain'}${reason}`);
};

const sayEstimate = ({ entities, result }: Inspected) => {
  const { vehicle, vehicleGroups, pricing, images, ...whole } = entities.inspections[result]!;
  const whose = (imageIds: string[]) => vehicleOn(imageIds, images);
  say();
  // Nobody asks for that of several vehicles together.
  const isReasonTold = Object.keys(entities.damages).length === 0;
  if (vehicleGroups.length === 0) sayCondition(whole, { isReasonTold });
  for (const { imageIds, ...each } of vehicleGroups) sayCondition(each, { whose: `of ${whose(imageIds)}: ` });
  const estimate = vehicle ? entities.vehicles[vehicle]?.repairEstimateDetails : null;
  if (!estimate) return say('Estimate   none');
  const { currency, totalCost, totalCostWithTax, range, notPriced, notAssessed, scope, examplePrices } =
    estimate;
  const ofVehicles = pricing.laborCost?.vehicleGroups ?? [];
  for (const { vehicleGroup, imageIds, notPriced: ofVehicle, ...costs } of ofVehicles) {
    const cost = costs.beyondVisualEstimate
      ? BEYOND_ESTIMATE
      : costs.notAssessed
        ? 'not assessed until checked'
        : `${costs.totalPrice.toFixed(2)} ${currency}`;
    say(`Estimate   of ${whose(vehicleGroup === null ? [] : imageIds)}: ${cost}`);
    sayNotPriced(ofVehicle, null);
  }
  // The vehicles may have different owners, so nobody pays the sum.
  if (ofVehicles.length > 0) return;
  if (estimate.beyondVisualEstimate) return say(`Estimate   ${BEYOND_ESTIMATE}`);
  const between = range.low < range.high ? ` (${range.low.toFixed(0)} to ${range.high.toFixed(0)})` : '';
  if (notAssessed) say('Estimate   not assessed until checked');
  else
    say(
      `Estimate   ${totalCost.toFixed(2)} ${currency}${between}, ${totalCostWithTax.toFixed(2)} with tax, ${scope}${examplePrices ? ', by the example price matrix' : ''}`,
    );
  sayNotPriced(notPriced, notAssessed ? null : currency);
};

/** What is left to check on each of several vehicles is told with its state. */
const nothingListed = ({ vehicleState, vehicleGroups, placesToCheck }: Inspection) => {
  if (vehicleState === null) return 'Damages: not analyzed';
  if (vehicleGroups.length > 0) return 'Damages: none is listed';
  const isIntact = vehicleState.state === 'intact' && placesToCheck === 0;
  return isIntact ? 'No damage found' : vehicleState.reason;
};

/** What a place to check may be. One on photos of several vehicles is told once with each. */
const sayPlaces = ({ entities, result }: Inspected, imageIds: readonly string[]) => {
  const { images, suspicions = [] } = entities.inspections[result]!;
  for (const { state, damageType, partType, views } of suspicions) {
    const shown = images.filter((id) => imageIds.includes(id) && views.some(({ imageId }) => imageId === id));
    if (state !== 'open' || shown.length === 0) continue;
    const where = partType === null ? 'part unknown' : names.parts[partType];
    say(`    perhaps ${names.damages[damageType]}, ${where}, ${photosNamed(shown, images)}`);
  }
};

/** Nothing found means something only where somebody looked: the search may have failed, or not be wanted. */
const sayDamages = (inspected: Inspected) => {
  const inspection = inspected.entities.inspections[inspected.result]!;
  const { placesToCheck, vehicleGroups, images } = inspection;
  const count = Object.keys(inspected.entities.damages).length;
  if (count === 0) {
    say(`\n${nothingListed(inspection)}`);
    return sayPlaces(inspected, images);
  }
  say(`\nDamages: ${count}\n${damageTables(inspected)}`);
  const toCheck = (places: number, imageIds: readonly string[], whose = '') => {
    if (places === 0) return;
    say(`  ${plural(places, 'more place')} to check by a person${whose}`);
    sayPlaces(inspected, imageIds);
  };
  if (vehicleGroups.length === 0) toCheck(placesToCheck, images);
  for (const { placesToCheck: own, imageIds } of vehicleGroups)
    toCheck(own, imageIds, `, on ${vehicleOn(imageIds, images)}`);
};

/** Each of several vehicles has its own. */
const sayWheels = ({ entities, result }: Inspected) => {
  const { vehicleGroups, images } = entities.inspections[result]!;
  const seen = Object.values(entities.wheelAnalysis);
  const wheels = seen.filter(isKnown);
  if (wheels.length === 0)
    return say(
      `\nWheels: ${seen.length === 0 ? 'none was seen' : 'nothing is known of those that were seen'}`,
    );
  say('\nWheels');
  if (vehicleGroups.length === 0) return say(wheelTable(wheels));
  const known = vehicleGroups.map(({ imageIds }) => imageIds);
  for (const imageIds of [...known, images.filter((id) => !known.flat().includes(id))]) {
    const own = wheels.filter(({ imageId }) => imageIds.includes(imageId));
    const whose = vehicleOn(known.includes(imageIds) ? imageIds : [], images);
    if (own.length > 0) say(`  Of ${whose}\n${wheelTable(own)}`);
  }
};

/** What is to be known of the photos as a whole before the findings are believed. */
const sayChecks = ({ entities, result }: Inspected) => {
  const { checks, images } = entities.inspections[result]!;
  if (checks.length > 0) say('\nChecks');
  for (const { message, imageIds } of checks) {
    const which = imageIds.length > 0 && images.length > 1 ? ` (${photosNamed(imageIds, images)})` : '';
    say(`  ${message}${which}`);
  }
};

/** What the tasks that ran have found. */
export const sayFindings = (inspected: Inspected, tasks: Task[]) => {
  sayChecks(inspected);
  sayDamages(inspected);
  if (tasks.includes('wheel_analysis')) sayWheels(inspected);
  if (tasks.includes('images_ocr')) sayTexts(inspected);
  if (tasks.includes('repair_estimate')) sayEstimate(inspected);
};

/** For scripts: 0 only where nothing is left to find. */
export const exitStatusOf = (
  { damages, vehicleState }: Pick<Inspection, 'damages' | 'vehicleState'>,
  { skipped, failed }: { skipped: number; failed: number },
) => {
  if (failed > 0) return 1;
  if (damages.length > 0) return 3;
  if (skipped > 0) return 1;
  return vehicleState !== null && vehicleState.state === null ? 4 : 0;
};
