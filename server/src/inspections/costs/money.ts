/**
 * Money is counted in whole cents and hours in hundredths, so that every sum is exact. In requests, answers and
 * price matrices both are decimals with at most two digits.
 */
export type Cents = number;
type Hundredths = number;

/** Halves go up, as on an invoice. */
export const toHundredths = (decimal: number): Hundredths => Math.round(decimal * 100);
export const fromHundredths = (hundredths: Hundredths): number => hundredths / 100;

/** No third digit, but for what binary fractions leave behind (0.1 + 0.2). */
export const hasTwoDigits = (decimal: number) => Math.abs(decimal * 100 - Math.round(decimal * 100)) < 1e-3;

/** `rate` for an hour. */
export const costOf = (rate: Cents, hours: Hundredths): Cents => Math.floor((rate * hours + 50) / 100);

/** `percent` has at most two digits. */
export const percentOf = (amount: Cents, percent: number): Cents =>
  Math.floor((amount * toHundredths(percent) + 5000) / 10_000);

export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);
