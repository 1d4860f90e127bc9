import { describe, expect, test } from 'vitest';
import { compare, drawsOf, type Pair, ratioOf } from './bootstrap.ts';
import { figureKinds, type Tally } from './figures.ts';
import { type Judged, type JudgedSet, outcomeOf, possibleLoss, type Speed, verdictOn } from './verdict.ts';

const SPEED: Speed = {
  installed_ms: 100,
  candidate_ms: 105,
  photos: 12,
  ratio: { value: 1.05, low: 0.9, high: 1.2 },
};

/** A vehicle with two labeled places, two findings and one photo without damage. */
const vehicle = (met: number, right = 2, alarms = 0): Tally => ({
  'findings.recall': { count: met, of: 2 },
  'findings.precision': { count: right, of: 2 },
  'intact.alarm': { count: alarms, of: 1 },
  'inspection.invented': { count: 2 - right, of: 1 },
  'findings.dent.recall': { count: met, of: 2 },
});

const setOf = (pairs: Pair[], name: JudgedSet['name'] = 'own'): JudgedSet => {
  const draws = drawsOf(pairs.length, 400, 1);
  const figures = figureKinds(['dent']).map((kind): Judged => {
    const compared = compare(pairs, kind.id, draws, 0.95);
    return { ...kind, ...compared, outcome: outcomeOf(kind, compared) };
  });
  return {
    name,
    vehicles: pairs.length,
    photos: pairs.length,
    inspections: pairs.length,
    damages: 2 * pairs.length,
    figures,
  };
};

const many = (count: number, pair: (n: number) => Pair) => Array.from({ length: count }, (_, n) => pair(n));
const verdict = (...sets: JudgedSet[]) => verdictOn(sets, SPEED);

describe('the interval of a figure', () => {
  const pairs = many(40, (n) => ({ installed: vehicle(n % 2), candidate: vehicle(1) }));

  test('contains the figure, and is the same for the same seed', () => {
    const one = compare(pairs, 'findings.recall', drawsOf(40, 500, 7), 0.95);
    expect(compare(pairs, 'findings.recall', drawsOf(40, 500, 7), 0.95)).toEqual(one);
    expect(one.installed).toMatchObject({ value: 0.25, count: 20, of: 80 });
    expect(one.installed!.low).toBeLessThan(0.25);
    expect(one.installed!.high).toBeGreaterThan(0.25);
  });

  test('is as wide as the known formula says: 40 vehicles, half of them found', () => {
    const half = many(40, (n) => ({
      installed: { 'findings.recall': { count: n % 2, of: 1 } },
      candidate: { 'findings.recall': { count: n % 2, of: 1 } },
    }));
    const { installed } = compare(half, 'findings.recall', drawsOf(40, 4000, 3), 0.95);
    const expected = 1.96 * Math.sqrt(0.25 / 40);
    expect(installed!.high - 0.5).toBeCloseTo(expected, 1);
    expect(0.5 - installed!.low).toBeCloseTo(expected, 1);
  });

  test('of the difference is zero where both models say the same of every vehicle, however much vehicles differ', () => {
    const same = many(30, (n) => ({ installed: vehicle(n % 3), candidate: vehicle(n % 3) }));
    const { difference, installed } = compare(same, 'findings.recall', drawsOf(30, 300, 5), 0.95);
    expect(difference).toEqual({ value: 0, low: 0, high: 0 });
    expect(installed!.high).toBeGreaterThan(installed!.low);
  });

  test('of a ratio is narrow where every photo has the same, however long each takes', () => {
    const even = [10, 200, 40].map((of) => ({ count: 2 * of, of }));
    expect(ratioOf(even, drawsOf(3, 200, 1), 0.95)).toEqual({ value: 2, low: 2, high: 2 });
    const busy = ratioOf([...even, { count: 4000, of: 100 }], drawsOf(4, 200, 1), 0.95);
    expect([busy.low < 3, busy.high > 10]).toEqual([true, true]);
  });

  test('is missing where there is no case', () => {
    expect(compare(pairs, 'findings.scratch.recall', drawsOf(40, 10, 1), 0.95)).toEqual({
      installed: null,
      candidate: null,
      difference: null,
    });
  });
});

