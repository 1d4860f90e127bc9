import { expect, test } from 'vitest';
import type { Change, Comparison } from '../comparison/comparison.ts';
import type { Damage } from '../records/findings/damage.ts';
import type { Inspection } from '../records/inspection.ts';
import { damageLives } from './damage-lives.ts';

/** What the photos of two inspections say of a damage: by its number on each side. */
type Said = [change: Change, before: string | null, after: string | null];

const inspection = (id: string, damages: string[]) =>
  ({ id, damages: damages.map((damage) => ({ id: `${id}${damage}` })) }) as Inspection;

const livesOf = async (inspections: Inspection[], said: Record<string, Said[]>) => {
  const asked: string[] = [];
  const exhibit = (of: Inspection, name: string | null) => ({
    damage: name === null ? null : ({ id: `${of.id}${name}` } as Damage),
    shown: [],
  });
  const lives = await damageLives(inspections, async (later, earlier) => {
    asked.push(`${later.id}${earlier.id}`);
    const damages = (said[`${later.id}${earlier.id}`] ?? []).map(([status, before, after]) => ({
      status,
      reason: null,
      before: exhibit(earlier, before),
      after: exhibit(later, after),
    }));
    return { before: earlier, after: later, damages, lost_decisions: [] } satisfies Comparison;
  });
  return lives.map(({ state, seen, gone, first_seen_is_new }) => ({
    state,
    seen: seen.map(({ damage }) => damage.id),
    gone: gone?.id ?? null,
    first_seen_is_new,
  }));
};

test('a damage that is seen again lives on; one whose place is shown without it is gone', async () => {
  const all = [inspection('a', ['1', '2']), inspection('b', ['1'])];
  expect(
    await livesOf(all, {
      ba: [
        ['existing', '1', '1'],
        ['gone', '2', null],
      ],
    }),
  ).toEqual([
    { state: 'present', seen: ['a1', 'b1'], gone: null, first_seen_is_new: false },
    { state: 'gone', seen: ['a2'], gone: 'b', first_seen_is_new: false },
  ]);
});

test('a damage is new only where an earlier photo shows its place without it', async () => {
  const all = [inspection('a', []), inspection('b', ['1', '2'])];
  const lives = await livesOf(all, {
    ba: [
      ['new', null, '1'],
      ['unknown', null, '2'],
    ],
  });
  expect(lives.map(({ first_seen_is_new }) => first_seen_is_new)).toEqual([true, false]);
});

test('a damage that one inspection did not show is known again from the one before', async () => {
  const all = [inspection('a', ['1']), inspection('b', []), inspection('c', ['1'])];
  const said: Record<string, Said[]> = {
    ba: [['unknown', '1', null]],
    cb: [['unknown', null, '1']],
    ca: [['existing', '1', '1']],
  };
  expect(await livesOf(all, said)).toEqual([
    { state: 'present', seen: ['a1', 'c1'], gone: null, first_seen_is_new: false },
  ]);
  expect(await livesOf(all.slice(0, 2), said)).toMatchObject([{ state: 'not_shown', seen: ['a1'] }]);
});

test('a damage that has more types than before lives on; once a person calls it new, that is a life of its own, too', async () => {
  const all = [inspection('a', ['1']), inspection('b', ['1']), inspection('c', ['1'])];
  const cb: Said[] = [['existing', '1', '1']];
  const old = { state: 'present', seen: ['a1', 'b1', 'c1'], gone: null, first_seen_is_new: false };
  expect(await livesOf(all, { ba: [['unknown', '1', '1']], cb })).toEqual([old]);
  expect(await livesOf(all, { ba: [['new', '1', '1']], cb })).toEqual([
    old,
    { state: 'present', seen: ['b1', 'c1'], gone: null, first_seen_is_new: true },
  ]);
});

test('a damage that was gone and is there again has a life of its own', async () => {
  const all = [inspection('a', ['1']), inspection('b', []), inspection('c', ['1'])];
  const lives = await livesOf(all, { ba: [['gone', '1', null]], cb: [['new', null, '1']] });
  expect(lives).toEqual([
    { state: 'gone', seen: ['a1'], gone: 'b', first_seen_is_new: false },
    { state: 'present', seen: ['c1'], gone: null, first_seen_is_new: true },
  ]);
});
