/** Machine-readable zones end in long runs of fillers, and beside these the network overlooks letters. */

import { meanScore } from '../../inspections/texts/text-line.ts';
import type { ReadBox } from './recognition.ts';
import type { TextBox } from './text-box.ts';
import { WELL_READ } from './tuning.ts';

const RUN = /<{4,}/g;
/** A part so short, in heights, holds no letters worth another look. */
const LEAST_LENGTH = 2;

/** What stands before the longest run of fillers is read once more without it. */
export async function readBeforeFillers(
  found: ReadBox[],
  read: (boxes: TextBox[]) => Promise<ReadBox[]>,
): Promise<void> {
  const parts = found.flatMap((line) => {
    const runs = [...line.read.text.matchAll(RUN)].sort((a, b) => b[0].length - a[0].length);
    const first = runs[0]?.index;
    const share = first === undefined ? 0 : line.read.characters[first]!.at;
    const long = share * line.box.width > LEAST_LENGTH * line.box.height;
    return long && line.read.score < WELL_READ ? [{ line, first: first!, share }] : [];
  });
  const again = await read(parts.map(({ line, share }) => startOf(line.box, share)));
  for (const [i, { line, first, share }] of parts.entries()) {
    const start = again[i]!.read.characters.map((one) => ({ ...one, at: one.at * share }));
    while (start.at(-1)?.text === '<') start.pop();
    const before = line.read.characters.slice(0, first);
    if (meanScore(start) <= meanScore(before)) continue;
    const characters = [...start, ...line.read.characters.slice(first)];
    line.read = {
      text: characters.map(({ text }) => text).join(''),
      score: meanScore(characters),
      characters,
    };
  }
}

function startOf(box: TextBox, share: number): TextBox {
  const shift = (box.width * (share - 1)) / 2;
  return { ...box, x: box.x + shift * box.ux, y: box.y + shift * box.uy, width: box.width * share };
}
