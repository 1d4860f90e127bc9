import { expect, test } from 'vitest';
import { findingsOf, wholeOf, whyNoSum } from './findings.ts';

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

test('parts are listed as the report lists them: the worst first, by name, what is to be confirmed last', () => {
  const damage = (id: string, partType: string, family: string | null = null) => ({
    id,
    partType,
    partFamily: family && { family },
  });
  const damages = [
    damage('a', 'ignore', 'door'),
    damage('b', 'ignore', 'bumper'),
    damage('c', 'fender_front_left'),
    damage('d', 'bumper_front'),
    damage('e', 'hood'),
    damage('f', 'hood'),
  ];
  const rated = (relatedItemId: string, level: number) => ({
    relatedItemId,
    isUserModified: false,
    value: { customSeverity: { level } },
  });
  const given = answer([]);
  const inspection = {
    ...given.entities.inspections.i!,
    checks: [],
    damages: damages.map(({ id }) => id),
    parts: ['bumper_front', 'fender_front_left', 'hood'].map((partType) => ({ id: partType, partType })),
    damageSeverityResults: [
      ...['a', 'e'].map((id) => rated(id, 1)),
      ...['c', 'd'].map((id) => rated(id, 2)),
      ...['b', 'f'].map((id) => rated(id, 3)),
    ],
    severityResults: [rated('bumper_front', 2), rated('fender_front_left', 2), rated('hood', 3)],
  };
  const entities = {
    ...given.entities,
    damages: Object.fromEntries(damages.map((one) => [one.id, one])),
    inspections: { i: inspection },
  };
  const { parts } = findingsOf({ ...given, entities } as unknown as Answer);
  expect(
    parts.map((part) => [part.family ?? part.type, ...part.damages.map((one) => one.damage.id)]),
  ).toEqual([
    ['hood', 'e', 'f'],
    ['bumper_front', 'd'],
    ['fender_front_left', 'c'],
    ['bumper', 'b'],
    ['door', 'a'],
  ]);
});

test('several vehicles have no condition and no state together', () => {
  const two = findingsOf(answer([]));
  expect(wholeOf(two)).toBeNull();
  const inspection = { ...two.inspection, conditionScore: 40, vehicleState: null };
  expect(wholeOf({ ...two, inspection, vehicles: [] })).toEqual({ conditionScore: 40, vehicleState: null });
});

test('of several vehicles there is no sum because they are several, even if one is beyond an estimate', () => {
  const { pricing } = findingsOf(answer([]));
  const beyond = { ...pricing!, beyondVisualEstimate: true };
  expect(whyNoSum(beyond)).toBe('vehicles');
  expect(whyNoSum({ ...beyond, vehicleGroups: [] })).toBe('beyond');
  expect(whyNoSum({ ...pricing!, beyondVisualEstimate: false, vehicleGroups: [] })).toBeNull();
});
