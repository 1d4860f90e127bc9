/** The vehicle identification number among the lines of a photo. */

import { meanScore, type TextLine } from '../text-line.ts';
import {
  ALIKE_HEIGHTS,
  LEAST_OF_ANY_VIN_LETTER,
  LEAST_VIN_SCORE,
  MOST_SMALL_LETTERS,
  NEXT_LINE,
} from '../tuning.ts';
import { below, heightOf, onRowAfter } from './line-places.ts';
import { asDigit, meanOf, type VinLetter, vinLetter } from './vin-letters.ts';

type VinReading = {
  vin: string;
  /** How sure the least sure of its characters is, and all of them on average. */
  leastScore: number;
  score: number;
  letters: VinLetter[];
  lines: TextLine[];
};

const LENGTH = 17;
const DIGITS_AT_END = 4;
/** A part of a VIN that is written on several lines is no shorter. */
const LEAST_PART = 3;
const LABEL =
  /^\W*(?:V\.?I\.?N\.?|FIN|CHASSIS|FAHRGESTELL\w*|IDENT\w*|SERIAL|FRAME)?\s*(?:N[O°R]?[.:]*\s)?[\s:.#*]*/i;

/** Those that look unlike their capitals. */
const SMALL_LETTER = /^[abdefghnqrty]$/;

export const isSure = ({ score, leastScore }: VinReading) =>
  score >= LEAST_VIN_SCORE && leastScore >= LEAST_OF_ANY_VIN_LETTER;

/** Null where there is none to rely on. */
export function readVin(lines: readonly TextLine[]): VinReading | null {
  const reading = likeliestVin(lines);
  return reading && isSure(reading) ? reading : null;
}

/** However unsure: with other photos of the same VIN it may still have its say. */
export const likeliestVin = (lines: readonly TextLine[]): VinReading | null =>
  vinCandidates(lines).reduce<VinReading | null>((a, b) => (a && a.score >= b.score ? a : b), null);

function vinCandidates(lines: readonly TextLine[]): VinReading[] {
  const parts = lines.map((line) => ({ line, letters: wholeOf(line) }));
  const lettersIn = new Map(parts.map(({ line, letters }) => [line, letters]));
  const candidates: VinReading[] = [];
  const add = (letters: VinLetter[], from: TextLine[]) => {
    const reading = readingOf(letters, from);
    if (reading) candidates.push(reading);
  };
  for (const { line, letters } of parts) {
    if (letters.length >= LEAST_PART) for (const text of windows(letters)) add(text, [line]);
    if (letters.length < LEAST_PART || letters.length >= LENGTH) continue;
    for (const next of [onRowAfter(line, lines)[0], below(line, lines, NEXT_LINE)[0]]) {
      const more = next && lettersIn.get(next)!;
      if (more && isPartOf(line, next) && letters.length + more.length === LENGTH)
        add([...letters, ...more], [line, next]);
    }
  }
  return candidates;
}

/** Both parts are written alike, and in one piece: the name of a town above a plate is not. */
function isPartOf(line: TextLine, next: TextLine): boolean {
  const ratio = heightOf(next) / heightOf(line);
  return ratio < ALIKE_HEIGHTS && ratio > 1 / ALIKE_HEIGHTS && !/[-.,]/.test(line.text + next.text);
}

/** Both readings of the line together: where one of them is whole it counts, where both are each has half a say. */
function wholeOf(line: TextLine): VinLetter[] {
  const own = lettersOf(line);
  const wider = line.wider ? lettersOf(line.wider) : [];
  if (wider.length !== LENGTH) return own;
  return own.length === LENGTH ? own.map((letter, i) => meanOf(letter, wider[i]!)) : wider;
}

function lettersOf({ text, characters }: Pick<TextLine, 'text' | 'characters'>): VinLetter[] {
  const label = text.match(LABEL)![0].length;
  // A VIN is written in capitals: what is not is a sentence of seventeen letters.
  const small = characters.slice(label).filter((character) => SMALL_LETTER.test(character.text));
  if (small.length > MOST_SMALL_LETTERS) return [];
  return characters.slice(label).flatMap((character) => vinLetter(character) ?? []);
}

/** What precedes or follows a VIN on its line is mostly a mark at one of its ends. */
function* windows(letters: VinLetter[]) {
  for (let first = 0; first + LENGTH <= letters.length && first <= 2; first++) {
    if (letters.length - LENGTH <= 2) yield letters.slice(first, first + LENGTH);
  }
}

function readingOf(letters: VinLetter[], lines: TextLine[]): VinReading | null {
  if (letters.length !== LENGTH) return null;
  const end = letters.slice(-DIGITS_AT_END).map(asDigit);
  if (end.includes(null)) return null;
  const all = [...letters.slice(0, -DIGITS_AT_END), ...(end as VinLetter[])];
  const vin = all.map(({ text }) => text).join('');
  const leastScore = Math.min(...all.map(({ score }) => score));
  return { vin, score: meanScore(all), leastScore, letters: all, lines };
}
