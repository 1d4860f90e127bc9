/**
 * Letters drawn as lines, for labels on pictures: a machine without fonts, such as a container, draws the
 * same ones. Each letter is a list of lines on a grid 4 wide and 6 high, written as pairs of digits: x, then
 * y from the top.
 */
const LETTERS: Record<string, string> = {
  A: '06 20 46,14 34',
  B: '06 00 30 41 42 33 03,33 44 45 36 06',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46,03 33',
  F: '40 00 06,03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06,40 46,03 43',
  I: '20 26',
  J: '40 45 36 16 05',
  K: '00 06,40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 01 05 16 36 45 41 30 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 01 05 16 36 45 41 30 10,24 46',
  R: '06 00 30 41 42 33 03,23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40,20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 22 36 40',
  X: '00 46,40 06',
  Y: '00 23 40,23 26',
  Z: '00 40 06 46',
  0: '10 01 05 16 36 45 41 30 10',
  1: '01 20 26',
  2: '01 10 30 41 42 06 46',
  3: '01 10 30 41 42 33 13,33 44 45 36 16 05',
  4: '36 30 04 44',
  5: '40 00 03 33 44 45 36 06',
  6: '40 20 02 05 16 36 45 44 33 03',
  7: '00 40 16',
  8: '10 01 02 13 33 44 45 36 16 05 04 13,33 42 41 30 10',
  9: '06 26 44 41 30 10 01 02 13 43',
  '%': '40 06,00 10 11 01 00,35 45 46 36 35',
  '-': '13 33',
  '.': '25 26',
  '?': '01 10 30 41 42 24,26 26',
};
const WIDTH = 4;
const HEIGHT = 6;
const STEP = 5.6;
const SPACE = 3.2;
/** Letters that do not use the grid's width. */
const NARROW: Record<string, [left: number, width: number]> = {
  I: [2, 0],
  1: [0, 2],
  '.': [2, 0],
  ' ': [0, 0],
};

const advanceOf = (letter: string) =>
  letter === ' ' ? SPACE : STEP - WIDTH + (NARROW[letter]?.[1] ?? WIDTH);

const lettersOf = (text: string) =>
  [...text.toUpperCase().replaceAll('_', ' ')].map((letter) =>
    letter === ' ' || LETTERS[letter] ? letter : '?',
  );

/** In the same unit as `height`, which is that of the letters. */
export const textWidth = (text: string, height: number) =>
  (height / HEIGHT) * (lettersOf(text).reduce((sum, letter) => sum + advanceOf(letter), 0) - (STEP - WIDTH));

/** The text as the `d` of an SVG path, to be stroked with round ends; its top left at the given place. */
export function textPath(text: string, left: number, top: number, height: number): string {
  const unit = height / HEIGHT;
  const commands: string[] = [];
  let at = left;
  for (const letter of lettersOf(text)) {
    const [shift] = NARROW[letter] ?? [0];
    for (const line of letter === ' ' ? [] : LETTERS[letter]!.split(',')) {
      const points = line.split(' ').map(([x, y]) => {
        const [across, down] = [at + (Number(x) - shift) * unit, top + Number(y) * unit];
        return `${across.toFixed(1)} ${down.toFixed(1)}`;
      });
      commands.push(`M${points.join('L')}`);
    }
    at += advanceOf(letter) * unit;
  }
  return commands.join('');
}
