import { expect, test } from 'vitest';
import { damageTables } from './damage-table.ts';
import type { Inspected } from './inspection.ts';

const damage = (id: string, vehicleGroup: number | null, partType: string, others: string[] = []) => ({
  id,
  vehicleGroup,
  damageType: 'dent',
  otherDamageTypes: [],
  partType,
  partFamily: null,
  partCandidates: [],
  parts: [partType, ...others].map((name) => ({ id: name, partType: name })),
  damageSizeCm: 25,
  score: 0.9,
});
const price = (relatedItemId: string, pricing: number, operation = 'dent_repair') => ({
  relatedItemId,
  pricing,
  operation,
});
const level = (relatedItemId: string, is: number) => ({
  relatedItemId,
  isUserModified: false,
  value: { customSeverity: { level: is } },
});
const PARTS = ['bumper_back', 'fender_back_right'];

type Rated = [partType: string, level: number, vehicleGroup?: number];
const rated = ([partType, is, vehicleGroup]: Rated) => ({
  partType,
  partFamily: null,
  vehicleGroup: vehicleGroup ?? null,
  level: is,
  raised: false,
});

const tablesOf = (
  damages: ReturnType<typeof damage>[],
  vehicleGroups: object[],
  laborCost: object,
  partLevels: Rated[] = [],
) => {
  const inspection = {
    images: ['a', 'b'],
    parts: PARTS.map((name) => ({ id: name, partType: name })),
    partLevels: partLevels.map(rated),
    damageSeverityResults: [level('d', 1), level('e', 3)],
    vehicleGroups,
    pricing: { laborCost: { currency: 'EUR', openParts: [], ...laborCost } },
  };
  const entities = {
    inspections: { i: inspection },
    damages: Object.fromEntries(damages.map((one) => [one.id, one])),
  };
  // Only what the tables are made from.
  return damageTables({ result: 'i', entities } as unknown as Inspected).replaceAll(/ +/g, ' ');
};

test('a part that a damage of another part reaches has a row with its price, and the damage says so', () => {
  const details = { a: price('bumper_back', 480), b: price('fender_back_right', 687.6) };
  const text = tablesOf([damage('d', null, 'bumper_back', ['fender_back_right'])], [], { details }, [
    ['bumper_back', 3],
    ['fender_back_right', 1],
  ]);
  expect(text).toMatch(/back bumper severe dent repair 480\.00 EUR\n dent 25 cm minor/);
  expect(text).toContain('back right fender minor dent repair 687.60 EUR\n');
  expect(text).toContain('the dent of the back bumper is also on: back right fender');
});

test('damages of two vehicles are in two tables, each with its own severity, operation and price', () => {
  const costs = (vehicleGroup: number, pricing: number, operation: string) => ({
    vehicleGroup,
    openParts: [],
    details: { a: price('bumper_back', pricing, operation) },
  });
  const text = tablesOf(
    [damage('d', 1, 'bumper_back'), damage('e', 2, 'bumper_back')],
    [
      { vehicleGroup: 1, imageIds: ['a'] },
      { vehicleGroup: 2, imageIds: ['b'] },
    ],
    {
      details: { a: price('bumper_back', 960) },
      vehicleGroups: [costs(1, 480, 'dent_repair'), costs(2, 747, 'replacing')],
    },
    [
      ['bumper_back', 1, 1],
      ['bumper_back', 3, 2],
    ],
  );
  expect(text).toMatch(/Of the vehicle on photo 1\n.*\n.*\n back bumper minor dent repair 480\.00 EUR\n/);
  expect(text).toMatch(/Of the vehicle on photo 2\n.*\n.*\n back bumper severe replace 747\.00 EUR\n/);
  expect(text).not.toContain('960');
});

test('the worst part comes first, and what lies on no known part last, as in the report', () => {
  const levels: Rated[] = [
    ['ignore', 3],
    ['bumper_back', 3],
    ['roof', 3],
    ['hood', 1],
  ];
  const inOrder = (...damages: ReturnType<typeof damage>[]) =>
    tablesOf(damages, [], { details: {} }, levels).match(/back bumper|hood|roof|part to be confirmed/g);
  expect(
    inOrder(damage('e', null, 'ignore'), damage('f', null, 'hood'), damage('d', null, 'bumper_back')),
  ).toEqual(['back bumper', 'hood', 'part to be confirmed']);
  expect(inOrder(damage('d', null, 'hood'), damage('e', null, 'roof'))).toEqual(['roof', 'hood']);
});

test('each of two damages whose part is open tells its guesses, with the name that it has in the table', () => {
  const open = (id: string, family: string | null, guess: string) => ({
    ...damage(id, null, 'ignore'),
    partFamily: family && { family },
    partCandidates: [{ partType: guess, probability: 0.45 }],
  });
  const text = tablesOf(
    [open('d', 'fender', 'fender_front_left'), open('e', null, 'mirror_left')] as ReturnType<typeof damage>[],
    [],
    { details: {} },
  );
  expect(text).toContain('the dent (fender, which one to be confirmed) may be on: front left fender 45 %');
  expect(text).toContain('the dent (part to be confirmed) may be on: left mirror 45 %');
});
