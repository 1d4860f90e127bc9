import { expect, test } from 'vitest';
import type { Findings } from '../findings.ts';
import { itemAfter, itemBeside, numbersInWords, reviewItems } from './review-items.ts';

const damage = (id: string, score: number | null, confirmedBy: string | null = null) => ({
  damage: { id, score, confirmedBy },
});
const findings = {
  inspection: {},
  parts: [
    { damages: [damage('dent', 0.9), damage('scratch', 0.8, 'ada')] },
    { damages: [damage('typed', null)] },
  ],
  vehicles: [],
  suspicions: [
    { id: 'dismissed', state: 'dismissed' },
    { id: 'faint', state: 'open' },
  ],
} as unknown as Findings;
const items = reviewItems(findings);

test('damages come as in the table, then what is to be checked, all in one row of numbers', () => {
  expect(items.map(({ id, number, isDecided }) => [number, id, isDecided])).toEqual([
    [1, 'dent', false],
    [2, 'scratch', true],
    [3, 'typed', true],
    [4, 'faint', false],
  ]);
});

test('of several vehicles the damages come vehicle by vehicle, as in the table', () => {
  const [dented, typed] = findings.parts;
  const vehicles = [{ parts: [typed] }, { parts: [dented] }];
  const ids = reviewItems({ ...findings, vehicles } as unknown as Findings).map(({ id }) => id);
  expect(ids).toEqual(['typed', 'dent', 'scratch', 'faint']);
});

test('the numbers of a part are told from the first to the last, or one by one where others lie between', () => {
  expect([[], [4], [4, 5, 6], [4, 9]].map(numbersInWords)).toEqual(['', '4', '4–6', '4, 9']);
});

test('what an earlier inspection has already comes after what is new or undecided, even on the same part', () => {
  const inspection = { knownDamages: [{ damageId: 'dent' }] };
  const ids = reviewItems({ ...findings, inspection } as unknown as Findings).map(({ id }) => id);
  expect(ids).toEqual(['scratch', 'typed', 'dent', 'faint']);
});

test('next and previous go around the end, and begin at the first or the last', () => {
  const beside = (id: string | null, by: 1 | -1) => itemBeside(items, id, by)?.id;
  expect([beside(null, 1), beside(null, -1)]).toEqual(['dent', 'faint']);
  expect([beside('dent', 1), beside('faint', 1), beside('dent', -1)]).toEqual(['scratch', 'dent', 'faint']);
  expect(itemBeside([], null, 1)).toBeUndefined();
});

test('after a decision the next one is shown, and at the end there is no jump to the beginning', () => {
  expect(itemAfter(items, 'dent', true)?.id).toBe('scratch');
  expect(itemAfter(items, 'faint', true)?.id).toBe('typed');
  expect(itemAfter(items, 'faint', false)?.id).toBe('faint');
  expect(itemAfter([items[0]!], 'dent', true)).toBeUndefined();
});
