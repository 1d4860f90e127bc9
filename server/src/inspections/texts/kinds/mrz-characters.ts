/** The characters of machine-readable zones (ICAO 9303), and what reading makes of them. */
import { lookAlikes } from './look-alikes.ts';

export const digitsOf = (text: string) => text.replace(/[A-Z]/g, (letter) => lookAlikes(letter)[0] ?? letter);
export const lettersOf = (text: string) => text.replace(/\d/g, (digit) => lookAlikes(digit)[0] ?? digit);

/** What readers make of the filler, and the blanks that they see between letters. */
export const cleaned = (text: string) =>
  text
    .toUpperCase()
    .replace(/[«‹({[]/g, '<')
    .replace(/[^A-Z0-9<]/g, '');

/** A run of fillers is easily counted wrong: the longest is made longer or shorter until the line has its length. */
export function withLength(text: string, length: number): string | null {
  const runs = [...text.matchAll(/<+/g)].sort((a, b) => b[0].length - a[0].length);
  const [run] = runs;
  if (!run || text.length === length) return text.length === length ? text : null;
  const fillers = run[0].length + length - text.length;
  if (fillers < 1) return null;
  return text.slice(0, run.index) + '<'.repeat(fillers) + text.slice(run.index + run[0].length);
}

/** YYMMDD: a birth lies in the past, an expiry within the century ahead of it. */
export function dateOf(text: string, isPast: boolean, thisYear: number): string | null {
  const [, year, month, day] = text.match(/^(\d\d)(\d\d)(\d\d)$/) ?? [];
  if (!year || Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null;
  const century = 100 * Math.floor(thisYear / 100);
  const full = century + Number(year);
  return `${isPast && full > thisYear ? full - 100 : full}-${month}-${day}`;
}

/** SURNAME<<GIVEN<NAMES. One of the two fillers between them is easily taken for a K. */
export function namesOf(text: string): { surname: string; given_names: string } {
  const letters = lettersOf(text).replace(/<+$/, '');
  const [surname = '', given = ''] = (
    letters.includes('<<') ? letters : letters.replace(/K<|<K/, '<<')
  ).split(/<<+/);
  const words = (part: string) => part.replace(/<+/g, ' ').trim();
  return { surname: words(surname), given_names: words(given) };
}
