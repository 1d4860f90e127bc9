/** What the lines say: a network's letters column by column, without repeats and blanks (CTC). */

import { type Character, meanScore, type TextLine } from '../../inspections/texts/text-line.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { LETTERS } from './letters.ts';
import { LINE_HEIGHT, sampleLine, widthOf } from './line-pixels.ts';
import type { TextBox } from './text-box.ts';
import type { TextSessions } from './text-sessions.ts';
import { LEAST_ALTERNATIVE, LEAST_SPACE, MOST_SPACE } from './tuning.ts';

const BATCH = 8;
const LEAST_WIDTH = 64;
const MOST_WIDTH = 2400;
const COLUMN = 8;
const MOST_ALTERNATIVES = 4;
const CLASSES = LETTERS.length;
const SPACE = LETTERS.indexOf(' ');

export type Recognized = Pick<TextLine, 'text' | 'score' | 'characters' | 'steps' | 'wider'>;
export type ReadBox = { box: TextBox; read: Recognized };

export async function recognize(
  { recognition }: Pick<TextSessions, 'recognition'>,
  pixels: Pixels,
  boxes: readonly TextBox[],
): Promise<Recognized[]> {
  const lines = boxes.map((box, index) => ({ box, index, width: Math.min(MOST_WIDTH, widthOf(box)) }));
  lines.sort((a, b) => a.width - b.width);
  const results: Recognized[] = new Array(boxes.length);
  while (lines.length > 0) {
    const widest = MOST_SPACE * Math.max(LEAST_WIDTH, lines[0]!.width);
    const tooWide = lines.findIndex(({ width }) => width > widest);
    const batch = lines.splice(0, Math.min(BATCH, tooWide < 0 ? BATCH : tooWide));
    const stride = COLUMN * Math.ceil(Math.max(LEAST_WIDTH, batch.at(-1)!.width) / COLUMN);
    const size = 3 * LINE_HEIGHT * stride;
    const numbers = new Float32Array(batch.length * size);
    for (const [i, { box, width }] of batch.entries())
      sampleLine(pixels, box, numbers, i * size, stride, width);
    const { data, shape } = await recognition(numbers, [batch.length, 3, LINE_HEIGHT, stride]);
    const columns = shape[1]!;
    for (const [i, { index, width }] of batch.entries()) {
      const own = data.subarray(i * columns * CLASSES, (i + 1) * columns * CLASSES);
      results[index] = decoded(own, width / (stride / columns));
    }
  }
  return results;
}

/** `extent` is how many of the columns the line itself has. */
function decoded(probabilities: Float32Array, extent: number): Recognized {
  const characters: Character[] = [];
  let [previous, peak, peakScore] = [0, 0, 0];
  const finish = () => {
    if (previous > 0 && !(previous === SPACE && characters.at(-1)?.text === ' '))
      characters.push(characterAt(peak, previous));
  };
  const characterAt = (column: number, letter: number): Character => {
    const row = column * CLASSES;
    const alternatives = LETTERS.map((text, other) => ({ text, score: probabilities[row + other]! }))
      .filter(({ text, score }, other) => text !== '' && other !== letter && score >= LEAST_ALTERNATIVE)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_ALTERNATIVES);
    const at = Math.min(1, (column + 0.5) / extent);
    return { text: LETTERS[letter]!, score: probabilities[row + letter]!, at, alternatives };
  };
  const columns = probabilities.length / CLASSES;
  for (let column = 0; column < columns; column++) {
    const row = column * CLASSES;
    let [best, score] = [0, probabilities[row]!];
    for (let letter = 1; letter < CLASSES; letter++)
      if (probabilities[row + letter]! > score) [best, score] = [letter, probabilities[row + letter]!];
    if (best === 0 && probabilities[row + SPACE]! >= LEAST_SPACE) best = SPACE;
    if (best !== previous) {
      finish();
      [previous, peak, peakScore] = [best, column, score];
    } else if (score > peakScore) [peak, peakScore] = [column, score];
  }
  finish();
  const text = characters.map((character) => character.text).join('');
  return { text, score: meanScore(characters.filter((character) => character.text !== ' ')), characters };
}
