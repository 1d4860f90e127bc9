import type { SharedInspection } from '@walkaround/sdk';
import { expect, test } from 'vitest';
import { inReportOrder } from './shared-order.ts';

const damage = (partType: string, level: number, more: object = {}) => ({
  partType,
  partFamily: null,
  otherParts: [],
  vehicleGroup: null,
  level,
  ...more,
});

const ordered = (damages: object[], parts: object[], group: number | null, names: string[]) => {
  // Only what tells the order.
  const shared = {
    damages,
    parts,
    vehicleGroups: group === null ? [] : [{}, {}],
  } as unknown as SharedInspection;
  return names.map((partType) => ({ partType: partType as 'hood' })).toSorted(inReportOrder(shared, group));
};

test('damages and costs are in the order of the report: the worst part first, what lies on no part last', () => {
  const damages = [
    damage('ignore', 3),
    damage('bumper_front', 2, { otherParts: ['grill'] }),
    damage('hood', 1),
  ];
  const names = ['ignore', 'grill', 'hood', 'bumper_front'];
  const parts = (hood: number) => [{ partType: 'hood', level: hood }];
  const namesIn = (hood: number, group: number | null = null, of: object[] = damages) =>
    ordered(of, parts(hood), group, names).map(({ partType }) => partType);
  expect(namesIn(1)).toEqual(['bumper_front', 'grill', 'hood', 'ignore']);
  // Many damages make the part worse than each of them.
  expect(namesIn(3)).toEqual(['hood', 'bumper_front', 'grill', 'ignore']);
  // What is said of a part as a whole is about all vehicles.
  const ofFirst = damages.map((one) => ({ ...one, vehicleGroup: 1 }));
  expect(namesIn(3, 1, ofFirst)).toEqual(['bumper_front', 'grill', 'hood', 'ignore']);
});
