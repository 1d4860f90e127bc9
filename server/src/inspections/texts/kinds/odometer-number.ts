/** The number on a line of an instrument cluster: its whole units, without the tenths, as both readings of it have it. */
import type { Character, TextLine } from '../text-line.ts';
import {
  CONTRADICTED,
  DISPLAY_STEP,
  DRUM_STEP,
  LIGHT_DIGIT,
  LIGHT_DRUM,
  LIGHT_FIFTH,
  READ_ONCE,
  SURER,
} from '../tuning.ts';

/** A total has no more digits, and most totals have at least so many. */
export const MOST_DIGITS = 6;
export const WHOLE = 5;
/** At least so many drums are before that of the tenths. */
const DRUMS = 5;

const RATE = /km\/|\/h|mph|rpm|min|°|%|x1000|l\/|:/i;
/** Two decimals, or a currency: a price. */
const [HUNDREDTHS, CURRENCY] = [/[.,]\d\d$/, /^(?:EUR|USD|GBP|CHF|TRY|TL|PLN)\b/i];
const NUMBER = /^([A-Z]{0,8}[\s:.]*)([\d][\d\s.,']*\d)\s*([a-z]{0,5}\.?)$/i;

export type NumberRead = {
  /** The letters before it. */
  before: string;
  /** Of whole units. */
  digits: string;
  /** They stand on drums. */
  drums: boolean;
  fraction: boolean;
  unit: string;
  score: number;
  /** The score of its least sure digit. */
  least: number;
};

/** Frames, drums between two digits and dirt are read as signs around the number. */
export const bare = (text: string) => text.trim().replace(/^[^A-Z0-9]+|[^A-Z0-9.]+$/gi, '');

export function numberIn({
  text,
  score,
  characters,
  steps = [],
}: Omit<TextLine, 'polygon'>): NumberRead | null {
  const match = RATE.test(bare(text)) ? null : bare(text).match(NUMBER);
  if (!match) return null;
  const [, before, number, unit] = match as unknown as [string, string, string, string];
  if (HUNDREDTHS.test(number) || CURRENCY.test(unit)) return null;
  const fraction = /[.,]\d$/.test(number);
  const signs = characters.filter((one) => /\d/.test(one.text));
  const tenths = tenthsAt(signs, steps);
  if (tenths === 'unclear') return null;
  const whole = signs.slice(0, fraction ? -1 : tenths);
  const digits = whole.map((one) => one.text).join('');
  const least = Math.min(...whole.map((one) => one.score));
  const drums = digits.length >= DRUMS && stepOf(steps) >= DRUM_STEP;
  return { before, digits, drums, fraction, unit, score, least };
}

/**
 * Where the drum of the tenths is, else the end. Drums stand further apart than the digits of a display, and the tenths are
 * dark on light. What may be drums with tenths or not is unclear: it would be ten times the way.
 */
function tenthsAt(signs: readonly Character[], steps: readonly number[]): number | 'unclear' {
  const least = stepOf(steps);
  const grounds = signs.map(({ ground = 0 }) => ground);
  if (signs.length < DRUMS || least < DISPLAY_STEP) return signs.length;
  if (least < DRUM_STEP)
    return grounds.at(-1)! >= Math.max(...grounds.slice(0, -1)) + LIGHT_DIGIT ? 'unclear' : signs.length;
  // With fewer drums before the tenths the first ones were not read.
  if (lighter(grounds, DRUMS - 1) >= LIGHT_FIFTH) return 'unclear';
  if (signs.length === DRUMS) return DRUMS;
  const at = grounds.findIndex((_, i) => i >= DRUMS && lighter(grounds, i) >= LIGHT_DRUM);
  return at < 0 ? 'unclear' : at;
}

/** The least distance between the first digits. */
const stepOf = (steps: readonly number[]) => (steps.length > 0 ? Math.min(...steps.slice(0, DRUMS - 1)) : 0);

const lighter = (grounds: readonly number[], i: number) =>
  grounds[i]! - grounds.slice(0, i).reduce((sum, one) => sum + one, 0) / i;

/** Both readings of the line together: with more room at its ends the outermost digit is seen, or not. */
export function agreed(
  own: NumberRead,
  more: NumberRead | null,
): Pick<NumberRead, 'digits' | 'score' | 'least' | 'unit'> {
  if (!more) return { ...own, score: READ_ONCE * own.score, unit: '' };
  const { unit } = more;
  const surer = own.score >= more.score ? own : more;
  if (own.digits === more.digits) return { ...surer, least: Math.max(own.least, more.least), unit };
  // What is seen beside five drums is the frame, or the drum of the tenths.
  if (isFramed(own, more.digits)) return { ...own, unit };
  // Of the digits of a display only the 1 is so far from its neighbors; any other is a misread unit.
  if (more.digits.length <= MOST_DIGITS && [`${own.digits}1`, `1${own.digits}`].includes(more.digits))
    return { ...more, unit };
  if (more.digits === `${own.digits}1`) return { ...own, unit };
  if (own.score >= more.score + SURER) return { ...own, score: READ_ONCE * own.score, unit };
  return { ...own, score: CONTRADICTED * Math.min(own.score, more.score), unit };
}

/** On a display a 1 at the end belongs to the number, even where zeros in front fill it as they fill drums. */
function isFramed({ digits, drums }: NumberRead, more: string): boolean {
  const isFilled = drums || (digits.length >= WHOLE && digits.startsWith('0'));
  const isBehind =
    more.startsWith(digits) && more.length === digits.length + 1 && (drums || !more.endsWith('1'));
  return isFilled && (more === `1${digits}` || isBehind);
}
