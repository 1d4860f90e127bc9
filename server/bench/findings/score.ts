/** Scores what an inspection lists against what is true. A figure is a count out of a number of cases. */
import type { Listed } from './listed.ts';
import { isOfType, liesOn, type Match, matchDamages } from './match.ts';
import { familyMeans, isSamePart, isSameSide } from './same-part.ts';
import type { KnownInspection } from './truth.ts';
import { CONDITION_POINTS, COST_SHARE, MOST_FOR_HEAVY, STATE_BANDS } from './tuning.ts';

export type Figure = { count: number; of: number };

/** `better`: which way is better. */
export const FIGURES = {
  found: { about: 'true damages found', better: 'more' },
  found_or_to_check: { about: 'true damages found, or named as a place to check', better: 'more' },
  places_damaged: { about: 'places to check that lie on a true damage', better: 'more' },
  invented: { about: 'findings that lie on no true damage', better: 'less' },
  doubled: { about: 'findings that repeat a true damage', better: 'less' },
  wrong_joins: { about: 'findings that join two true damages', better: 'less' },
  part_named: { about: 'part named, where the truth knows it', better: 'more' },
  part_right: { about: 'part right, where named', better: 'more' },
  family_named: { about: 'part or its family named', better: 'more' },
  family_right: { about: 'family right, where named', better: 'more' },
  side_said: { about: 'side said, where the part is right', better: 'more' },
  side_right: { about: 'side right, where said', better: 'more' },
  type_right: { about: 'type right', better: 'more' },
  severity_close: { about: 'severity within one level', better: 'more' },
  severity_right: { about: 'severity exactly right', better: 'more' },
  condition_told: { about: 'condition told, not left to a check', better: 'more' },
  condition_close: { about: `condition within ${CONDITION_POINTS} points`, better: 'more' },
  cost_close: { about: `cost within ${100 * COST_SHARE} %`, better: 'more' },
  cost_in_range: { about: 'true cost in the range that is told', better: 'more' },
  state_right: { about: 'condition fits the state of the vehicle', better: 'more' },
  heavy_shown_mild: { about: `severe or wreck, condition above ${MOST_FOR_HEAVY}`, better: 'less' },
  nothing_found: { about: 'damaged vehicles with no finding', better: 'less' },
  called_clean: { about: 'damaged vehicles that read as intact', better: 'less' },
  intact_accused: { about: 'intact vehicles with a finding', better: 'less' },
} as const;
export type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as FigureName[];
export type Score = Record<FigureName, Figure>;

/** Of the true damages: what they take from the condition and cost by the service's own rules. */
export type TrueAmounts = { condition: number; cost: number };

const yes = (value: boolean): Figure => ({ count: value ? 1 : 0, of: 1 });
const NOTHING: Figure = { count: 0, of: 0 };
const where = (applies: boolean, value: () => boolean): Figure => (applies ? yes(value()) : NOTHING);

const all = <T>(items: readonly T[], is: (item: T) => boolean): Figure => ({
  count: items.filter(is).length,
  of: items.length,
});

const scoreParts = ({ found }: Match) => {
  const known = found.flatMap(({ truth, listed }) =>
    truth.part === null ? [] : { part: truth.part, said: listed.parts[0], family: listed.family },
  );
  const named = known.flatMap(({ part, said }) => (said === undefined ? [] : { part, said }));
  // That a scratch lies on some panel goes without saying.
  const ofFamily = known.filter(
    ({ said, family }) => said !== undefined || (family !== null && family !== 'panel'),
  );
  const right = named.filter(({ part, said }) => isSamePart(said, part));
  const sided = right.filter(({ part }) => /_(left|right)$/.test(part));
  const spoken = sided.filter(({ part, said }) => isSameSide(said, part) !== null);
  return {
    part_named: { count: named.length, of: known.length },
    part_right: { count: right.length, of: named.length },
    family_named: { count: ofFamily.length, of: known.length },
    family_right: all(ofFamily, ({ part, said, family }) => familyMeans(said ?? family!, part)),
    side_said: { count: spoken.length, of: sided.length },
    side_right: all(spoken, ({ part, said }) => isSameSide(said, part) === true),
  };
};

const scoreSeverity = ({ found }: Match) => {
  const graded = found.flatMap(({ truth, listed }) =>
    listed.level === null ? [] : Math.abs(truth.severity - listed.level),
  );
  return {
    severity_close: all(graded, (difference) => difference <= 1),
    severity_right: all(graded, (difference) => difference === 0),
  };
};

const scoreAmounts = ({ state }: KnownInspection, { condition, cost, range }: Listed, truth: TrueAmounts) => {
  const { least, most } = STATE_BANDS[state];
  const isTold = condition !== null;
  return {
    condition_told: yes(isTold),
    condition_close: where(isTold, () => Math.abs(condition! - truth.condition) <= CONDITION_POINTS),
    cost_close: where(truth.cost > 0, () => Math.abs(cost - truth.cost) <= COST_SHARE * truth.cost),
    cost_in_range: where(
      truth.cost > 0 && cost > 0,
      () => range.low <= truth.cost && truth.cost <= range.high,
    ),
    state_right: where(isTold, () => condition! >= least && condition! <= most),
    heavy_shown_mild: where(
      isTold && (state === 'severe' || state === 'wreck'),
      () => condition! > MOST_FOR_HEAVY,
    ),
  };
};

export const scoreInspection = (
  known: KnownInspection,
  listed: Listed,
  truth: TrueAmounts,
): { score: Score; match: Match } => {
  const isJudged = ({ type }: { type: string }) => !known.not_labeled.includes(type);
  const judged = listed.damages.filter(isJudged);
  const places = listed.places.filter(isJudged);
  const match = matchDamages(judged, known.damages);
  const { found, covered, missed, invented, doubled, joined } = match;
  const findings = judged.length;
  const toCheck = missed.filter((truth) => places.some((place) => liesOn(place, truth)));
  const score = {
    found: { count: found.length + covered.length, of: known.damages.length },
    found_or_to_check: {
      count: found.length + covered.length + toCheck.length,
      of: known.damages.length,
    },
    places_damaged: all(places, (place) => known.damages.some((truth) => liesOn(place, truth))),
    invented: { count: invented.length, of: findings },
    doubled: { count: doubled.length, of: findings },
    wrong_joins: { count: joined.length, of: findings },
    ...scoreParts(match),
    type_right: all(found, (pair) => isOfType(pair.listed, pair.truth)),
    ...scoreSeverity(match),
    ...scoreAmounts(known, listed, truth),
    nothing_found: where(known.damages.length > 0, () => findings === 0),
    called_clean: where(known.damages.length > 0, () => findings === 0 && listed.condition !== null),
    intact_accused: where(known.state === 'intact', () => findings > 0),
  };
  return { score, match };
};

export const sumOf = (scores: readonly Score[]): Score =>
  Object.fromEntries(
    FIGURE_NAMES.map((name) => [
      name,
      scores.reduce(
        ({ count, of }, score) => ({ count: count + score[name].count, of: of + score[name].of }),
        NOTHING,
      ),
    ]),
  ) as Score;
