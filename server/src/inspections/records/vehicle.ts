import { z } from 'zod';
import { jsonSchema } from './json.ts';

/** What can be read on photos. */
const readableDetailSchema = z.enum(['vin', 'plate', 'mileage']);
export type ReadableDetail = z.infer<typeof readableDetailSchema>;

/** The document that a detail was read from; null where it was and a person has had their word on it since. */
const readFromSchema = z.partialRecord(readableDetailSchema, z.string().nullable());
export type ReadFrom = z.infer<typeof readFromSchema>;

const amountSchema = z.object({ value: z.number(), unit: z.string() });
export type Amount = z.infer<typeof amountSchema>;

const text = z.string().nullish();
const yesNo = z.boolean().nullish();

export const vehicleDetailsSchema = z.object({
  brand: text,
  model: text,
  plate: text,
  vehicle_type: text,
  serie: text,
  vehicle_style: text,
  vehicle_age: text,
  vin: text,
  color: text,
  exterior_cleanliness: text,
  interior_cleanliness: text,
  date_of_circulation: text,
  mileage: amountSchema.nullish(),
  market_value: amountSchema.nullish(),
  duplicate_keys: yesNo,
  expertise_requested: yesNo,
  car_registration: yesNo,
  vehicle_quotation: z.number().nullish(),
  trade_in_offer: z.number().nullish(),
  owner_info: jsonSchema.nullish(),
  additional_data: jsonSchema.nullish(),
});
export type VehicleDetails = z.infer<typeof vehicleDetailsSchema>;

export const vehicleSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  created_at: z.string(),
  details: vehicleDetailsSchema,
  read_from: readFromSchema,
  /** The vehicle that this and other inspections show; null where neither VIN nor plate is known. */
  known_vehicle_id: z.string().nullable(),
});
export type Vehicle = z.infer<typeof vehicleSchema>;

/** A vehicle that several inspections may show, as the newest of them describes it. */
export const knownVehicleSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  details: vehicleDetailsSchema,
  inspections_count: z.number(),
  first_inspection_at: z.string(),
  last_inspection_at: z.string(),
});
export type KnownVehicle = z.infer<typeof knownVehicleSchema>;

/** A person said which vehicle an inspection shows, or took that back. */
export const vehicleChangeSchema = z.object({
  inspection_id: z.string(),
  inspection_created_at: z.string(),
  inspection_reference: z.string().nullable(),
  vehicle_id: z.string(),
  former_vehicle_id: z.string().nullable(),
  is_recognized: z.boolean(),
  made_at: z.string(),
  made_by: z.string(),
  made_by_name: z.string().nullable(),
});
export type VehicleChange = z.infer<typeof vehicleChangeSchema>;
