/** The number plate among the lines of a photo, or of the area where a plate was found. */
import type { BoundingBox } from '../../records/place.ts';
import { meanScore, type TextLine } from '../text-line.ts';
import {
  LEAST_OF_ANY_PLATE_LETTER,
  LEAST_PLATE_SCORE,
  NEARLY_AS_LARGE,
  NEXT_ROW,
  ODD_FORM,
  PER_SWAP,
} from '../tuning.ts';
import { below, heightOf, middleOf } from './line-places.ts';
import { hasForm, inForm } from './plate-forms.ts';

export type PlateReading = { plate: string; score: number; lines: TextLine[] };

const LEAST_LENGTH = 4;
const MOST_LENGTH = 10;
/** Where no plate was found by its look, only what is made up like one counts. */
const LEAST_LENGTH_ANYWHERE = 6;
/** What instruments and labels say is made up like plates, too. */
const MEASURE = /\dKM|RPM|\dMPH|X1000|\dKG|\dMIN/;
/** The sign of the country stands in front of the plate, in a band of its own. */
const COUNTRY = /^(?:[A-Z]{1,3})$/;

/** Null where there is none, or two that are alike good. With `area`, only lines with their middle in it count. */
export function readPlate(lines: readonly TextLine[], area?: BoundingBox): PlateReading | null {
  const within = area ? lines.filter((line) => isIn(area, line)) : lines;
  const found = within
    .flatMap((line) => [[line], ...(area ? below(line, within, NEXT_ROW).map((next) => [line, next]) : [])])
    .flatMap((parts) => plateFrom(parts, area !== undefined) ?? [])
    .filter(({ score }) => score >= LEAST_PLATE_SCORE)
    .sort((a, b) => sizeOf(b) * b.score - sizeOf(a) * a.score);
  const [best, ...others] = found;
  if (!best) return null;
  const rival = others.find(({ plate }) => !best.plate.includes(plate) && !plate.includes(best.plate));
  return !area && rival && sizeOf(rival) > NEARLY_AS_LARGE * sizeOf(best) ? null : best;
}

/** What two rows make up counts only when neither is a plate by itself. */
function plateFrom(parts: TextLine[], inArea: boolean): PlateReading | null {
  const texts = parts.map(({ text }) => text.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  if (parts.length > 1 && texts.some((text) => text.length > 5 || hasForm(text))) return null;
  const text = texts.join('');
  if (!inArea && MEASURE.test(text)) return null;
  if (!/\d/.test(text) || text.length < (inArea ? LEAST_LENGTH : LEAST_LENGTH_ANYWHERE)) return null;
  const signs = parts.flatMap(({ characters }) => characters.filter((one) => /[A-Z0-9]/i.test(one.text)));
  if (signs.some((sign) => sign.score < LEAST_OF_ANY_PLATE_LETTER)) return null;
  const score = meanScore(signs);
  for (const start of [0, 1, 2]) {
    if (start > 0 && !COUNTRY.test(text.slice(0, start))) break;
    const rest = text.slice(start);
    const fit = inForm(rest);
    if (fit) return { plate: fit.text, score: score * PER_SWAP ** fit.swaps, lines: parts };
  }
  if (text.length > MOST_LENGTH) return null;
  if (hasForm(text)) return { plate: text, score, lines: parts };
  return inArea ? { plate: text, score: score * ODD_FORM, lines: parts } : null;
}

/** The height of its letters, in pixels. */
export const sizeOf = ({ lines }: PlateReading) => Math.max(...lines.map(heightOf));

function isIn({ xmin, ymin, width, height }: BoundingBox, line: TextLine) {
  const [x, y] = middleOf(line);
  return x >= xmin && x <= xmin + width && y >= ymin && y <= ymin + height;
}
