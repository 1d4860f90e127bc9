import { expect, test } from 'vitest';
import { commonDetails, type Findings, findingsOf, historyOf, wholeOf, whyNoSum } from './findings.ts';
import { reviewItems } from './review/review-items.ts';

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
    partLevels: [],
    vehicle: null,
    vehicleGroups: [
      { vehicleGroup: 1, conditionScore: 97 },
      { vehicleGroup: 2, conditionScore: null },
    ],
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

const damage = (id: string, partType: string, family: string | null = null) => ({
  id,
  partType,
  partFamily: family && { family },
});

type Levels = Record<string, number>;

type Found = { damages: ReturnType<typeof damage>[]; ofParts?: Levels; status?: string };
/** Of one vehicle; a part has the id of its type, and the levels are by type or by family. */
const found = ({ damages, ofParts = {}, status = 'DONE' }: Found): Answer => {
  const given = answer([]);
  const inspection = {
    ...given.entities.inspections.i!,
    id: 'i',
    checks: [],
    tasks: ['t'],
    damages: damages.map(({ id }) => id),
    parts: [...new Set(damages.map(({ partType }) => partType))].map((partType) => ({
      id: partType,
      partType,
    })),
    partLevels: damages
      .map(({ partType, partFamily }) => ({ partType, family: partFamily ? partFamily.family : null }))
      .map(({ partType, family }) => ({
        partType,
        partFamily: family,
        vehicleGroup: null,
        level: ofParts[family ?? partType] ?? 0,
        raised: false,
      })),
  };
  const entities = {
    ...given.entities,
    tasks: { t: { name: 'damage_detection', status } },
    damages: Object.fromEntries(damages.map((one) => [one.id, one])),
    inspections: { i: inspection },
  };
  return { ...given, entities } as unknown as Answer;
};

test('parts are listed as the report lists them: the worst first, by name, what is to be confirmed last', () => {
  const { parts } = findingsOf(
    found({
      damages: [
        damage('a', 'ignore', 'door'),
        damage('b', 'ignore', 'bumper'),
        damage('c', 'fender_front_left'),
        damage('d', 'bumper_front'),
        damage('e', 'hood'),
        damage('f', 'hood'),
        damage('g', 'trunk'),
      ],
      ofParts: { bumper_front: 2, fender_front_left: 2, hood: 3, trunk: 3, door: 1, bumper: 3 },
    }),
  );
  expect(
    parts.map((part) => [part.family ?? part.type, ...part.damages.map((one) => one.damage.id)]),
  ).toEqual([
    ['hood', 'e', 'f'],
    ['trunk', 'g'],
    ['bumper_front', 'd'],
    ['fender_front_left', 'c'],
    ['bumper', 'b'],
    ['door', 'a'],
  ]);
});

test('the list stays as it is while findings are corrected, with the numbers that the report has now', () => {
  const [bumper, hood, trunk] = [damage('b', 'bumper_front'), damage('h', 'hood'), damage('t', 'trunk')];
  const damages = [bumper, hood, trunk];
  const listed = (findings: Findings) => reviewItems(findings).map(({ id, number }) => `${number}${id}`);
  const opened = findingsOf(found({ damages }));
  expect(listed(opened)).toEqual(['1b', '2h', '3t']);

  const severe = found({ damages, ofParts: { trunk: 3 } });
  const corrected = findingsOf(severe, opened);
  expect(listed(corrected)).toEqual(['2b', '3h', '1t']);
  expect(listed(findingsOf(severe))).toEqual(['1t', '2b', '3h']);

  const roof = damage('r', 'roof');
  const more = found({ damages: [roof, ...damages.slice(1)], ofParts: { trunk: 3, hood: 2 } });
  expect(listed(findingsOf(more, corrected))).toEqual(['2h', '3r', '1t']);
});

