import { expect, test } from 'vitest';
import { isInDoubt, withOpinions, withSecondOpinions } from './second-opinion.ts';

const THRESHOLDS = { dent: 0.7, scratch: 0.7, missing_piece: null };

const find = (
  score: number,
  opinion: number | null = null,
  part_type: string | null = 'hood',
  type = 'dent',
) => ({
  damage_type: type,
  score,
  opinion,
  part_type,
  bounding_box: { xmin: 0, ymin: 0, width: 10, height: 10 },
  polygons: [],
});

const scores = (...finds: ReturnType<typeof find>[]) =>
  withSecondOpinions(finds, THRESHOLDS).map(({ score }) => Number(score.toFixed(3)));

test('a find that both believe is a finding, and how sure they are together is its score', () => {
  const [score] = scores(find(0.55, 0.95));
  expect(score).toBeGreaterThan(0.8);
  expect(score).toBeLessThan(0.95);
});

test('the model without which it were no finding is named', () => {
  const by = (score: number) => withSecondOpinions([find(score, 0.95)], THRESHOLDS)[0]!.found_by;
  expect([by(0.55), by(0.75)]).toEqual(['second_opinion', undefined]);
});

test('a find that the second one does not believe is left to a person, however faint its belief', () => {
  expect(scores(find(0.75, 0.1), find(0.75, 0.01))).toEqual([0.699, 0.699]);
});

test('a find too faint for a damage is no surer than both are, and not surer than before', () => {
  expect(scores(find(0.4, 0.01))[0]).toBeLessThan(0.05);
  expect(scores(find(0.4, 0.6))).toEqual([0.352]);
  expect(scores(find(0.4, 0.8))).toEqual([0.4]);
});

test('where it was not asked nothing changes, and no opinion is an argument of its own', () => {
  expect(scores(find(0.75), find(0.4))).toEqual([0.75, 0.4]);
  expect(scores(find(0.6, 0.7))).toEqual([0.6]);
});

test('a part that has a finding gets no further one, unless that one is doubted itself', () => {
  expect(scores(find(0.9), find(0.55, 0.95))).toEqual([0.9, 0.55]);
  expect(scores(find(0.9, null, 'trunk'), find(0.55, 0.95))[1]).toBeGreaterThan(0.7);
  expect(scores(find(0.75, 0.1), find(0.55, 0.95))[1]).toBeGreaterThan(0.7);
  expect(scores(find(0.9, null, null), find(0.55, 0.95, null))[1]).toBeGreaterThan(0.7);
});

test('a type that is never shown stays so', () => {
  expect(scores(find(0.9, 0.98, 'hood', 'missing_piece'))).toEqual([0.9]);
});

test('it is asked about dents, missing pieces and cracks that are neither sure nor faint', () => {
  expect([0.2, 0.3, 0.9, 0.96].map((score) => isInDoubt({ damage_type: 'dent', score }))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isInDoubt({ damage_type: 'scratch', score: 0.5 })).toBe(false);
});

test('the finds are judged in their order; without the model none is', () => {
  const [one, two] = [find(0.5), find(0.6)];
  expect(withOpinions([one, two], [null, 0.9]).map(({ opinion }) => opinion)).toEqual([null, 0.9]);
  expect(withOpinions([one]).map(({ opinion }) => opinion)).toEqual([null]);
});
