/** Numbers as people type them, with the separators of any of our languages. */

/** Null: nothing was typed. A text: what was typed and is no number. */
export type TypedNumber = number | string | null;

export type DecimalMark = '.' | ',';

export const decimalMarkOf = (place: string): DecimalMark => {
  const parts = new Intl.NumberFormat(place).formatToParts(0.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
};

const SIGNED = /^([-−]?)(.*)$/;
/** Groups of three, all with the same separator between them. */
const GROUPED = /^[1-9]\d{0,2}(?:([\s'’.,])\d{3})(?:\1\d{3})*$/;
const WITH_DECIMALS = /^(.*)([.,])(\d*)$/;

const digitsOf = (whole: string) => whole.replaceAll(/\D/g, '');

/** The last separator taken for the decimal one; null where it cannot be that. */
const asDecimals = (body: string): number | null => {
  const [, whole = '', mark, fraction = ''] = WITH_DECIMALS.exec(body) ?? [];
  const groups = GROUPED.exec(whole);
  const isWhole = /^\d*$/.test(whole) || (groups !== null && groups[1] !== mark);
  return mark && isWhole && whole + fraction !== '' ? Number(`${digitsOf(whole)}.${fraction}`) : null;
};

const asWhole = (body: string): number | null =>
  /^\d+$/.test(body) || GROUPED.test(body) ? Number(digitsOf(body)) : null;

/**
 * Most numbers can be read in one way only, whatever the language: 480,50 and 1.234,56 and 1 234.5 are such.
 * Three digits after the only separator can be read in two ways; then the language decides.
 */
export const readNumber = (text: string, mark: DecimalMark): TypedNumber => {
  const typed = text.trim();
  if (typed === '') return null;
  const [, sign, body = ''] = SIGNED.exec(typed) ?? [];
  const [decimals, whole] = [asDecimals(body), asWhole(body)];
  const isByLanguage = decimals !== null && whole !== null;
  const size = isByLanguage ? (body.includes(mark) ? decimals : whole) : (decimals ?? whole);
  if (size === null) return typed;
  return sign ? -size : size;
};

export type Limits = { min: number; max: number; decimals: number };

/** Each is also the key of its message in `words.shell`. */
export type Fault = 'notNumber' | 'outside' | 'notWhole' | 'tooFine';

/** What is wrong with it, as a name of a sentence. */
export const faultOf = (value: TypedNumber, { min, max, decimals }: Limits): Fault | null => {
  if (value === null) return null;
  if (typeof value === 'string') return 'notNumber';
  if (value < min || value > max) return 'outside';
  if (Number(value.toFixed(decimals)) === value) return null;
  return decimals === 0 ? 'notWhole' : 'tooFine';
};

/** A separator too many or too few is a factor of ten at least; what people disagree about is less than this. */
const FAR = 5;

export const isFar = (value: number, from: number): boolean =>
  from > 0 && (value > from * FAR || value < from / FAR);
