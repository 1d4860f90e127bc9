/** What is known of the vehicle: what the client gave beside what was read on photos, and whether they agree. */
import type { Document } from '../../inspections/records/findings/document.ts';
import type { Amount, VehicleDetails } from '../../inspections/records/vehicle.ts';
import { heading } from '../page/blocks.ts';
import { BAD, BODY, GOOD, SOFT, STRONG, type TextStyle } from '../page/page-style.ts';
import { drawTable, type Row } from '../page/table.ts';
import type { Writing } from '../page/writing.ts';
import { wordFor } from '../words/words.ts';

const FIELDS = [
  'brand',
  'model',
  'plate',
  'vin',
  'mileage',
  'date_of_circulation',
  'vehicle_type',
  'serie',
  'vehicle_style',
  'vehicle_age',
  'color',
  'exterior_cleanliness',
  'interior_cleanliness',
  'market_value',
  'vehicle_quotation',
  'trade_in_offer',
  'duplicate_keys',
  'expertise_requested',
  'car_registration',
] as const satisfies (keyof VehicleDetails)[];
type Field = (typeof FIELDS)[number];

/** By detail of the vehicle: the documents that may say it, in the order in which they are believed. */
const READ_IN: Partial<Record<Field, { types: Document['type'][]; name: string }>> = {
  vin: { types: ['VIN', 'VEHICLE_REGISTRATION_PAPERS_FR'], name: 'vin' },
  plate: { types: ['PLATE', 'VEHICLE_REGISTRATION_PAPERS_FR'], name: 'plate' },
  mileage: { types: ['ODOMETER'], name: 'value' },
  brand: { types: ['VEHICLE_REGISTRATION_PAPERS_FR'], name: 'make' },
  model: { types: ['VEHICLE_REGISTRATION_PAPERS_FR'], name: 'model' },
  date_of_circulation: { types: ['VEHICLE_REGISTRATION_PAPERS_FR'], name: 'first_registration_date' },
};

const isAmount = (value: unknown): value is Amount =>
  typeof value === 'object' && value !== null && 'unit' in value;

const inWords = ({ words, formats }: Writing, field: Field, value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  if (isAmount(value)) return field === 'mileage' ? formats.distance(value) : formats.amount(value);
  if (typeof value === 'boolean') return value ? words.say.yes : words.say.no;
  if (typeof value === 'number') return formats.number(value);
  if (field === 'vehicle_type') return wordFor(words.vehicle_types, String(value));
  return field === 'date_of_circulation' ? formats.date(String(value)) : String(value);
};

const readOf = (writing: Writing, field: Field): string | null => {
  const source = READ_IN[field];
  // Of several vehicles it is known of one of them; the table of what was read names it by its photo.
  if (!source || writing.data.vehicles.length > 0) return null;
  const { documents, vehicle } = writing.data.inspection;
  const found = source.types
    .flatMap((type) => documents.filter((document) => document.type === type))
    .flatMap(({ fields }) => fields.map((one) => [one, fields] as const))
    .find(([one]) => one.name === source.name && one.value !== null);
  if (!found) return null;
  const [{ value }, fields] = found;
  if (field !== 'mileage') return inWords(writing, field, value);
  // Not every odometer shows its unit: then it counts in the one that the client gave.
  const unit = fields.find(({ name }) => name === 'unit')?.value ?? vehicle?.details.mileage?.unit;
  return inWords(writing, field, unit ? { value: Number(value), unit: String(unit) } : value);
};

const comparable = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

export const writeVehicle = (writing: Writing) => {
  const { sheet, words, data } = writing;
  const { vehicle } = data.inspection;
  const rows = FIELDS.flatMap((field): Row[] => {
    const kept = inWords(writing, field, vehicle?.details[field]);
    // What a task filled in for want of a client's word is no second witness.
    const isFilled = typeof (vehicle?.read_from as Record<string, unknown> | undefined)?.[field] === 'string';
    const given = isFilled ? null : kept;
    // Of several readings that contradict one another, the one that the vehicle has and the cover shows.
    const read = isFilled ? kept : readOf(writing, field);
    if (given === null && read === null) return [];
    const agree = given !== null && read !== null ? comparable(given) === comparable(read) : null;
    // A person has had their word on it since it was read.
    const isCorrected = (vehicle?.read_from as Record<string, unknown> | undefined)?.[field] === null;
    const color = agree === null || isCorrected ? SOFT : agree ? GOOD : BAD;
    const { say } = words;
    const alone = read === null ? say.only_given : say.only_read;
    const compared = agree === null ? alone : agree ? say.same : say.differs;
    const verdict = isCorrected ? say.corrected : compared;
    const style: TextStyle = { ...BODY, color };
    return [
      {
        cells: [
          { text: words.fields[field], style: STRONG },
          { text: given ?? '–', style: BODY },
          { text: read ?? '–', style: BODY },
          { text: verdict, style: agree === false && !isCorrected ? { ...style, weight: 'bold' } : style },
        ],
      },
    ];
  });
  if (rows.length === 0) return;
  heading(sheet, words.say.vehicle);
  const { field, given, read, check } = words.say;
  drawTable(
    sheet,
    [
      { title: field, share: 24 },
      { title: given, share: 30 },
      { title: read, share: 30 },
      { title: check, share: 20 },
    ],
    rows,
  );
};
