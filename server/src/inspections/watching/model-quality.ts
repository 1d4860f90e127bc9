/** How models did week by week, out of what people said of their finds (docs/running/watching.md). */
import type {
  CountedFinds,
  CountedQuality,
  CountedScores,
  FindOutcome,
  Watched,
  WeekTotals,
} from '../records/watching.ts';
import { FIND_OUTCOMES } from '../records/watching.ts';
import { BINS, type Distribution, driftOf } from './drift.ts';
import { LEAST_BEFORE, LEAST_DECIDED, LEAST_DEVIATIONS, LEAST_FALL, WEEKS_BEFORE } from './tuning.ts';

export type ModelWeek = {
  name: string | null;
  version: string | null;
  outcomes: Record<FindOutcome, number>;
  /** Of the findings that people decided, those that were right as they were; null where there are none. */
  confirmed_share: number | null;
  /** Of what was there, what no model saw. */
  added_share: number | null;
  /** Of all that the model saw, what it left to people: suspicions, and findings on no known part. */
  abstained_share: number | null;
  /** Of its findings, on each photo by itself. */
  mean_score: number | null;
  score_drift: number | null;
};

export type QualityWeek = { score: string; mean: number; drift: number | null };

export type Week = WeekTotals & { models: ModelWeek[]; quality: QualityWeek[] };

export type Fall = {
  name: string;
  version: string | null;
  week: string;
  share: number;
  findings: number;
  share_before: number;
  findings_before: number;
};

/** By model and version, and by score of the photo quality. */
export type Distributions = Readonly<Record<string, Readonly<Record<string, Distribution>>>>;

export const versionKey = (name: string | null, version: string | null) => `${name} ${version}`;
/** Under this name a model has the distribution of the scores of its finds. */
export const FIND_SCORE = 'score';
/** What its distribution goes with. */
export const PHOTO_MODEL = 'photo';

type Binned = Pick<CountedScores, 'bin' | 'count' | 'sum'>;

const histogramOf = (rows: readonly Binned[]): number[] => {
  const counts = Array<number>(BINS).fill(0);
  for (const { bin, count } of rows) counts[bin]! += count;
  return counts;
};

const meanOf = (rows: readonly Binned[]): number | null => {
  const count = rows.reduce((all, row) => all + row.count, 0);
  return count === 0 ? null : rows.reduce((all, row) => all + row.sum, 0) / count;
};

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

const modelWeek = (
  rows: readonly CountedFinds[],
  scores: readonly CountedScores[],
  distributions: Distributions,
): ModelWeek => {
  const { name, version } = rows[0]!;
  const outcomes = Object.fromEntries(FIND_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    FindOutcome,
    number
  >;
  for (const { outcome, count } of rows) outcomes[outcome] += count;
  const { confirmed, corrected, dismissed, added } = outcomes;
  const suspected = outcomes.suspected_confirmed + outcomes.suspected_dismissed + outcomes.suspected_open;
  const there = confirmed + corrected + outcomes.suspected_confirmed + added;
  const own = scores.filter((row) => row.name === name && row.version === version);
  const found = confirmed + corrected + dismissed;
  const unplaced = rows
    .filter(({ outcome }) => ['confirmed', 'corrected', 'dismissed'].includes(outcome))
    .reduce((all, { without_part }) => all + without_part, 0);
  return {
    name,
    version,
    outcomes,
    confirmed_share: share(confirmed, found),
    added_share: share(added, there),
    abstained_share: share(suspected + unplaced, found + suspected),
    mean_score: meanOf(own),
    score_drift: driftOf(distributions[versionKey(name, version)]?.[FIND_SCORE], histogramOf(own)),
  };
};

const grouped = <T>(rows: readonly T[], keyOf: (row: T) => string): T[][] => [
  ...Map.groupBy(rows, keyOf).values(),
];

const qualityWeek = (
  rows: readonly CountedQuality[],
  references: Record<string, Distribution>,
): QualityWeek => ({
  score: rows[0]!.score,
  mean: meanOf(rows) ?? 0,
  drift: driftOf(references[rows[0]!.score], histogramOf(rows)),
});

/** `photoModel`: the version that judges photos now. Oldest week first. */
export const weeksOf = (
  { totals, finds, scores, quality }: Watched,
  distributions: Distributions,
  photoModel: string | null,
): Week[] => {
  const references = distributions[versionKey(PHOTO_MODEL, photoModel)] ?? {};
  const inWeek = <T extends { week: string }>(rows: readonly T[], week: string) =>
    rows.filter((row) => row.week === week);
  return totals
    .toSorted((a, b) => a.week.localeCompare(b.week))
    .map((total) => ({
      ...total,
      models: grouped(inWeek(finds, total.week), ({ name, version }) => versionKey(name, version))
        .map((rows) => modelWeek(rows, inWeek(scores, total.week), distributions))
        .sort((a, b) => versionKey(a.name, a.version).localeCompare(versionKey(b.name, b.version))),
      quality: grouped(inWeek(quality, total.week), ({ score }) => score)
        .map((rows) => qualityWeek(rows, references))
        .sort((a, b) => a.score.localeCompare(b.score)),
    }));
};

const decidedOf = ({ outcomes: { confirmed, corrected, dismissed } }: ModelWeek) => ({
  confirmed,
  decided: confirmed + corrected + dismissed,
});

const added = (rows: readonly ReturnType<typeof decidedOf>[]) =>
  rows.reduce(
    (all, { confirmed, decided }) => ({
      confirmed: all.confirmed + confirmed,
      decided: all.decided + decided,
    }),
    { confirmed: 0, decided: 0 },
  );

/** Whether the newest week with enough findings has fewer confirmed ones than those before, by more than chance. Over all versions. */
const fallOf = (name: string, weeks: readonly Week[]): Fall[] => {
  const rows = weeks.map(({ week, models }) => {
    const own = models.filter((model) => model.name === name);
    return { week, version: own.at(-1)?.version ?? null, ...added(own.map(decidedOf)) };
  });
  const last = rows.findLastIndex(({ decided }) => decided >= LEAST_DECIDED);
  if (last < 0) return [];
  const now = rows[last]!;
  const before = added(rows.slice(Math.max(0, last - WEEKS_BEFORE), last));
  if (before.decided < LEAST_BEFORE) return [];
  const [share, share_before] = [now.confirmed / now.decided, before.confirmed / before.decided];
  const both = (now.confirmed + before.confirmed) / (now.decided + before.decided);
  const deviation = Math.sqrt(both * (1 - both) * (1 / now.decided + 1 / before.decided));
  const fall = share_before - share;
  if (fall < LEAST_FALL || fall < LEAST_DEVIATIONS * deviation) return [];
  const { week, version } = now;
  return [
    { name, version, week, share, findings: now.decided, share_before, findings_before: before.decided },
  ];
};

export const fallsIn = (weeks: readonly Week[]): Fall[] => {
  const names = new Set(weeks.flatMap(({ models }) => models.flatMap(({ name }) => name ?? [])));
  return [...names].sort().flatMap((name) => fallOf(name, weeks));
};

const percent = (value: number) => `${Math.round(100 * value)} %`;

/** For people who read no console. */
export const fallSentence = ({ name, version, week, ...fall }: Fall): string =>
  `People confirmed ${percent(fall.share)} of ${fall.findings} findings of the model ${name} ${version} in the week from ${week}, ` +
  `and ${percent(fall.share_before)} of ${fall.findings_before} in the weeks before. Look at what they dismiss: ` +
  'other vehicles, another camera, a new model, or people who review otherwise.';