test('what an analysis finds is listed anew, the worst first', () => {
  const damages = [damage('b', 'bumper_front'), damage('h', 'hood')];
  const running = findingsOf(found({ damages, status: 'TODO' }));
  const done = findingsOf(found({ damages, ofParts: { hood: 3 } }), running);
  expect(done.parts.map(({ type }) => type)).toEqual(['hood', 'bumper_front']);
});

test('each of several vehicles has its own condition, and what no photo of them shows has none', () => {
  const vehicles = findingsOf(answer([{}])).vehicles;
  expect(vehicles.map(({ whole }) => whole?.conditionScore)).toEqual([97, null, undefined]);
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

test('of several vehicles the head tells no plate that was read on the photos of one of them', () => {
  const vehicle = { brand: 'Fiat', plate: 'AB123CD', vin: null, mileageValue: 900, readFrom: { plate: 'd' } };
  // Only what the head tells.
  const headOf = (vehicles: object[]) => commonDetails({ vehicle, vehicles } as unknown as Findings);
  expect(headOf([{}, {}])).toMatchObject({ brand: 'Fiat', plate: null, mileageValue: 900 });
  expect(headOf([])).toMatchObject({ plate: 'AB123CD' });
});

test('of several vehicles the history is that of the one whose plate was read', () => {
  const vehicle = { knownVehicleId: 'k', plate: 'AB123CD', readFrom: { plate: 'd' } };
  const vehicles = [
    { group: 1, whole: { plate: null } },
    { group: 2, whole: { plate: 'AB123CD' } },
  ];
  // Only what tells whose history it is.
  const of = (more: object) => historyOf({ vehicle, vehicles, ...more } as unknown as Findings);
  expect(of({})).toEqual({ id: 'k', group: 2 });
  expect(of({ vehicle: { ...vehicle, readFrom: { plate: null } } })).toEqual({ id: 'k', group: null });
  expect(of({ vehicles: [] })).toEqual({ id: 'k', group: null });
  expect(of({ vehicle: { ...vehicle, knownVehicleId: null } })).toBeNull();
});

test('each vehicle has its own levels, also of a part that only a damage of another part reaches, with the work on it', () => {
  const given = found({ damages: [damage('d', 'bumper_back'), damage('e', 'hood')] });
  const [bumper, fender] = ['bumper_back', 'fender_back_right'].map((partType) => ({
    id: partType,
    partType,
    partOperation: { name: 'replacing' },
  }));
  const inspection = {
    ...given.entities.inspections.i!,
    checks: answer([]).entities.inspections.i!.checks,
    parts: [bumper, fender],
    partLevels: [
      { vehicleGroup: 1, partType: 'bumper_back', partFamily: null, level: 3, raised: false },
      { vehicleGroup: 1, partType: 'fender_back_right', partFamily: null, level: 2, raised: false },
      { vehicleGroup: 2, partType: 'fender_back_right', partFamily: null, level: 1, raised: false },
    ],
  };
  const { laborCost } = inspection.pricing;
  const prices = { fender: { relatedItemId: 'fender_back_right', operation: 'dent_repair', pricing: 687.6 } };
  const [first, ...others] = laborCost!.vehicleGroups;
  const pricing = {
    laborCost: { ...laborCost, details: prices, vehicleGroups: [{ ...first, details: prices }, ...others] },
  };
  const damages = {
    d: { ...damage('d', 'bumper_back'), vehicleGroup: 1, parts: [bumper, fender] },
    e: { ...damage('e', 'hood'), vehicleGroup: 2, parts: [] },
  };
  const entities = { ...given.entities, damages, inspections: { i: { ...inspection, pricing } } };
  const [vehicle] = findingsOf({ ...given, entities } as unknown as Answer).vehicles;
  expect(vehicle!.parts.map(({ type, level, operation }) => [type, level, operation])).toEqual([
    ['bumper_back', 3, null],
    ['fender_back_right', 2, 'dent_repair'],
  ]);
});
