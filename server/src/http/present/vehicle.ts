import { fromHundredths } from '../../inspections/costs/money.ts';
import type { Pricing } from '../../inspections/costs/pricing.ts';
import type { Amount, ReadFrom, Vehicle } from '../../inspections/records/vehicle.ts';
import { presentRepairEstimate } from './pricing.ts';

/** Three shapes of one amount: nested with long names, nested as it was sent, and (by the caller) flat. */
const amount = (name: string, given: Amount | null | undefined) =>
  given
    ? { [`${name}_value`]: given.value, [`${name}_unit`]: given.unit, value: given.value, unit: given.unit }
    : {};

/** A field that a person changed afterward counts as given by that person. */
const stillRead = (from: ReadFrom) =>
  Object.fromEntries(Object.entries(from).filter(([, id]) => id !== null));

export const presentVehicle = (
  { id, inspection_id, created_at, details, read_from, known_vehicle_id }: Vehicle,
  pricing?: Pricing,
) => ({
  id,
  object_type: 'VEHICLE',
  inspection_id,
  created_at,
  // It goes with its inspection.
  deleted_at: null,
  brand: details.brand ?? null,
  model: details.model ?? null,
  plate: details.plate ?? null,
  vehicle_type: details.vehicle_type ?? null,
  serie: details.serie ?? null,
  series: details.serie ?? null,
  vehicle_style: details.vehicle_style ?? null,
  vehicle_age: details.vehicle_age ?? null,
  // As clients of generation 3 spell it.
  vehicule_age: details.vehicle_age ?? null,
  vin: details.vin ?? null,
  color: details.color ?? null,
  exterior_cleanliness: details.exterior_cleanliness ?? null,
  interior_cleanliness: details.interior_cleanliness ?? null,
  date_of_circulation: details.date_of_circulation ?? null,
  mileage: amount('mileage', details.mileage),
  mileage_value: details.mileage?.value ?? null,
  mileage_unit: details.mileage?.unit ?? null,
  market_value: amount('market_value', details.market_value),
  market_value_value: details.market_value?.value ?? null,
  market_value_unit: details.market_value?.unit ?? null,
  duplicate_keys: details.duplicate_keys ?? null,
  expertise_requested: details.expertise_requested ?? null,
  car_registration: details.car_registration ?? null,
  vehicle_quotation: details.vehicle_quotation ?? null,
  trade_in_offer: details.trade_in_offer ?? null,
  owner_info: details.owner_info ?? null,
  additional_data: details.additional_data ?? null,
  read_from: stillRead(read_from),
  known_vehicle_id,
  // Clients of generation 3 read a number here.
  repair_estimate: pricing?.estimate ? fromHundredths(pricing.total) : null,
  repair_estimate_details: presentRepairEstimate(pricing),
});