describe('the verdict', () => {
  test('is refused where recall fell on every vehicle, and says which figure and by how much', () => {
    const { verdict: said, reasons } = verdict(
      setOf(many(40, () => ({ installed: vehicle(2), candidate: vehicle(1) }))),
    );
    expect(said).toBe('refused');
    expect(reasons[0]).toContain('100.0 % with the installed model, 50.0 % with the candidate');
  });

  test('is refused where photos without damage have alarms that they did not have', () => {
    const set = setOf(many(40, (n) => ({ installed: vehicle(1), candidate: vehicle(2, 2, n % 2) })));
    const { verdict: said, reasons } = verdict(set);
    expect(said).toBe('refused');
    expect(reasons.join()).toContain('photos without damage that show a finding');
  });

  test('is refused where only the public yardstick got worse', () => {
    const own = setOf(many(40, () => ({ installed: vehicle(1), candidate: vehicle(2) })));
    const forgot = setOf(
      many(40, () => ({ installed: vehicle(2), candidate: vehicle(1) })),
      'public',
    );
    expect(verdict(own).verdict).toBe('accepted');
    expect(verdict(own, forgot).verdict).toBe('refused');
  });

  test('is refused where one type got worse while all together did not', () => {
    const lost = (n: number): Pair => ({
      installed: { ...vehicle(1), 'findings.dent.recall': { count: 1, of: 1 } },
      candidate: { ...vehicle(2), 'findings.dent.recall': { count: n % 2, of: 1 } },
    });
    expect(verdict(setOf(many(40, lost))).reasons.join()).toContain('dent: labeled places');
  });

  test('is undecided with too few vehicles, and says how many are needed', () => {
    const { verdict: said, reasons } = verdict(
      setOf(many(12, () => ({ installed: vehicle(1), candidate: vehicle(2) }))),
    );
    expect(said).toBe('undecided');
    expect(reasons[0]).toBe('There are 12 held-out vehicles, and a verdict needs 20.');
  });

  test('is undecided where a large loss is still possible', () => {
    const set = setOf(many(20, (n) => ({ installed: vehicle(n % 3), candidate: vehicle((n + 1) % 3) })));
    const recall = set.figures.find(({ id }) => id === 'findings.recall')!;
    expect(possibleLoss(recall)).toBeGreaterThan(0.1);
    expect(verdict(set)).toMatchObject({ verdict: 'undecided' });
    expect(verdict(set).reasons.join()).toMatch(/A loss of up to \d+ points cannot be ruled out/);
  });

  test('is accepted where nothing got worse and a loss is ruled out, and says what got better', () => {
    const { verdict: said, reasons } = verdict(
      setOf(many(40, (n) => ({ installed: vehicle(n % 2), candidate: vehicle(1) }))),
    );
    expect(said).toBe('accepted');
    expect(reasons.join()).toContain('Better: damages: labeled places that findings meet');
  });

  test('is refused where the candidate takes twice as long', () => {
    const set = setOf(many(40, () => ({ installed: vehicle(1), candidate: vehicle(2) })));
    const slow = (low: number, high: number): Speed => ({
      ...SPEED,
      candidate_ms: 210,
      ratio: { value: 2.1, low, high },
    });
    expect(verdictOn([set], slow(1.8, 2.4))).toMatchObject({
      verdict: 'refused',
      reasons: ['Too slow, and not by chance: a photo takes 210 ms, and 100 ms with the installed model.'],
    });
    // A busy moment of the machine is no property of the model.
    expect(verdictOn([set], slow(0.7, 3.5))).toMatchObject({
      verdict: 'undecided',
      reasons: [expect.stringContaining('may take up to 3.5 times as long')],
    });
  });
});
