/** The total that an instrument cluster shows, among its scales, its clock, its trip meter and its range. */

import type { TextLine } from '../text-line.ts';
import {
  AHEAD,
  BEHIND,
  CONTRADICTED,
  LEAST_ODOMETER_SCORE,
  LEAST_OF_ANY_DIGIT,
  MOST_OVERLAP,
  NEXT_ROW,
  POINTS,
  READ_ONCE,
  SAME_ROW,
  SURER,
} from '../tuning.ts';
import { heightOf, placeAfter } from './line-places.ts';

export type OdometerReading = {
  value: number;
  /** The one beside it, else that of the dial; null where neither can be seen. */
  unit: 'km' | 'miles' | null;
  score: number;
  line: TextLine;
};

type Candidate = OdometerReading & { points: number; trip: boolean };

const MOST_DIGITS = 7;
const LEAST_DIGITS = 3;
/** Most totals have at least so many. */
const WHOLE = 5;
/** So many points must be between the best and the next: else they compete, and nothing is told. */
const CLEAR = 1;
/** What a reading loses for each tenth that it is not sure of, when it competes. */
const DOUBT = 10;
/** With fewer, a number on a dashboard may be anything. */
const LEAST_POINTS = 2;

const TOTAL = /\b(?:ODO(?:METER)?|TOTAL|GESAMT)\b/i;
const TRIP = /\b(?:TRIP|RANGE|AVG|AVERAGE|DTE|REICHWEITE|TAGES|NEXT|SERVICE)\b/i;
/** The unit is small print: its k is often lost. */
const KILOMETERS = /^\s*(?:km|m|lm|hm|kn|kr)\.?$/i;
const MILES = /^\s*(?:mi|miles|mls?)\.?$/i;
const RATE = /km\/|\/h|mph|rpm|min|°|%|x1000|l\/|:/i;
/** What stands around a dial: where there is none, a number without a unit may be anything. */
const DIAL = /^(?:\d{1,2}0|km\/h|mph|x1000.*)$/i;
const LEAST_DIAL = 2;
const NUMBER = /^([A-Z]{0,8}[\s:.]*)([\d][\d\s.,']*\d)\s*([a-z]{0,5}\.?)$/i;

/** Null where nothing looks like a total, or more than one number does. */
export function readOdometer(lines: readonly TextLine[]): OdometerReading | null {
  const candidates = lines
    .flatMap((line) => candidateFrom(line, lines) ?? [])
    .sort((a, b) => standing(b) - standing(a));
  const [best, next] = candidates;
  if (!best || best.trip || best.points < LEAST_POINTS || best.score < LEAST_ODOMETER_SCORE) return null;
  if (next && standing(next) > standing(best) - CLEAR && next.value !== best.value) return null;
  const { value, unit, score, line } = best;
  if (line.characters.some((one) => /\d/.test(one.text) && one.score < LEAST_OF_ANY_DIGIT)) return null;
  return { value, unit, score, line };
}

const standing = ({ points, score }: Candidate) => points - DOUBT * (1 - score);

function candidateFrom(line: TextLine, lines: readonly TextLine[]): Candidate | null {
  if (RATE.test(line.text)) return null;
  const match = line.text.trim().match(NUMBER);
  if (!match) return null;
  const [, before, number, after] = match as unknown as [string, string, string, string];
  const near = lines.filter((other) => other !== line && isNear(line, other));
  const read = agreed(number, line);
  const fraction = read.number.match(/[.,]\d$/);
  const digits = (fraction ? read.number.slice(0, -2) : read.number).replace(/\D/g, '');
  if (digits.length < LEAST_DIGITS || digits.length > MOST_DIGITS) return null;
  if (digits.length < WHOLE && near.some((other) => isPiece(line, other))) return null;
  const words = [before, ...near.map(({ text }) => text)];
  const units = [after, read.unit, ...near.map(({ text }) => text)];
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
    (lines.filter(({ text }) => DIAL.test(text)).length < LEAST_DIAL ? 1 : 0) -
    (fraction ? POINTS.fraction : 0) -
    (trip ? 1 : 0);
  return { value: Number(digits), unit, score: read.score, line, points, trip };
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

/** The numbers around a dial go up by tens, and two of them are often read as one line: 80 100, or 100120. */
function isScale(digits: string): boolean {
  const numbers = [2, 3].map((at) => [Number(digits.slice(0, at)), Number(digits.slice(at, at + 3))]);
  return (
    (digits.length === 3 && digits.endsWith('0')) ||
    numbers.some(([a, b]) => a! % 10 === 0 && b! % 10 === 0 && b! > a! && b! - a! <= 50)
  );
}

/** Both readings of the line together: with more room at its ends the outermost digit is seen, or not. */
function agreed(number: string, { score, wider }: TextLine): { number: string; score: number; unit: string } {
  const match = wider?.text.trim().match(NUMBER);
  if (!wider || !match) return { number, score: READ_ONCE * score, unit: '' };
  const [other, unit] = [match[2]!, match[3]!];
  const [own, more] = [number.replace(/\D/g, ''), other.replace(/\D/g, '')];
  if (own === more) return { number, score: Math.max(score, wider.score), unit };
  // Of the digits of a display only the 1 is so far from its neighbors; any other is a misread unit.
  if (more === `${own}1` || more === `1${own}`) return { number: other, score: wider.score, unit };
  if (score >= wider.score + SURER) return { number, score: READ_ONCE * score, unit };
  return { number, score: CONTRADICTED * Math.min(score, wider.score), unit };
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
