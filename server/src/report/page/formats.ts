/** Dates, numbers, units and money as people in the report's language write them. */
import languages from '../../../../vocabulary/languages.json' with { type: 'json' };
import { readableLength } from '../../../../vocabulary/lengths.ts';
import type { Amount } from '../../inspections/records/vehicle.ts';
import type { ReportLanguage, ReportPaper } from '../../inspections/vocabulary.ts';

const UNITS: Record<string, string> = {
  km: 'kilometer',
  kilometers: 'kilometer',
  kilometres: 'kilometer',
  mi: 'mile',
  mile: 'mile',
  miles: 'mile',
};
const CM_PER_INCH = 2.54;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/;

export type Formats = ReturnType<typeof formatsFor>;

/** Letter is the paper of people who write English the American way. */
export const formatsFor = (language: ReportLanguage, paper: ReportPaper, timeZone: string) => {
  const american = language === 'en' && paper === 'letter';
  const locale = american ? 'en-US' : languages[language].locale;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const exact = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });

  /** Without a currency nobody said which; one that is none is shown as it came. */
  const money = (value: number, currency: string | null): string => {
    if (currency === null) return exact.format(value);
    try {
      return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value);
    } catch {
      return `${number.format(value)} ${currency}`;
    }
  };

  return {
    locale,
    number: (value: number) => number.format(value),
    share: (value: number) => share.format(value),
    money,
    time: (iso: string) => time.format(new Date(iso)),
    /** The date at the place of the reader. */
    day: (iso: string) => day.format(new Date(iso)),
    /** Of a date that a client wrote; one in a form of its own stays as it is. */
    date: (text: string) => {
      const known = ISO_DAY.test(text) || ISO_TIME.test(text);
      const parsed = new Date(text);
      return known && !Number.isNaN(parsed.getTime()) ? date.format(parsed) : text;
    },
    distance: ({ value, unit }: Amount) => {
      const known = UNITS[unit.toLowerCase()];
      if (!known) return `${number.format(value)} ${unit}`;
      const format = { style: 'unit', unit: known, maximumFractionDigits: 0 } as const;
      return new Intl.NumberFormat(locale, format).format(value);
    },
    amount: ({ value, unit }: Amount) => money(value, unit),
    /** Of a damage. */
    length: (cm: number) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: american ? 'inch' : 'centimeter' }).format(
        readableLength(american ? cm / CM_PER_INCH : cm),
      ),
  };
};
