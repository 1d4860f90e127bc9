import { expect, test } from 'vitest';
import type { Correction } from '../records/findings/correction.ts';
import { partsCalledFine } from './hidden-headlight.ts';

const said = (item_id: string, action: Correction['action'], words: Pick<Correction, 'before' | 'after'>) =>
  ({ item_id, action, part_type: 'head_light_left', ...words }) as Correction;

const broken = { damage_type: 'broken_light', part_type: 'head_light_left' };
const deleted = said('a', 'deleted', { before: broken, after: null });
const dismissed = said('b', 'changed', { before: null, after: { ...broken, state: 'dismissed' } });

test('who deletes a damage or dismisses a suspicion says that the part is fine', () => {
  expect(partsCalledFine([deleted])).toEqual(['head_light_left']);
  expect(partsCalledFine([dismissed])).toEqual(['head_light_left']);
});

test('who takes it back does not, nor who changes or prices it', () => {
  const restored = said('a', 'restored', { before: null, after: broken });
  const reopened = said('b', 'changed', { before: null, after: { ...broken, state: 'open' } });
  const changed = said('c', 'changed', { before: broken, after: broken });
  const price = said('d', 'deleted', { before: { pricing: 300 }, after: null });
  expect(partsCalledFine([deleted, dismissed, restored, reopened, changed, price])).toEqual([]);
});
