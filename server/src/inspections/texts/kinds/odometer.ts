/** The total that an instrument cluster shows, among its scales, its clock, its trip meter and its range. */

import type { TextLine } from '../text-line.ts';
import {
  AHEAD,
  BEHIND,
  LEAST_ODOMETER_SCORE,
  LEAST_OF_ANY_DIGIT,
  MOST_OVERLAP,
  NEXT_ROW,
  POINTS,
  SAME_ROW,
} from '../tuning.ts';
import { heightOf, placeAfter } from './line-places.ts';
import { agreed, bare, MOST_DIGITS, numberIn, WHOLE } from './odometer-number.ts';

export type OdometerReading = {
  value: number;
  /** The one beside it, else that of the dial; null where neither can be seen. */
  unit: 'km' | 'miles' | null;
  score: number;
  /** The photo itself shows that it is an odometer; else it counts only where somebody says so. */
  sure: boolean;
  line: TextLine;
};

type Candidate = Omit<OdometerReading, 'sure'> & { points: number; trip: boolean; least: number };

const LEAST_DIGITS = 3;
/** So many points must be between the best and the next: else they compete, and nothing is told. */
const CLEAR = 1;
/** What a reading loses for each tenth that it is not sure of, when it competes. */
const DOUBT = 10;
/** With fewer, a number on a dashboard may be anything. */
const LEAST_POINTS = 2;
/** The same where somebody says that the photo shows an odometer: a total needs no dial beside it. */
const LEAST_EXPECTED = 1.5;
/** A display has fewer lines than a page. */
const MOST_ON_DISPLAY = 8;

const TOTAL = /\b(?:ODO(?:METER)?|TOTAL|GESAMT)\b/i;
const TRIP = /\b(?:TRIP|RANGE|AVG|AVERAGE|DTE|REICHWEITE|TAGES|NEXT|SERVICE)\b/i;
/** The unit is small print: its k is often lost. */
const KILOMETERS = /^\s*(?:km|m|lm|hm|kn|kr)\.?$/i;
const MILES = /^\s*(?:mi|miles|mls?)\.?$/i;
/** What stands around a dial: where there is none, a number without a unit may be anything. */
const DIAL = /^(?:\d{1,2}0|km\/h|mph|x1000.*)$/i;
const LEAST_DIAL = 2;
/** The time, or a trip meter with its tenths. */
const BESIDE_TOTAL = /^(?:\d{1,2}:[0-5]\d|\d{1,4}[.,]\d)$/;

/** Null where nothing looks like a total, or more than one number does. */
export function readOdometer(lines: readonly TextLine[]): OdometerReading | null {
  const candidates = lines
    .flatMap((line) => candidateFrom(line, lines) ?? [])
    .sort((a, b) => standing(b) - standing(a));
  const [best, next] = candidates;
  if (!best || best.trip || best.points < LEAST_EXPECTED || best.score < LEAST_ODOMETER_SCORE) return null;
  if (next && standing(next) > standing(best) - CLEAR && next.value !== best.value) return null;
  const { value, unit, score, line, points } = best;
  if (best.least < LEAST_OF_ANY_DIGIT) return null;
  return { value, unit, score, sure: points >= LEAST_POINTS, line };
}

const standing = ({ points, score }: Candidate) => points - DOUBT * (1 - score);

function candidateFrom(line: TextLine, lines: readonly TextLine[]): Candidate | null {
  const own = numberIn(line);
  if (!own) return null;
  const near = lines.filter((other) => other !== line && isNear(line, other));
  const { digits, score, least, unit: after } = agreed(own, line.wider ? numberIn(line.wider) : null);
  if (digits.length < LEAST_DIGITS || digits.length > MOST_DIGITS) return null;
  if (digits.length < WHOLE && near.some((other) => isPiece(line, other))) return null;
  const words = [own.before, ...near.map(({ text }) => text)];
  const units = [own.unit, after, ...near.map(({ text }) => text)];
  const beside = units.some((text) => MILES.test(text))
    ? 'miles'
    : units.some((text) => KILOMETERS.test(text))
      ? 'km'
      : null;
  const unit = beside ?? unitOfDial(lines);
  const trip = words.some((text) => TRIP.test(text)) && !words.some((text) => TOTAL.test(text));
  const points =
    pointsForDigits(digits) +
    (words.some((text) => TOTAL.test(text)) ? 2 : 0) +
    (beside ? 1 : 0) -
    (isAmongInstruments(digits.length >= WHOLE ? near : [], lines) ? 0 : 1) -
    (own.fraction ? POINTS.fraction : 0) -
    (trip ? 1 : 0);
  return { value: Number(digits), unit, score, least, line, points, trip };
}

/** A dial has several numbers; a small display has the time or the trip above or below the total, and little else. */
function isAmongInstruments(near: readonly TextLine[], lines: readonly TextLine[]): boolean {
  const onDial = lines.filter(({ text }) => DIAL.test(bare(text))).length;
  return (
    onDial >= LEAST_DIAL ||
    (lines.length <= MOST_ON_DISPLAY && near.some(({ text }) => BESIDE_TOTAL.test(text)))
  );
}

/** Who counts speed in one unit alone counts the way in the same. */
function unitOfDial(lines: readonly TextLine[]): OdometerReading['unit'] {
  const [kilometers, miles] = [/km\/h/i, /mph/i].map((speed) => lines.some(({ text }) => speed.test(text)));
  if (kilometers === miles) return null;
  return kilometers ? 'km' : 'miles';
}

function pointsForDigits(digits: string): number {
  if (isScale(digits)) return -1;
  if (digits.length >= WHOLE) return POINTS.whole;
  return digits.length === WHOLE - 1 ? 1 : 0;
}

/** The numbers around a dial go up by tens, and some of them are often read as one line: 80 100, 100120, or 30 40 50. */
function isScale(digits: string): boolean {
  const splits = [/^(\d\d)(\d\d)(\d\d)$/, /^(\d\d)(\d{2,3})$/, /^(\d{3})(\d{3})$/].flatMap((split) => {
    const numbers = digits.match(split)?.slice(1).map(Number);
    return numbers ? [numbers] : [];
  });
  const rises = (numbers: number[]) =>
    numbers.every(
      (one, i) => one % 10 === 0 && (i === 0 || (one > numbers[i - 1]! && one - numbers[i - 1]! <= 50)),
    );
  return (digits.length === 3 && digits.endsWith('0')) || splits.some(rises);
}

/** A number beside a short number: then neither is the whole. */
const isPiece = (line: TextLine, other: TextLine) =>
  /^\d[\d\s]*[a-z]{0,3}$/i.test(other.text) && Math.abs(placeAfter(line, other).below) < SAME_ROW.piece;

/** On the row of the number, or right above or below it. */
function isNear(line: TextLine, other: TextLine) {
  const { along, below } = placeAfter(line, other);
  const beside = Math.abs(below) < SAME_ROW.near && along > -MOST_OVERLAP && along < BEHIND;
  const ahead =
    Math.abs(below) < SAME_ROW.near &&
    along < 0 &&
    placeAfter(other, line).along * (heightOf(other) / heightOf(line)) < AHEAD;
  const stacked = Math.abs(below) < NEXT_ROW && along < 0;
  return beside || ahead || stacked;
}
