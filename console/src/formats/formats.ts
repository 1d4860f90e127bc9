import { useMemo } from 'react';
import { readableLength } from '../../../vocabulary/lengths.ts';
import { type LanguageCode, useLanguage } from '../language.tsx';
import { decimalMarkOf } from './typed-number.ts';

/** As it is written where the person is: a British browser has other dates than an American one. */
const placeOf = (code: LanguageCode): string =>
  navigator.languages.find((tag) => tag.startsWith(code)) ?? code;

/** Numbers, money and times as they are written at a place (a language tag). */
export const formatsOf = (place: string) => {
  const time = new Intl.DateTimeFormat(place, { dateStyle: 'medium', timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(place, { dateStyle: 'medium' });
  const date = new Intl.DateTimeFormat(place, { dateStyle: 'medium', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(place);
  return {
    decimalMark: decimalMarkOf(place),
    time: (at: string) => time.format(new Date(at)),
    /** Of a day without a time, which is the same day everywhere. */
    date: (at: string) => date.format(new Date(at)),
    day: (at: string) => day.format(new Date(at)),
    number: (value: number) => number.format(value),
    /** Of a damage, without its unit. */
    length: (cm: number) => number.format(readableLength(cm)),
    exact: (value: number) => new Intl.NumberFormat(place, { maximumFractionDigits: 10 }).format(value),
    /** As it stands in a field to be changed. */
    plain: (value: number, decimals: number) =>
      new Intl.NumberFormat(place, {
        useGrouping: false,
        minimumFractionDigits: decimals,
        maximumFractionDigits: Math.max(2, decimals),
        trailingZeroDisplay: 'stripIfInteger',
      }).format(value),
    percent: (share: number, digits = 0) =>
      new Intl.NumberFormat(place, { style: 'percent', maximumFractionDigits: digits }).format(share),
    /** From two hours on in hours. */
    duration: (minutes: number) => {
      const [value, unit, digits] = minutes < 120 ? [minutes, 'minute', 1] : [minutes / 60, 'hour', 0];
      const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: digits } as const;
      return new Intl.NumberFormat(place, options).format(value);
    },
    /** Nobody said in which currency prices are that only people gave. */
    money: (amount: number, currency: string | null) =>
      new Intl.NumberFormat(
        place,
        currency ? { style: 'currency', currency } : { minimumFractionDigits: 2, maximumFractionDigits: 2 },
      ).format(amount),
  };
};

/** In the chosen language. */
export const useFormats = () => {
  const { code } = useLanguage();
  return useMemo(() => formatsOf(placeOf(code)), [code]);
};
