import { expect, test, vi } from 'vitest';
import { exitStatusOf, sayFindings } from './findings.ts';
import type { Inspected } from './inspection.ts';

/** Two vehicles on three photos, the second beyond an estimate; what both are together is severe. */
const inspected = (
  kinds: string[],
  {
    suspicions,
    ...found
  }: {
    damages?: object;
    suspicions?: object[];
    wheelAnalysis?: object;
    vehicles?: object;
  } = {},
) => {
  const group = {
    notPriced: [],
    details: {},
    openParts: [],
    beyondVisualEstimate: false,
    notAssessed: false,
    totalPrice: 0,
  };
  const ofVehicles = [
    { ...group, vehicleGroup: 1, imageIds: ['a', 'b'], totalPrice: 682.2 },
    { ...group, vehicleGroup: 2, imageIds: ['c'], beyondVisualEstimate: true },
    { ...group, vehicleGroup: null, imageIds: ['d'], notAssessed: true },
  ];
  const judged = [
    {
      imageIds: ['a', 'b'],
      placesToCheck: 0,
      conditionScore: 92,
      vehicleState: { state: 'light', reason: 'As listed.' },
    },
    {
      imageIds: ['c'],
      placesToCheck: 2,
      conditionScore: null,
      vehicleState: { state: null, reason: 'Look.' },
    },
  ];
  const inspection = {
    checks: kinds.map((kind) => ({
      kind,
      message: 'Different number plates were read.',
      imageIds: ['a', 'c'],
    })),
    images: ['a', 'b', 'c', 'd'],
    vehicle: 'v',
    parts: [],
    partLevels: [],
    damageSeverityResults: [],
    vehicleGroups: kinds.length > 0 ? judged : [],
    conditionScore: 40,
    vehicleState: { state: 'severe', reason: '1 photo shows heavy deformation.' },
    placesToCheck: 2,
    suspicions,
    pricing: { laborCost: { openParts: [], vehicleGroups: kinds.length > 0 ? ofVehicles : [] } },
  };
  const estimate = { currency: 'EUR', beyondVisualEstimate: true, notPriced: [] };
  const vehicles = { v: { repairEstimateDetails: estimate } };
  // Only what the estimate is told from.
  return {
    result: 'i',
    entities: { inspections: { i: inspection }, vehicles, damages: {}, wheelAnalysis: {}, ...found },
  } as unknown as Inspected;
};

const dent = {
  damageType: 'dent',
  otherDamageTypes: [],
  partType: 'hood',
  partFamily: null,
  partCandidates: [],
  parts: [],
  vehicleGroup: 1,
  damageSizeCm: null,
  score: 0.9,
};

const said = (...of: Parameters<typeof inspected>): string => {
  // What is said would go to the terminal of the tests.
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  sayFindings(inspected(...of), ['repair_estimate', 'wheel_analysis']);
  const lines = write.mock.calls.map(([line]) => line).join('');
  write.mockRestore();
  return lines;
};

test('a check says which photos it is about', () => {
  expect(said(['different_vehicle'])).toContain('  Different number plates were read. (photos 1, 3)\n');
});

test('of several vehicles each has its own condition and estimate', () => {
  const lines = said(['different_vehicle']);
  expect(lines).toContain('Condition  of the vehicle on photos 1, 2: 92 of 100\n');
  expect(lines).toContain('State      of the vehicle on photos 1, 2: light. As listed.\n');
  expect(lines).toContain('Condition  of the vehicle on photo 3: not assessed until checked\n');
  expect(lines).not.toContain('severe');
  expect(lines).toContain('Estimate   of the vehicle on photos 1, 2: 682.20 EUR\n');
  expect(lines).toContain('Estimate   of the vehicle on photo 3: beyond a visual estimate');
  expect(lines).toContain('Estimate   of what no vehicle is known of: not assessed until checked\n');
});

test('one vehicle has a condition and a state', () => {
  const lines = said([], { damages: { dent } });
  expect(lines).toContain('Condition  40 of 100\nState      severe. 1 photo shows heavy deformation.\n');
  expect(lines).toContain('Estimate   beyond a visual estimate: have the vehicle inspected\n');
});

test('the reason of a state is told once where it stands in place of the damages', () => {
  const lines = said([]);
  expect(lines).toContain('\n1 photo shows heavy deformation.\n');
  expect(lines).toContain('State      severe\n');
});

test('an estimate without a range tells none', () => {
  const estimate = { currency: 'EUR', notPriced: [], totalCost: 0, totalCostWithTax: 0, scope: 'visible' };
  const vehicles = (low: number, high: number) => ({
    v: { repairEstimateDetails: { ...estimate, range: { low, high } } },
  });
  expect(said([], { vehicles: vehicles(0, 0) })).toContain('Estimate   0.00 EUR, 0.00 with tax, visible\n');
  expect(said([], { vehicles: vehicles(5, 9) })).toContain('Estimate   0.00 EUR (5 to 9), ');
});

test('an estimate says what the upper end of its range counts besides', () => {
  const estimate = { currency: 'EUR', totalCost: 600, totalCostWithTax: 720, scope: 'visible' };
  const one = { partType: 'ignore', partFamily: 'head_light', damageTypes: [], atMost: 428 };
  const notPriced = [{ ...one, code: 'beside_torn_bumper' }];
  const vehicles = {
    v: { repairEstimateDetails: { ...estimate, notPriced, range: { low: 480, high: 1145 } } },
  };
  const lines = said([], { vehicles });
  expect(lines).toContain('Estimate   600.00 EUR (480 to 1145), ');
  expect(lines).toContain('torn; at most 428.00 EUR, which the upper end of the range counts)\n');
});

