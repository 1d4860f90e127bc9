/** Whether a data set is large enough to tell anything, and what is missing in it. */
import { type DataSet, damagesByType, vehiclesOf } from '../../command-line/data-set.ts';

/** With fewer held-out damages the 95 % interval of a recall is wider than 35 points. */
export const LEAST = { photos: 200, damagesOfOneType: 50, heldOutVehicles: 20, heldOutDamages: 30 };
/** A type with fewer damages to learn from hardly changes. */
export const FEW_OF_A_TYPE = 20;

const sum = (counts: Iterable<number>) => [...counts].reduce((a, b) => a + b, 0);

const countsOf = (set: DataSet) => {
  const learned = set.images.filter(({ split }) => split === 'train');
  const heldOut = set.images.filter(({ split }) => split === 'val');
  const byType = damagesByType(set, learned);
  const [type, most] = [...byType][0] ?? ['any type', 0];
  return {
    photos: learned.length,
    vehicles: vehiclesOf(learned),
    byType,
    type,
    most,
    heldOut: heldOut.length,
    heldOutVehicles: vehiclesOf(heldOut),
    heldOutDamages: sum(damagesByType(set, heldOut).values()),
  };
};
export type SetCounts = ReturnType<typeof countsOf>;

const lacking = (what: string, has: number, needed: number) =>
  has < needed ? [`${has} ${what} where ${needed} are needed (${needed - has} more)`] : [];

/** One sentence that says what is missing and how many more; null for a set that is large enough. */
const tooSmall = (set: DataSet, counts: SetCounts): string | null => {
  const missing = [
    ...lacking('photos to learn from', counts.photos, LEAST.photos),
    ...lacking(`damages of its most frequent type, ${counts.type},`, counts.most, LEAST.damagesOfOneType),
    ...lacking('held-out vehicles', counts.heldOutVehicles, LEAST.heldOutVehicles),
    ...lacking('damages on held-out vehicles', counts.heldOutDamages, LEAST.heldOutDamages),
  ];
  return missing.length === 0
    ? null
    : `The data set in ${set.folder} is too small to tell anything: it has ${missing.join(', ')}; about one vehicle in seven is held out, so approve more inspections and export again.`;
};

/** A trial by steps is to show that training works, not what it teaches: for one, a set that is too small is only told. */
export const countLargeEnough = (
  set: DataSet,
  { isTrial, say }: { isTrial: boolean; say(line: string): void },
): SetCounts => {
  const counts = countsOf(set);
  const sentence = tooSmall(set, counts);
  if (sentence === null) return counts;
  if (!isTrial || counts.photos === 0) throw new Error(sentence);
  say(`${sentence} This trial goes on all the same.`);
  return counts;
};
