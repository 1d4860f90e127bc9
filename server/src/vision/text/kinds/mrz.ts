/** Machine-readable zones: passports (TD3), cards (TD1, TD2) and the French identity card of before 2021. */
import { placeAfter } from '../line-places.ts';
import { meanScore, type TextLine } from '../text-line.ts';
import { LEAST_MRZ_SCORE } from '../tuning.ts';
import { cleaned, dateOf, digitsOf, isChecked, lettersOf, namesOf, withLength } from './mrz-characters.ts';

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
  fields: (rows: string[], year: number) => Fields;
};
const FORMATS: Record<MrzFormat, Format> = {
  TD3: { rows: 2, length: 44, names: 0, starts: /^P/, fields: passport },
  FRANCE: { rows: 2, length: 36, names: 0, starts: /^[I1]DFRA/, fields: frenchCard },
  TD2: { rows: 2, length: 36, names: 0, starts: /^[ACIV]/, fields: passport },
  TD1: { rows: 3, length: 30, names: 2, starts: /^[ACI1]/, fields: card },
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
  for (const [format, { rows: count, length, names, starts, fields }] of Object.entries(FORMATS)) {
    for (let first = 0; first + count <= rows.length; first++) {
      const zone = rows.slice(first, first + count);
      if (!starts.test(zone[0]!.text)) continue;
      const texts = zone.map(({ text }, row) => {
        if (row === names) return text.padEnd(length, '<').slice(0, length);
        return Math.abs(text.length - length) > TOLERANCE ? null : withLength(text, length);
      });
      if (texts.includes(null)) continue;
      const found = fields(texts as string[], thisYear);
      const right = Object.values(found.checks).filter(Boolean).length;
      const score = meanScore(zone.map(({ line }) => line));
      if (2 * right <= Object.keys(found.checks).length || score < LEAST_MRZ_SCORE) continue;
      return { format: format as MrzFormat, ...found, score, lines: zone.map(({ line }) => line) };
    }
  }
  return null;
}

const codeOf = (text: string) => lettersOf(text).replace(/<+$/, '');
const sexOf = (letter: string) => (letter === 'M' || letter === 'F' ? letter : null);

/** TD3 and TD2 differ in their length alone. */
function passport([names, data]: string[], year: number): Fields {
  const [number, birth, expiry] = [
    data!.slice(0, 9),
    digitsOf(data!.slice(13, 19)),
    digitsOf(data!.slice(21, 27)),
  ];
  return {
    document_code: codeOf(names!.slice(0, 2)),
    issuer: codeOf(names!.slice(2, 5)),
    ...namesOf(names!.slice(5)),
    number: number.replace(/<+$/, ''),
    nationality: codeOf(data!.slice(10, 13)),
    birth_date: dateOf(birth, true, year),
    sex: sexOf(data![20]!),
    expiry_date: dateOf(expiry, false, year),
    checks: {
      number: isChecked(number, data![9]!),
      birth_date: isChecked(birth, data![19]!),
      expiry_date: isChecked(expiry, data![27]!),
    },
  };
}

function card([first, data, names]: string[], year: number): Fields {
  const [number, birth, expiry] = [
    first!.slice(5, 14),
    digitsOf(data!.slice(0, 6)),
    digitsOf(data!.slice(8, 14)),
  ];
  return {
    document_code: codeOf(first!.slice(0, 2)),
    issuer: codeOf(first!.slice(2, 5)),
    ...namesOf(names!),
    number: number.replace(/<+$/, ''),
    nationality: codeOf(data!.slice(15, 18)),
    birth_date: dateOf(birth, true, year),
    sex: sexOf(data![7]!),
    expiry_date: dateOf(expiry, false, year),
    checks: {
      number: isChecked(number, first![14]!),
      birth_date: isChecked(birth, data![6]!),
      expiry_date: isChecked(expiry, data![14]!),
    },
  };
}

/** It holds no expiry; the given names end in the fixed place where the birth begins. */
function frenchCard([names, data]: string[], year: number): Fields {
  const [number, birth] = [data!.slice(0, 12), digitsOf(data!.slice(27, 33))];
  const letters = lettersOf(names!.slice(0, 30)) + names!.slice(30);
  const whole = letters + data!.slice(0, 13) + lettersOf(data!.slice(13, 27)) + birth + data!.slice(33, 35);
  return {
    document_code: 'ID',
    issuer: 'FRA',
    surname: namesOf(names!.slice(5, 30)).surname,
    given_names: namesOf(data!.slice(13, 27)).surname,
    number,
    nationality: 'FRA',
    birth_date: dateOf(birth, true, year),
    sex: sexOf(data![34]!),
    expiry_date: null,
    checks: {
      number: isChecked(number, data![12]!),
      birth_date: isChecked(birth, data![33]!),
      whole: isChecked(whole, data![35]!),
    },
  };
}