test('places to check are told of the vehicle that they are on', () => {
  expect(said(['different_vehicle'])).toContain('Damages: none is listed\n');
  const lines = said(['different_vehicle'], { damages: { dent } });
  expect(lines).toContain('  2 more places to check by a person, on the vehicle on photo 3\n');
  expect(lines.match(/to check by/g)).toHaveLength(1);
  expect(said([], { damages: { dent } })).toContain('  2 more places to check by a person\n');
});

test('a place to check says what it may be, where and on which photo, until somebody has decided', () => {
  const place = (state: string, partType: string | null, ...photos: string[]) => ({
    state,
    damageType: 'scratch',
    partType,
    views: photos.map((imageId) => ({ imageId })),
  });
  const suspicions = [
    place('open', 'hood', 'b', 'a'),
    place('open', null, 'c'),
    place('dismissed', 'roof', 'c'),
  ];
  expect(said([], { damages: { dent }, suspicions })).toContain(
    'person\n    perhaps scratch, hood, photos 1, 2\n    perhaps scratch, part unknown, photo 3\n\n',
  );
  expect(said([], { suspicions })).toContain('deformation.\n    perhaps scratch, hood, photos 1, 2\n');
  const lines = said(['different_vehicle'], { damages: { dent }, suspicions });
  expect(lines).toContain('on the vehicle on photo 3\n    perhaps scratch, part unknown, photo 3\n\n');
  expect(lines).not.toContain('hood, photo');
});

const told = (prediction: string) => ({ prediction });
const wheel = (imageId: string, tyre: string) => ({
  imageId,
  wheelName: 'wheel_front_left',
  hubcapOverRim: told('RIM_ONLY'),
  rimMaterial: told('ALU'),
  rimCondition: told('NOT_DAMAGED'),
  rimVisualAspect: told('CLASSIC'),
  hubcapCondition: told('NOT_APPLICABLE'),
  hubcapVisualAspect: told('NOT_APPLICABLE'),
  tyre: told(tyre),
});

test('two wheels of one name on one photo are on one photo', () => {
  const wheelAnalysis = { a: wheel('a', 'INFLATED'), b: wheel('a', 'INFLATED') };
  expect(said([], { wheelAnalysis }).replaceAll(/ +/g, ' ')).toMatch(/ front left wheel 1 /);
});

test('wheels that nobody can name are listed one by one: they may be different ones', () => {
  const nameless = (id: string) => ({ ...wheel(id, 'INFLATED'), id, wheelName: null });
  const lines = said([], { wheelAnalysis: { a: nameless('a'), b: nameless('b') } }).replaceAll(/ +/g, ' ');
  expect(lines.match(/ wheel 1 .* inflated\n/g)).toHaveLength(2);
});

test('wheels of several vehicles are in a table for each', () => {
  const wheelAnalysis = { a: wheel('a', 'INFLATED'), c: wheel('c', 'FLAT'), d: wheel('d', 'INFLATED') };
  const lines = said(['different_vehicle'], { wheelAnalysis }).replaceAll(/ +/g, ' ');
  expect(lines).toMatch(/ Of the vehicle on photos 1, 2\n.*\n.*\n front left wheel 1 .* inflated\n/);
  expect(lines).toMatch(/ Of the vehicle on photo 3\n.*\n.*\n front left wheel 1 .* flat\n/);
  expect(lines).toMatch(/ Of what no vehicle is known of\n.*\n.*\n front left wheel 1 .* inflated\n/);
  expect(said([], { wheelAnalysis }).replaceAll(/ +/g, ' ')).toMatch(/ front left wheel 3 /);
});

test('a wheel of which nothing is known is not listed', () => {
  const unknown = Object.fromEntries(
    Object.entries(wheel('a', 'UNKNOWN')).map(([name, value]) => [
      name,
      typeof value === 'object' ? told('UNKNOWN') : value,
    ]),
  );
  const nothing = said([], { wheelAnalysis: { a: unknown } });
  expect(nothing).toContain('\nWheels: nothing is known of those that were seen\n');
  const one = said([], { wheelAnalysis: { a: unknown, b: wheel('b', 'FLAT') } }).replaceAll(/ +/g, ' ');
  expect(one).toMatch(/ front left wheel 1 .* flat\n/);
  expect(said([])).toContain('\nWheels: none was seen\n');
});

test('for a script nothing found is no success where nothing is certain', () => {
  const status = (state: string | null, damages: string[] = [], more = {}) => {
    // Only what the status is told from.
    const inspection = { damages, vehicleState: { state } } as unknown as Parameters<typeof exitStatusOf>[0];
    return exitStatusOf(inspection, { skipped: 0, failed: 0, ...more });
  };
  expect(status('intact')).toBe(0);
  expect(status(null)).toBe(4);
  expect(status(null, ['d'])).toBe(3);
  expect(status(null, [], { skipped: 1 })).toBe(1);
  expect(status('light', ['d'], { failed: 1 })).toBe(1);
  expect(exitStatusOf({ damages: [], vehicleState: null }, { skipped: 0, failed: 0 })).toBe(0);
});
