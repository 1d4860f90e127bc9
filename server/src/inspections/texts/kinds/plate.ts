/** The number plate among the lines of a photo, or of the area where a plate was found. */
import type { BoundingBox } from '../../records/place.ts';
import { type Character, meanScore, type TextLine } from '../text-line.ts';
import {
  LEAST_CONFIRMED,
  LEAST_OF_ANY_PLATE_LETTER,
  LEAST_PLATE_SCORE,
  NEARLY_AS_LARGE,
  NEXT_ROW,
  ODD_FORM,
  PER_SWAP,
  STACKED,
} from '../tuning.ts';
import { below, heightOf, middleOf, placeAfter } from './line-places.ts';
import { hasForm, inForm, type Sign } from './plate-forms.ts';

/** `least` is the score of its least sure character; `swaps` counts those that were put in the place of a look-alike. */
type PlateFound = { plate: string; score: number; least: number; swaps: number; lines: TextLine[] };
/** `stacked`: other letters stand beside it. */
export type PlateReading = PlateFound & { stacked: boolean };

const LEAST_LENGTH = 4;
const MOST_LENGTH = 10;
/** Where no plate was found by its look, only what is made up like one counts. */
const LEAST_LENGTH_ANYWHERE = 6;
/** What instruments and labels say is made up like plates, too. */
const MEASURE = /\dKM|RPM|\dMPH|X1000|\dKG|\dMIN/;
/** The sign of the country stands in front of the plate, in a band of its own. */
const COUNTRY = /^(?:TR|GB|UK|NL|F|E|I|P)(?=[A-Z0-9])/;
const SEAL = /[aeo]/;
const STACK = /^[A-Z0-9]{1,2}$/;
const BAND = /^(?:TR|GB|UK|NL|PL|CZ|EU|[ABDEFIPS])$/;

/** Null where there is none, or two that are alike good. With `area`, only lines with their middle in it count. */
export function readPlate(lines: readonly TextLine[], area?: BoundingBox): PlateReading | null {
  const within = area ? lines.filter((line) => isIn(area, line)) : lines;
  const found = within
    .flatMap((line) => [[line], ...(area ? below(line, within, NEXT_ROW).map((next) => [line, next]) : [])])
    .flatMap((parts) => plateFrom(parts, area !== undefined) ?? [])
    .filter((reading) => isSure(reading) || (area && isLikely(reading)))
    .sort((a, b) => sizeOf(b) * b.score - sizeOf(a) * a.score);
  const [best, ...others] = found;
  if (!best) return null;
  const rival = others.find(({ plate }) => !best.plate.includes(plate) && !plate.includes(best.plate));
  if (!area && rival && sizeOf(rival) > NEARLY_AS_LARGE * sizeOf(best)) return null;
  return { ...best, stacked: within.some((line) => isStackBeside(best, line)) };
}

/** Small letters one above the other beside the number belong to it on American plates, and are seldom read whole. */
function isStackBeside({ lines }: PlateFound, line: TextLine): boolean {
  const [row] = lines;
  if (!row || lines.length > 1 || line === row || !STACK.test(line.text) || BAND.test(line.text))
    return false;
  const { along, below: down } = placeAfter(row, line);
  const before = (placeAfter(line, row).along * heightOf(line)) / heightOf(row);
  const isBeside =
    Math.abs(down) < STACKED.across && (Math.abs(along) < STACKED.along || Math.abs(before) < STACKED.along);
  const height = heightOf(line) / heightOf(row);
  return isBeside && height > STACKED.height.from && height < STACKED.height.to;
}

/** Sure enough without another reading that confirms it. */
export const isSure = ({ score, least }: PlateFound) =>
  score >= LEAST_PLATE_SCORE && least >= LEAST_OF_ANY_PLATE_LETTER;

const isLikely = ({ score, least }: PlateFound) =>
  score >= LEAST_CONFIRMED.mean && least >= LEAST_CONFIRMED.any;

/** What two rows make up counts only when neither is a plate by itself. */
function plateFrom(parts: TextLine[], inArea: boolean): PlateFound | null {
  const rows = parts.map(signsOf);
  const texts = rows.map(textOf);
  if (parts.length > 1 && texts.some((text) => text.length > 5 || hasForm(text))) return null;
  const signs = rows.flat();
  const text = texts.join('');
  if (!inArea && MEASURE.test(text)) return null;
  const own = { text, swaps: 0, scores: signs.map(({ score }) => score) };
  const fit = inForm(signs) ?? withoutCountry(parts[0]!, signs) ?? own;
  const { length } = fit.text;
  if (
    !/\d/.test(fit.text) ||
    length < (inArea ? LEAST_LENGTH : LEAST_LENGTH_ANYWHERE) ||
    length > MOST_LENGTH
  )
    return null;
  const odd = !hasForm(fit.text);
  if (odd && !inArea) return null;
  const score =
    meanScore(fit.scores.map((one) => ({ score: one }))) * PER_SWAP ** fit.swaps * (odd ? ODD_FORM : 1);
  return { plate: fit.text, score, least: Math.min(...fit.scores), swaps: fit.swaps, lines: parts };
}

const textOf = (signs: readonly Sign[]) => signs.map(({ text }) => text).join('');

/** Plates have capital letters: small ones among these are seals and stickers. */
function signsOf({ text, characters }: TextLine): Sign[] {
  const isSeal = ({ text: one }: Character) => /[A-Z]/.test(text) && SEAL.test(one);
  return characters
    .filter((one) => /[A-Z0-9]/i.test(one.text) && !isSeal(one))
    .map((one) => ({ ...one, text: one.text.toUpperCase() }));
}

/** Only where what is left is made up as plates with such a band are. */
function withoutCountry(line: TextLine, signs: readonly Sign[]) {
  const country = textOf(signs).match(COUNTRY)?.[0] ?? '';
  const isApart = new RegExp(`^\\W*${country}[^A-Z0-9]`).test(line.text);
  if (country === '' || (!isApart && hasForm(textOf(signs)))) return null;
  return inForm(signs.slice(country.length));
}

/** The height of its letters, in pixels. */
export const sizeOf = ({ lines }: PlateFound) => Math.max(...lines.map(heightOf));

function isIn({ xmin, ymin, width, height }: BoundingBox, line: TextLine) {
  const [x, y] = middleOf(line);
  return x >= xmin && x <= xmin + width && y >= ymin && y <= ymin + height;
}
