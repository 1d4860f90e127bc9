import { z } from 'zod';
import { FreeForm, ShortText } from '../../inspections/field-schemas.ts';
import type { VehicleDetails } from '../../inspections/records/vehicle.ts';
import { Id, Time } from './common.ts';
import { RepairEstimateAnswer } from './findings/pricing.ts';

const amount = (unit: string) =>
  z.object({ value: z.number().min(0).max(1e12), unit: z.string().max(20).default(unit) });

export const Mileage = amount('km').meta({ example: { value: 42_000, unit: 'km' } });
export const MarketValue = amount('EUR').meta({ example: { value: 18_500, unit: 'EUR' } });

const text = ShortText.nullable().optional();

export const VehicleInput = z
  .object({
    brand: text,
    model: text,
    plate: text,
    vehicle_type: text,
    serie: text,
    series: text.describe('The same as serie.'),
    vehicle_style: text,
    vehicle_age: text,
    vehicule_age: text.describe('vehicle_age, as generation 3 spells it.'),
    vin: text,
    color: text,
    exterior_cleanliness: text,
    interior_cleanliness: text,
    date_of_circulation: text,
    mileage: Mileage.nullable().optional(),
    market_value: MarketValue.nullable().optional(),
    duplicate_keys: z.boolean().nullable().optional(),
    expertise_requested: z.boolean().nullable().optional(),
    car_registration: z.boolean().nullable().optional(),
    vehicle_quotation: z.number().nullable().optional(),
    trade_in_offer: z.number().nullable().optional(),
    owner_info: FreeForm.nullable().optional(),
    additional_data: FreeForm.nullable().optional(),
  })
  .meta({
    example: { brand: 'Renault', model: 'Clio', plate: 'AB-123-CD', mileage: { value: 42_000, unit: 'km' } },
  })
  .transform(({ series, vehicule_age, ...vehicle }): VehicleDetails => {
    const details = { ...vehicle };
    if (series !== undefined && details.serie === undefined) details.serie = series;
    if (vehicule_age !== undefined && details.vehicle_age === undefined) details.vehicle_age = vehicule_age;
    return details;
  });

const shown = z.string().nullable();

export const VehicleAnswer = z
  .object({
    id: Id,
    object_type: z.literal('VEHICLE'),
    inspection_id: Id,
    created_at: Time,
    deleted_at: z.null().describe('A vehicle goes with its inspection.'),
    brand: shown,
    model: shown,
    plate: shown,
    vehicle_type: shown,
    serie: shown,
    series: shown,
    vehicle_style: shown,
    vehicle_age: shown,
    vehicule_age: shown.describe('vehicle_age, as generation 3 spells it.'),
    vin: shown,
    color: shown,
    exterior_cleanliness: shown,
    interior_cleanliness: shown,
    date_of_circulation: shown,
    mileage: z.object({
      mileage_value: z.number().optional(),
      mileage_unit: z.string().optional(),
      value: z.number().optional(),
      unit: z.string().optional(),
    }),
    mileage_value: z.number().nullable(),
    mileage_unit: shown,
    market_value: z.object({
      market_value_value: z.number().optional(),
      market_value_unit: z.string().optional(),
      value: z.number().optional(),
      unit: z.string().optional(),
    }),
    market_value_value: z.number().nullable(),
    market_value_unit: shown,
    duplicate_keys: z.boolean().nullable(),
    expertise_requested: z.boolean().nullable(),
    car_registration: z.boolean().nullable(),
    vehicle_quotation: z.number().nullable(),
    trade_in_offer: z.number().nullable(),
    owner_info: FreeForm.nullable(),
    additional_data: FreeForm.nullable(),
    read_from: z
      .object({ vin: Id.optional(), plate: Id.optional(), mileage: Id.optional() })
      .describe('For each detail that images_ocr read and no person changed: its document.'),
    known_vehicle_id: Id.nullable().describe(
      'The vehicle that this and other inspections show: GET /vehicles. Null where neither VIN nor plate is known.',
    ),
    repair_estimate: z
      .number()
      .nullable()
      .describe('The repair costs without tax; present in answers about the inspection.'),
    repair_estimate_details: RepairEstimateAnswer.nullable().describe('What that consists of.'),
  })
  .meta({ id: 'Vehicle' });
