import { expect, test } from 'vitest';
import { findingsOf } from './findings.ts';

type Answer = Parameters<typeof findingsOf>[0];

/** Photos of two vehicles, and costs of each; of group null is what no photo of a known vehicle shows. */
const answer = (notPriced: object[]): Answer => {
  const costs = (vehicleGroup: number | null, leftOut: object[]) => ({
    vehicleGroup,
    details: {},
    openParts: [],
    notPriced: leftOut,
  });
  const inspection = {
    images: ['a', 'b'],
    damages: [],
    parts: [],
    tasks: [],
    wheelAnalysis: [],
    damageSeverityResults: [],
    severityResults: [],
    vehicle: null,
    checks: [{ kind: 'different_vehicle', groups: [{ imageIds: ['a'] }, { imageIds: ['b'] }] }],
    pricing: {
      laborCost: {
        ...costs(null, notPriced),
        vehicleGroups: [costs(1, []), costs(2, []), costs(null, notPriced)],
      },
    },
  };
  const none = { images: {}, views: {}, damages: {}, vehicles: {}, tasks: {}, wheelAnalysis: {} };
  // Only what vehicles are told apart by.
  return { result: 'i', entities: { ...none, inspections: { i: inspection } } } as unknown as Answer;
};

const groups = (notPriced: object[]) => findingsOf(answer(notPriced)).vehicles.map(({ group }) => group);

test('what no photo of a known vehicle shows has a row where something of it is left out of the costs', () => {
  expect(groups([{ code: 'tire', partType: 'wheel', partFamily: null, damageTypes: [] }])).toEqual([
    1,
    2,
    null,
  ]);
  expect(groups([])).toEqual([1, 2]);
});
