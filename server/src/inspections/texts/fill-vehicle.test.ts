import { expect, test } from 'vitest';
import { filledVehicle } from './fill-vehicle.ts';

const HONDA = '1HGCM82633A004352';
const reading = { vin: { value: HONDA, from: 'document 1' } };

test('what nobody gave is filled in, and where it comes from is kept', () => {
  for (const empty of [{}, { vin: null }, { vin: ' ' }])
    expect(filledVehicle({ details: { brand: 'Honda', ...empty }, read_from: {} }, reading, [])).toEqual({
      details: { brand: 'Honda', vin: HONDA },
      read_from: { vin: 'document 1' },
    });
});

test('what the client gave stays', () => {
  expect(filledVehicle({ details: { vin: 'GIVEN' }, read_from: {} }, reading, [])).toBeNull();
});

test('what an earlier run read is replaced, or taken away when it is not read any more', () => {
  const before = {
    details: { vin: 'OLD', mileage: { value: 5, unit: 'km' } },
    read_from: { vin: 'document 0', mileage: 'document 00' },
  };
  expect(filledVehicle(before, reading, ['document 0', 'document 00'])).toEqual({
    details: { vin: HONDA, mileage: null },
    read_from: { vin: 'document 1' },
  });
});

test('what a person changed or cleared after it was read is never touched again', () => {
  for (const vin of ['CORRECTED', null])
    expect(filledVehicle({ details: { vin }, read_from: { vin: null } }, reading, [])).toBeNull();
});

test('what another task read stays while its document does', () => {
  const before = {
    details: { mileage: { value: 5, unit: 'km' } },
    read_from: { mileage: 'of the odometer' },
  };
  expect(filledVehicle(before, {}, ['a document of this task'])).toBeNull();
  expect(filledVehicle(before, reading, [])).toEqual({
    details: { ...before.details, vin: HONDA },
    read_from: { ...before.read_from, vin: 'document 1' },
  });
});
