import { expect, test } from 'vitest';
import type { Correction } from '../records/findings/correction.ts';
import type { ComparedDamage, Comparison } from './comparison.ts';
import { type DecisionWords, withDecisions } from './decisions.ts';

const BOX = { xmin: 100, ymin: 100, width: 50, height: 50 };

/** A scratch on the hood of the later inspection, of which the photos tell nothing. */
const scratch = (id: string, box = BOX, part_type = 'hood') =>
  ({
    status: 'unknown',
    reason: { code: 'photo_unclear', message: '' },
    before: { damage: null, shown: [] },
    after: {
      damage: { id, damage_type: 'scratch', part_type },
      shown: [{ image: { id: 'photo' }, outline: { bounding_box: box } }],
    },
  }) as unknown as ComparedDamage;

const comparison = (...damages: ComparedDamage[]) =>
  ({
    before: { id: 'before', damages: [] },
    after: { id: 'after', damages: damages.map(({ after }) => after.damage) },
    damages,
  }) as unknown as Comparison;

const word = (id: string, change: DecisionWords['change'], made_at = '2026-01-01'): Correction => ({
  id: `${id} ${made_at}`,
  item_id: 'before',
  part_type: 'hood',
  action: 'changed',
  before: null,
  after: {
    compared_damage_id: id,
    compared_damage_type: 'scratch',
    compared_places: [{ image_id: 'photo', bounding_box: BOX }],
    change,
  },
  made_at,
  made_by: 'ada',
  made_by_name: 'Ada',
});

const decided = (damages: ComparedDamage[], after: Correction[], before: Correction[] = []) => {
  const { damages: all, lost_decisions } = withDecisions(comparison(...damages), { after, before });
  return { statuses: all.map(({ status }) => status), lost: lost_decisions };
};

test('a decision goes over to the damage that a new run finds at the same place', () => {
  const moved = { ...BOX, xmin: 105 };
  expect(decided([scratch('second', moved)], [word('first', 'new')])).toEqual({
    statuses: ['new'],
    lost: [],
  });
});

test('a decision whose damage did not come again is told as lost', () => {
  const away = { ...BOX, xmin: 600 };
  for (const other of [scratch('second', away), scratch('second', BOX, 'roof')])
    expect(decided([other], [word('first', 'existing')])).toMatchObject({
      statuses: ['unknown'],
      lost: [{ damage_type: 'scratch', part_type: 'hood', status: 'existing', made_by_name: 'Ada' }],
    });
});

test('what was taken back on the second one stays taken back on a third', () => {
  const words = [word('first', 'new'), word('second', null, '2026-01-02')];
  expect(decided([scratch('second')], words)).toEqual({ statuses: ['unknown'], lost: [] });
  expect(decided([scratch('third')], words)).toEqual({ statuses: ['unknown'], lost: [] });
});

test('a damage that a person deleted leaves no lost decision', () => {
  const deletion = { ...word('first', null), item_id: 'first', action: 'deleted' as const, after: null };
  expect(decided([], [word('first', 'new'), deletion]).lost).toEqual([]);
  expect(decided([], [word('first', 'new')], [deletion]).lost).toEqual([]);
});
