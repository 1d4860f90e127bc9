import { expect, test } from 'vitest';
import type { CountedFinds, FindOutcome, Watched } from '../records/watching.ts';
import { BINS, driftOf } from './drift.ts';
import { fallSentence, fallsIn, weeksOf } from './model-quality.ts';

const WEEKS = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'];

const finds = (week: string, outcome: FindOutcome, count: number, rest: Partial<CountedFinds> = {}) => ({
  week,
  name: 'damage',
  version: '1.3.0',
  outcome,
  without_part: 0,
  count,
  ...rest,
});

const watched = (rows: CountedFinds[], rest: Partial<Watched> = {}): Watched => ({
  totals: WEEKS.map((week) => ({ week, inspections: 5, photos: 50, rejected: 3 })),
  finds: rows,
  scores: [],
  quality: [],
  ...rest,
});

const scores = (count: number, bin: number, version = '1.3.0') => ({
  week: WEEKS[0]!,
  name: 'damage',
  version,
  bin,
  count,
  sum: (count * (bin + 0.5)) / BINS,
});

const histogram = (...bins: [bin: number, count: number][]) => {
  const counts = Array<number>(BINS).fill(0);
  for (const [bin, count] of bins) counts[bin] = count;
  return counts;
};

test('shares are of what people decided, of what is there, and of what the model saw', () => {
  const [week] = weeksOf(
    watched(
      [
        finds(WEEKS[0]!, 'confirmed', 60, { without_part: 6 }),
        finds(WEEKS[0]!, 'corrected', 10),
        finds(WEEKS[0]!, 'dismissed', 30),
        finds(WEEKS[0]!, 'added', 20),
        finds(WEEKS[0]!, 'suspected_confirmed', 10),
        finds(WEEKS[0]!, 'suspected_dismissed', 30),
        finds(WEEKS[0]!, 'suspected_open', 10),
      ],
      { scores: [scores(100, 16), scores(50, 8)] },
    ),
    {},
    null,
  );
  const { mean_score, ...model } = week!.models[0]!;
  expect(model).toMatchObject({ name: 'damage', version: '1.3.0', confirmed_share: 0.6, score_drift: null });
  expect(model.added_share).toBeCloseTo(20 / 100);
  expect(model.abstained_share).toBeCloseTo(56 / 150);
  expect(mean_score).toBeCloseTo((100 * 0.825 + 50 * 0.425) / 150);
});

test('a week without a find has no shares', () => {
  const [week] = weeksOf(watched([finds(WEEKS[0]!, 'added', 2, { name: null, version: null })]), {}, null);
  expect(week!.models[0]).toMatchObject({ name: null, confirmed_share: null, mean_score: null });
});

const REFERENCE = histogram([4, 100], [8, 100], [12, 100], [16, 100], [19, 100]);

test('drift is nothing where the scores are alike, much where they moved, and not told of few', () => {
  expect(driftOf(REFERENCE, histogram([4, 40], [8, 42], [12, 38], [16, 41], [19, 39]))).toBeLessThan(0.02);
  expect(driftOf(REFERENCE, histogram([4, 150], [8, 50]))).toBeGreaterThan(0.25);
  expect(driftOf(REFERENCE, histogram([4, 99]))).toBeNull();
  expect(driftOf(undefined, histogram([4, 500]))).toBeNull();
  // Nearly all photos have the best score.
  const usual = histogram([3, 10], [19, 490]);
  expect(driftOf(usual, histogram([3, 4], [19, 196]))).toBeLessThan(0.05);
  expect(driftOf(usual, histogram([3, 60], [19, 140]))).toBeGreaterThan(0.25);
  expect(driftOf(histogram([19, 150]), histogram([12, 60], [19, 140]))).toBeGreaterThan(0.25);
  expect(driftOf(histogram([19, 150]), histogram([12, 2], [19, 198]))).toBeLessThan(0.05);
});

test('drift is against the distribution of that version, and of the model that judges photos', () => {
  const distributions = { 'damage 1.3.0': { score: REFERENCE }, 'photo 1.1.0': { blurriness: REFERENCE } };
  const quality = [{ week: WEEKS[0]!, score: 'blurriness', bin: 4, count: 200, sum: 41 }];
  const of = (version: string, photoModel: string) =>
    weeksOf(
      watched([finds(WEEKS[0]!, 'confirmed', 150, { version })], {
        scores: [scores(150, 16, version)],
        quality,
      }),
      distributions,
      photoModel,
    )[0]!;
  expect(of('1.3.0', '1.1.0').models[0]!.score_drift).toBeGreaterThan(0.25);
  expect(of('1.3.0', '1.1.0').quality).toMatchObject([{ score: 'blurriness', mean: 0.205 }]);
  expect(of('1.3.0', '1.1.0').quality[0]!.drift).toBeGreaterThan(0.25);
  expect(of('2.0.0', '9.9.9')).toMatchObject({ models: [{ score_drift: null }], quality: [{ drift: null }] });
});

const confirmations = (...shares: [confirmed: number, dismissed: number][]) =>
  fallsIn(
    weeksOf(
      watched(
        shares.flatMap(([confirmed, dismissed], n) => [
          finds(WEEKS[n]!, 'confirmed', confirmed, { version: `1.${n}.0` }),
          finds(WEEKS[n]!, 'dismissed', dismissed, { version: `1.${n}.0` }),
        ]),
      ),
      {},
      null,
    ),
  );

test('an alert says that confirmation fell, over versions, with both shares', () => {
  const [fall, ...others] = confirmations([90, 10], [92, 8], [88, 12], [70, 30]);
  expect(others).toEqual([]);
  expect(fall).toMatchObject({ name: 'damage', version: '1.3.0', week: WEEKS[3], share: 0.7, findings: 100 });
  expect(fallSentence(fall!)).toContain(
    'People confirmed 70 % of 100 findings of the model damage 1.3.0 in the week from 2026-03-23, and 90 % of 300 in the weeks before.',
  );
});

test('there is no alert for chance, for a rise, for too few findings, or without anything to compare with', () => {
  expect(confirmations([90, 10], [92, 8], [88, 12], [86, 14])).toEqual([]);
  expect(confirmations([70, 30], [72, 28], [90, 10])).toEqual([]);
  expect(confirmations([90, 10], [92, 8], [2, 8])).toEqual([]);
  expect(confirmations([10, 90])).toEqual([]);
  expect(confirmations()).toEqual([]);
});
