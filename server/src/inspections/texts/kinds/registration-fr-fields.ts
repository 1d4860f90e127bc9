/** The codes that are printed on French registration papers, and what each of their fields looks like. */

import type { TextLine } from '../text-line.ts';
import { readVin } from './vin.ts';

type FieldReader = { name: string; read(text: string, line: TextLine): string | null };

const PLATE =
  /^([A-Z]{2})[-\s.]*(\d{3})[-\s.]*([A-Z]{2})$|^(\d{1,4})[-\s.]*([A-Z]{1,3})[-\s.]*(\d{2}|2[AB])$/;
const DATE = /^(\d{2})[/.\-\s]?(\d{2})[/.\-\s]?(\d{4})$/;

const pattern = (form: RegExp) => (text: string) => text.trim().match(form)?.[0] ?? null;
const words = pattern(/^[\p{L}\d].*[\p{L}\d)]$/u);
/** Names have no digits within words. */
const names = (text: string) =>
  words(text.replace(/(?<=\p{Lu})0(?=\p{Lu}|\b)/gu, 'O').replace(/(?<=\p{Lu})1(?=\p{Lu})/gu, 'I'));
const number = (text: string) =>
  text
    .trim()
    .match(/^(\d[\d\s]*)(?:[.,]\d+)?\s*(?:kg|cm3|kw|cv)?$/i)?.[1]
    ?.replace(/\s/g, '') ?? null;

const plate = (text: string) => {
  const match = text.trim().toUpperCase().match(PLATE);
  return match?.slice(1).filter(Boolean).join('-') ?? null;
};
/** As ISO 8601. */
const date = (text: string) => {
  const [, day, month, year] = text.trim().match(DATE) ?? [];
  return year && Number(month) <= 12 && Number(day) <= 31 ? `${year}-${month}-${day}` : null;
};
const vin = (_: string, line: TextLine) => readVin([line])?.vin ?? null;

export const FIELDS: Record<string, FieldReader> = {
  A: { name: 'plate', read: plate },
  B: { name: 'first_registration_date', read: date },
  'C.1': { name: 'holder', read: names },
  'C.3': { name: 'address', read: names },
  'C.4.1': { name: 'owner', read: names },
  'D.1': { name: 'make', read: names },
  'D.2': { name: 'type', read: words },
  'D.2.1': { name: 'national_type_code', read: words },
  'D.3': { name: 'model', read: words },
  E: { name: 'vin', read: vin },
  'F.1': { name: 'maximum_mass', read: number },
  'F.2': { name: 'maximum_mass_in_service', read: number },
  'F.3': { name: 'maximum_mass_of_combination', read: number },
  G: { name: 'mass_in_service', read: number },
  'G.1': { name: 'unladen_mass', read: number },
  I: { name: 'registration_date', read: date },
  J: { name: 'category', read: pattern(/^[A-Z]\d[A-Z]?$/) },
  'J.1': { name: 'national_category', read: pattern(/^[A-Z]{2,5}$/) },
  'J.2': { name: 'body', read: pattern(/^[A-Z]{2}$/) },
  'J.3': { name: 'national_body', read: words },
  K: { name: 'approval_number', read: pattern(/^[eE]\d.*$/) },
  'P.1': { name: 'displacement', read: number },
  'P.2': { name: 'power_kw', read: number },
  'P.3': { name: 'fuel', read: pattern(/^[A-Z]{2}$/) },
  'P.6': { name: 'fiscal_power', read: number },
  'S.1': { name: 'seats', read: number },
  'U.1': { name: 'noise_db', read: number },
  'V.7': { name: 'co2', read: number },
  'V.9': { name: 'environmental_class', read: words },
  'X.1': { name: 'next_inspection', read: words },
};
