import type { SharedInspection } from '@walkaround/sdk';
import { expect, test } from 'vitest';
import { inReportOrder } from './shared-order.ts';

const part = (partType: string, vehicleGroup: number | null = null, partFamily: string | null = null) => ({
  partType,
  partFamily,
  vehicleGroup,
});

const ordered = (parts: ReturnType<typeof part>[], group: number | null, places: object[]) => {
  // Only what tells the order.
  const shared = { parts } as unknown as SharedInspection;
  return (places as { partType: 'hood' }[]).toSorted(inReportOrder(shared, group));
};

test('damages and costs are in the order of the report, those of a part that nobody rated last', () => {
  const parts = [part('hood'), part('grill'), part('ignore', null, 'door'), part('ignore', null, 'panel')];
  const onPanel = { partType: 'ignore', partFamily: { family: 'panel' } };
  const onDoor = { partType: 'ignore', partFamily: { family: 'door' } };
  const [grill, hood, roof] = [{ partType: 'grill' }, { partType: 'hood' }, { partType: 'roof' }];
  expect(ordered(parts, null, [roof, onPanel, grill, onDoor, hood])).toEqual([
    hood,
    grill,
    onDoor,
    onPanel,
    roof,
  ]);
});

test('each of several vehicles has its own order', () => {
  const parts = [part('hood', 1), part('grill', 1), part('grill', 2), part('hood', 2)];
  const places = [{ partType: 'hood' }, { partType: 'grill' }];
  expect(ordered(parts, 1, places)).toEqual(places);
  expect(ordered(parts, 2, places)).toEqual(places.toReversed());
});
