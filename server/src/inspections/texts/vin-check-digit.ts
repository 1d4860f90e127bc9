/**
 * The ninth character of a VIN: in North America and China a check digit, elsewhere often nothing of the kind. It is
 * evidence, never a reason to change a character: many makers do not keep to it.
 */
import type { CheckDigit } from '../records/findings/document.ts';

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const VALUES: Record<string, number> = Object.fromEntries(
  ['0123456789', '.ABCDEFGH', '.JKLMN.P.R', '..STUVWXYZ'].flatMap((letters) =>
    [...letters].map((letter, value) => [letter, value]),
  ),
);
/** The first character says where the vehicle was made. */
const OBLIGED = /^[1-5L]/;

function checkDigitOf(vin: string): string {
  const sum = [...vin].reduce((total, letter, i) => total + WEIGHTS[i]! * VALUES[letter]!, 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

export function checkDigit(vin: string): CheckDigit {
  if (checkDigitOf(vin) === vin[8]) return 'valid';
  return OBLIGED.test(vin) ? 'invalid' : 'not_applicable';
}
