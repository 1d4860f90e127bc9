import { expect, test, vi } from 'vitest';
import { sayFindings } from './findings.ts';
import type { Inspected } from './inspection.ts';

/** Two vehicles on three photos, the second beyond an estimate; what both are together is severe. */
const inspected = (kinds: string[]) => {
  const group = { notPriced: [], beyondVisualEstimate: false, notAssessed: false, totalPrice: 0 };
  const ofVehicles = [
    { ...group, imageIds: ['a', 'b'], totalPrice: 682.2 },
    { ...group, imageIds: ['c'], beyondVisualEstimate: true },
    { ...group, imageIds: [], notAssessed: true },
  ];
  const judged = [
    { imageIds: ['a', 'b'], conditionScore: 92, vehicleState: { state: 'light', reason: 'As listed.' } },
    { imageIds: ['c'], conditionScore: null, vehicleState: { state: null, reason: 'Look.' } },
  ];
  const inspection = {
    checks: kinds.map((kind) => ({ kind, message: 'Different number plates were read.' })),
    images: ['a', 'b', 'c'],
    vehicle: 'v',
    vehicleGroups: kinds.length > 0 ? judged : [],
    conditionScore: 40,
    vehicleState: { state: 'severe', reason: '1 photo shows heavy deformation.' },
    placesToCheck: 0,
    pricing: { laborCost: { vehicleGroups: kinds.length > 0 ? ofVehicles : [] } },
  };
  const estimate = { currency: 'EUR', beyondVisualEstimate: true, notPriced: [] };
  const vehicles = { v: { repairEstimateDetails: estimate } };
  // Only what the estimate is told from.
  return {
    result: 'i',
    entities: { inspections: { i: inspection }, vehicles, damages: {} },
  } as unknown as Inspected;
};

const said = (kinds: string[]): string => {
  // What is said would go to the terminal of the tests.
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  sayFindings(inspected(kinds), ['repair_estimate']);
  const lines = write.mock.calls.map(([line]) => line).join('');
  write.mockRestore();
  return lines;
};

test('of several vehicles each has its own condition and estimate', () => {
  const lines = said(['different_vehicle']);
  expect(lines).toContain('Condition  of the vehicle on photo 1, 2: 92 of 100\n');
  expect(lines).toContain('State      of the vehicle on photo 1, 2: light. As listed.\n');
  expect(lines).toContain('Condition  of the vehicle on photo 3: not assessed until checked\n');
  expect(lines).not.toContain('severe');
  expect(lines).toContain('Estimate   of the vehicle on photo 1, 2: 682.20 EUR\n');
  expect(lines).toContain('Estimate   of the vehicle on photo 3: beyond a visual estimate');
  expect(lines).toContain('Estimate   of what no vehicle is known of: not assessed until checked\n');
});

test('one vehicle has a condition and a state', () => {
  const lines = said([]);
  expect(lines).toContain('Condition  40 of 100\nState      severe. 1 photo shows heavy deformation.\n');
  expect(lines).toContain('Estimate   beyond a visual estimate: have the vehicle inspected\n');
});
