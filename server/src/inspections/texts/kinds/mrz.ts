/** Machine-readable zones: passports (TD3), cards (TD1, TD2) and the French identity card of before 2021. */
import { type Details, type FieldName, type MRZFormat, parse, type Range } from 'mrz';
import { meanScore, type TextLine } from '../text-line.ts';
import { LEAST_MRZ_SCORE } from '../tuning.ts';
import { placeAfter } from './line-places.ts';
import { cleaned, dateOf, digitsOf, lettersOf, namesOf, withLength } from './mrz-characters.ts';

export type MrzFormat = 'TD1' | 'TD2' | 'TD3' | 'FRANCE';

export type MrzReading = {
  format: MrzFormat;
  document_code: string;
  issuer: string;
  number: string;
  surname: string;
  given_names: string;
  nationality: string | null;
  birth_date: string | null;
  sex: 'M' | 'F' | null;
  expiry_date: string | null;
  /** For each field that has a check digit, whether it is right. */
  checks: Record<string, boolean>;
  score: number;
  lines: TextLine[];
};

type Fields = Omit<MrzReading, 'format' | 'score' | 'lines'>;

type Format = {
  rows: number;
  length: number;
  /** The row that holds names: it ends in fillers, and how many were seen does not matter. */
  names: number;
  starts: RegExp;
  /** What the library calls it. */
  known: MRZFormat;
};
const FORMATS: Record<MrzFormat, Format> = {
  TD3: { rows: 2, length: 44, names: 0, starts: /^P/, known: 'TD3' },
  FRANCE: { rows: 2, length: 36, names: 0, starts: /^[I1]DFRA/, known: 'FRENCH_NATIONAL_ID' },
  TD2: { rows: 2, length: 36, names: 0, starts: /^[ACIV]/, known: 'TD2' },
  TD1: { rows: 3, length: 30, names: 2, starts: /^[ACI1]/, known: 'TD1' },
};
/** A line whose fillers were counted wrong is still one of the zone. */
const TOLERANCE = 4;
const LEAST_LENGTH = 10;
/** Without fillers only a row of its full length is one. */
const LONG = 28;

/** Null where there is no zone, or half of its check digits are wrong. */
export function readMrz(lines: readonly TextLine[], thisYear = new Date().getFullYear()): MrzReading | null {
  const rows = lines
    .map((line) => ({ line, text: cleaned(line.text) }))
    .filter(({ text }) => text.length >= LEAST_LENGTH && (text.includes('<') || text.length >= LONG))
    // From the top as it is read: the photo may be turned.
    .sort((a, b) => (placeAfter(a.line, b.line).below > 0 ? -1 : 1));
  for (const [format, { rows: count, length, names, starts, known }] of Object.entries(FORMATS)) {
    for (let first = 0; first + count <= rows.length; first++) {
      const zone = rows.slice(first, first + count);
      if (!starts.test(zone[0]!.text)) continue;
      const texts = zone.map(({ text }, row) => {
        if (row === names) return text.padEnd(length, '<').slice(0, length);
        return Math.abs(text.length - length) > TOLERANCE ? null : withLength(text, length);
      });
      if (texts.includes(null)) continue;
      const found = fieldsOf(texts as string[], known, thisYear);
      if (!found) continue;
      const right = Object.values(found.checks).filter(Boolean).length;
      const score = meanScore(zone.map(({ line }) => line));
      if (2 * right <= Object.keys(found.checks).length || score < LEAST_MRZ_SCORE) continue;
      return { format: format as MrzFormat, ...found, score, lines: zone.map(({ line }) => line) };
    }
  }
  return null;
}

const DIGITS: FieldName[] = [
  'documentNumberCheckDigit',
  'birthDate',
  'birthDateCheckDigit',
  'expirationDate',
  'expirationDateCheckDigit',
  'compositeCheckDigit',
];
const LETTERS: FieldName[] = ['documentCode', 'issuingState', 'nationality', 'lastName', 'firstName'];

const textIn = (rows: readonly string[], { line, start, end }: Range) => rows[line]!.slice(start, end);

/** A field holds letters or digits alone, so a character of the other kind there was taken for its look-alike. */
function repaired(rows: readonly string[], details: readonly Details[]): string[] {
  const result = [...rows];
  for (const { field, ranges } of details) {
    const repair = DIGITS.includes(field!) ? digitsOf : LETTERS.includes(field!) ? lettersOf : null;
    const { line, start, end } = ranges[0]!;
    const row = result[line]!;
    if (repair) result[line] = row.slice(0, start) + repair(row.slice(start, end)) + row.slice(end);
  }
  return result;
}

/** Where each field stands and which check digits are right, the library says; null where the rows are of another format. */
function fieldsOf(texts: readonly string[], format: MRZFormat, year: number): Fields | null {
  // The library takes a digit at the end of the names for a French card, and names have none.
  const rows = texts.map((text, row) =>
    format === 'TD2' && row === 0 ? lettersOf(text) : text.replace(/^1/, row === 0 ? 'I' : '1'),
  );
  const layout = parse(rows);
  if (layout.format !== format) return null;
  const clean = repaired(rows, layout.details);
  const { details } = parse(clean);
  const detail = (field: FieldName) => details.find((one) => one.field === field);
  const raw = (field: FieldName) => {
    const found = detail(field);
    return found ? textIn(clean, found.ranges[0]!) : null;
  };
  const code = (field: FieldName) => raw(field)?.replace(/<+$/, '') ?? null;
  /** Empty optional fields may have a filler for their check digit. */
  const isRight = (field: FieldName) => {
    const { valid, ranges } = detail(field)!;
    const [digit, ...checked] = ranges.map((range) => textIn(clean, range));
    return valid || (digit === '<' && checked.every((text) => /^<*$/.test(text)));
  };
  // A number too long for its field goes on in the optional field, behind a filler in the place of the check digit.
  const number =
    raw('documentNumberCheckDigit') === '<'
      ? detail('documentNumber')!.value!
      : textIn(clean, detail('documentNumberCheckDigit')!.ranges[1]!);
  const isFrench = format === 'FRENCH_NATIONAL_ID';
  const sex = raw('sex');
  return {
    document_code: code('documentCode')!,
    issuer: code('issuingState')!,
    ...(isFrench
      ? { surname: namesOf(raw('lastName')!).surname, given_names: namesOf(raw('firstName')!).surname }
      : namesOf(raw('lastName')!)),
    number: number.replace(/<+$/, ''),
    nationality: isFrench ? 'FRA' : code('nationality'),
    birth_date: dateOf(raw('birthDate')!, true, year),
    sex: sex === 'M' || sex === 'F' ? sex : null,
    expiry_date: isFrench ? null : dateOf(raw('expirationDate')!, false, year),
    checks: {
      number: isRight('documentNumberCheckDigit'),
      birth_date: isRight('birthDateCheckDigit'),
      ...(isFrench
        ? { whole: isRight('compositeCheckDigit') }
        : { expiry_date: isRight('expirationDateCheckDigit') }),
    },
  };
}
