/** How the digits of a number stand on their ground: the drums of a mechanical odometer are told by it from a display. */
import type { Character } from '../../inspections/texts/text-line.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { LINE_HEIGHT, sampleLine, widthOf } from './line-pixels.ts';
import type { Recognized } from './recognition.ts';
import type { TextBox } from './text-box.ts';
import { CELL, OUTERMOST, ROWS } from './tuning.ts';

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? 0;

/** The same reading with the distances of its characters, and how much of the cell of each is light. */
export function withGrounds<Read extends Pick<Recognized, 'characters'>>(
  pixels: Pixels,
  box: TextBox,
  read: Read,
): Read & { steps: number[] } {
  const width = widthOf(box);
  const numbers = new Float32Array(3 * LINE_HEIGHT * width);
  sampleLine(pixels, box, numbers, 0, width, width);
  const steps = stepsOf(read.characters).map((step) => (step * width) / LINE_HEIGHT);
  const reach =
    (CELL *
      LINE_HEIGHT *
      quantile(
        steps.toSorted((a, b) => a - b),
        0.5,
      )) /
    2;
  const characters = read.characters.map((one) => {
    const lights = lightIn(numbers, width, one.at * width - reach, one.at * width + reach);
    const middle = (quantile(lights, OUTERMOST) + quantile(lights, 1 - OUTERMOST)) / 2;
    const ground = lights.filter((light) => light > middle).length / (lights.length || 1);
    return { ...one, ground: Math.round(100 * ground) / 100 };
  });
  return { ...read, characters, steps: steps.map((step) => Math.round(100 * step) / 100) };
}

const stepsOf = (characters: readonly Character[]) =>
  characters.slice(1).map(({ at }, i) => at - characters[i]!.at);

/** From dark to light; red digits are as light as white ones. */
function lightIn(numbers: Float32Array, width: number, from: number, to: number): number[] {
  const plane = LINE_HEIGHT * width;
  const lights: number[] = [];
  for (let y = Math.round(ROWS.from * LINE_HEIGHT); y < ROWS.to * LINE_HEIGHT; y++)
    for (let x = Math.max(0, Math.round(from)); x <= Math.min(width - 1, Math.round(to)); x++) {
      const at = y * width + x;
      lights.push(Math.max(numbers[at]!, numbers[at + plane]!, numbers[at + 2 * plane]!));
    }
  return lights.sort((a, b) => a - b);
}
