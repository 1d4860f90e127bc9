/** Reads the text of a photo: finds the lines, cuts them out, turns them the right way up, reads the letters. */

import { meanScore, type TextLine } from '../../inspections/texts/text-line.ts';
import type { Picture } from '../pixels/picture.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { detectText } from './detection.ts';
import { standOnHead } from './direction.ts';
import { readBeforeFillers } from './fillers.ts';
import { withGrounds } from './grounds.ts';
import { isFlat, liesOnSide, turnedBack, turnedPixels } from './quarter-turns.ts';
import { type ReadBox, recognize } from './recognition.ts';
import { isSmall, secondPass } from './second-pass.ts';
import { cornersOf, type TextBox, upsideDown } from './text-box.ts';
import type { TextSessions } from './text-sessions.ts';
import { DOUBTFUL, LEAST_LINE_SCORE, ON_HEAD, ROOM_FOR_CODES, ROOM_FOR_NUMBERS } from './tuning.ts';

/** The side that photos should be decoded with: more shows no further text, less loses small print. */
export const TEXT_SIDE = 2560;
/** What is read twice: a digit that is lost makes another number, a letter that is lost makes no other word. */
const DIGITS = /\d.*\d.*\d.*\d/;
const CODE = /^(?=.*[A-Z])[A-Z0-9* ]{11,}$/;

/** Raise it whenever other lines, letters or places are read on the same photo: photos are then read anew. */
export const TEXT_POST_PROCESSING = 2;

type TextFind = { lines: TextLine[] };
/** An AbortSignal, or whatever else knows that nobody waits any more. */
export type ReadOptions = {
  signal?: Pick<AbortSignal, 'throwIfAborted'>;
  /** The least side that is searched; smaller pictures are enlarged for it. */
  leastSide?: number;
};

export async function readText(
  { width, height, pixels }: Picture,
  sessions: TextSessions,
  { signal, leastSide }: ReadOptions = {},
): Promise<TextFind> {
  signal?.throwIfAborted();
  const first = await detectText(sessions.detection, pixels, leastSide);
  const turned = liesOnSide(first);
  const upright = turned ? await turnedPixels(pixels) : pixels;
  signal?.throwIfAborted();
  const detected = turned ? await detectText(sessions.detection, upright, leastSide) : first;
  const far = await readBoxes(
    detected.filter((box) => !isSmall(box, upright)),
    upright,
    sessions,
    signal,
  );
  const { kept, closer } = await secondPass(detected, far, upright, sessions.detection, signal);
  const found = [...kept, ...(await readBoxes(closer, upright, sessions, signal))];
  const [across, down] = [width / pixels.width, height / pixels.height];
  const lines = found
    .filter(({ read }) => read.score >= LEAST_LINE_SCORE && read.text.trim() !== '')
    .map(({ box, read }) => ({
      ...read,
      polygon: cornersOf(turned ? turnedBack(box, pixels) : box).map(([x, y]) => [
        x * across,
        y * down,
      ]) as TextLine['polygon'],
    }));
  return { lines };
}

async function readBoxes(
  boxes: readonly TextBox[],
  pixels: Pixels,
  sessions: TextSessions,
  signal?: ReadOptions['signal'],
): Promise<ReadBox[]> {
  const read = async (some: TextBox[]) => {
    signal?.throwIfAborted();
    const reads = await recognize(sessions, pixels, some);
    return some.map((box, i) => ({ box, read: reads[i]! }));
  };
  const found: ReadBox[] = [];
  for (const alike of [boxes.filter(isFlat), boxes.filter((box) => !isFlat(box))]) {
    if (alike.length === 0) continue;
    const flipped = await standOnHead(sessions.direction, pixels, alike);
    const once = await read(flipped ? alike.map(upsideDown) : alike);
    // The digits of a display look much alike on their head: that they stand on it must show when they are read, too.
    const doubtful = flipped || meanScore(once.flatMap((line) => line.read.characters)) < DOUBTFUL;
    const again = doubtful ? await read(once.map(({ box }) => upsideDown(box))) : [];
    const [upright, onHead] = flipped ? [again, once] : [once, again];
    found.push(...(evidence(onHead) > ON_HEAD * evidence(upright) ? onHead : upright));
  }
  await readBeforeFillers(found, read);
  const numbers = found.filter(({ read }) => DIGITS.test(read.text));
  const wider = await read(numbers.map(widened));
  for (const [i, { box, read: again }] of wider.entries()) {
    const line = numbers[i]!;
    line.read = { ...withGrounds(pixels, line.box, line.read), wider: withGrounds(pixels, box, again) };
  }
  return found;
}

function widened({ box, read }: ReadBox): TextBox {
  const room = CODE.test(read.text) ? ROOM_FOR_CODES : ROOM_FOR_NUMBERS;
  return { ...box, width: box.width + 2 * room * box.height };
}

/** How many letters were read, weighed by how surely. */
const evidence = (found: readonly ReadBox[]) =>
  found.reduce((sum, { read }) => sum + read.characters.length * read.score ** 3, 0);
