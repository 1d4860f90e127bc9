import { client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { expect, test } from 'vitest';

const vehicleOf = async (vehicle: Record<string, unknown>) => {
  const api = await client();
  const id = await newInspection(api, { damage_detection: {} }, { vehicle });
  return (await api.get(`/inspections/${id}`)).body.vehicle;
};

const everything = {
  brand: 'Renault',
  model: 'Clio',
  plate: 'AB-123-CD',
  vehicle_type: 'large-suv',
  vehicle_style: 'estate',
  vehicle_age: '3 years',
  vin: 'VF1AAAAA555555555',
  color: 'bleu nuit',
  exterior_cleanliness: 'dirty',
  interior_cleanliness: 'clean',
  date_of_circulation: '2019-05-01',
  duplicate_keys: true,
  expertise_requested: false,
  car_registration: true,
  vehicle_quotation: 12_000.5,
  trade_in_offer: 0,
  owner_info: { firstName: 'Bo', 'last name': { nested_Key: [1] } },
  additional_data: { Color: { camelCase: 1, snake_case: 2 } },
};

test('a vehicle shows every field it was created with', async () => {
  const vehicle = await vehicleOf({ ...everything, serie: 'RS' });
  expect(vehicle).toMatchObject({
    ...everything,
    serie: 'RS',
    series: 'RS',
    repair_estimate: null,
    repair_estimate_details: null,
  });
  expect(vehicle.owner_info).toEqual(everything.owner_info);
  expect(vehicle.additional_data).toEqual(everything.additional_data);
});

test('a vehicle without mileage and market value shows them as empty objects and flat nulls', async () => {
  expect(await vehicleOf({ brand: 'Fiat' })).toMatchObject({
    mileage: {},
    mileage_value: null,
    mileage_unit: null,
    market_value: {},
    market_value_value: null,
    market_value_unit: null,
  });
});

test('an amount without a unit counts in kilometers and euros', async () => {
  const vehicle = await vehicleOf({ mileage: { value: 0 }, market_value: { value: 1 } });
  expect(vehicle).toMatchObject({
    mileage_value: 0,
    mileage_unit: 'km',
    market_value_value: 1,
    market_value_unit: 'EUR',
  });
});

test.each([
  ['series', 'serie'],
  ['vehicule_age', 'vehicle_age'],
  ['vehiculeAge', 'vehicle_age'],
])('the older name %s means %s', async (older, name) => {
  expect((await vehicleOf({ [older]: 'given' }))[name]).toBe('given');
  expect((await vehicleOf({ [older]: 'older', [name]: 'newer' }))[name]).toBe('newer');
});

test.each([
  [{ brand: 7 }, 'vehicle.brand'],
  [{ brand: 'x'.repeat(501) }, 'vehicle.brand'],
  [{ mileage: 42_000 }, 'vehicle.mileage'],
  [{ mileage: { unit: 'km' } }, 'vehicle.mileage.value'],
  [{ mileage: { value: '42000', unit: 'km' } }, 'vehicle.mileage.value'],
  [{ mileage: { value: -1, unit: 'km' } }, 'vehicle.mileage.value'],
  [{ market_value: { value: 1, unit: 5 } }, 'vehicle.market_value.unit'],
  [{ duplicate_keys: 'yes' }, 'vehicle.duplicate_keys'],
  [{ owner_info: 'Bo' }, 'vehicle.owner_info'],
])('a vehicle with %j is refused by the name of the field', async (vehicle, path) => {
  const api = await client();
  const refused = await api.post('/inspections', { tasks: { damage_detection: {} }, vehicle });
  expectProblem(refused, 422, 'invalid_input', [path]);
  const id = await newInspection(api);
  const change = await api.patch(`/inspections/${id}/vehicle`, vehicle);
  expectProblem(change, 422, 'invalid_input', [path.replace('vehicle.', '')]);
  const untouched = (await api.get(`/inspections/${id}`)).body.vehicle;
  expect(untouched).toMatchObject({ brand: null, mileage: {}, market_value: {}, owner_info: null });
});
