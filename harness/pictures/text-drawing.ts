import sharp from 'sharp';

/** Letters as lines on a grid 4 wide and 6 high, because a machine may have no fonts: pairs of x and y from the top. */
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
  k: '00 06,32 04 36',
  m: '06 02,03 12 22 23 26,23 32 42 43 46',
  i: '22 26,20 20',
  '-': '13 33',
  '.': '25 26',
  '/': '40 06',
  '<': '41 03 45',
  ' ': '',
};
/** What letters do not use of the grid: from which x on, and how wide they are. */
const NARROW: Record<string, [left: number, width: number]> = {
  I: [2, 0],
  i: [2, 0],
  '.': [2, 0],
  1: [0, 2],
};
const WIDE: [number, number] = [0, 4];
const GAP = 1.6;
const boundsOf = (letter: string) => NARROW[letter] ?? WIDE;

export type Drawn = { text: string; x: number; y: number; size: number; ink?: string };

const advance = (letters: string) => [...letters].reduce((sum, letter) => sum + boundsOf(letter)[1] + GAP, 0);

export const widthOf = (text: string, size: number) => ((advance(text) - GAP) * size) / 6;

/** One path of SVG; its top left at x and y. */
export const drawnText = ({ text, x, y, size, ink = '#1c1c1c' }: Drawn): string => {
  const unit = size / 6;
  const lines = [...text].flatMap((letter, index) => {
    const start = advance(text.slice(0, index)) - boundsOf(letter)[0];
    return LETTERS[letter]!.split(',').map((line) => {
      const points = line.split(' ').filter(Boolean);
      const placed = points.map(
        ([across, down]) =>
          `${(x + (start + Number(across)) * unit).toFixed(1)} ${(y + Number(down) * unit).toFixed(1)}`,
      );
      return placed.length > 0 ? `M${placed.join('L')}` : '';
    });
  });
  return `<path d="${lines.join('')}" fill="none" stroke="${ink}" stroke-width="${size / 7.5}"
    stroke-linecap="round" stroke-linejoin="round"/>`;
};

export type Camera = {
  /** In degrees. */
  turned?: number;
  quarterTurns?: number;
  blur?: number;
};

const WIDTH = 1600;
const HEIGHT = 1100;

/** What is drawn around the middle, as a camera sees it. */
export const photographed = async (
  svg: string,
  { turned = 0, quarterTurns = 0, blur = 0 }: Camera = {},
  size = { width: WIDTH, height: HEIGHT },
): Promise<Buffer> => {
  const { width, height } = size;
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#5d6068"/>
    <g transform="translate(${width / 2} ${height / 2}) rotate(${turned})">${svg}</g></svg>`;
  const straight = await sharp(Buffer.from(scene)).flatten().png().toBuffer();
  const seen = sharp(
    await sharp(straight)
      .rotate(90 * quarterTurns)
      .toBuffer(),
  );
  return (blur > 0 ? seen.blur(blur) : seen).jpeg({ quality: 88 }).toBuffer();
};

/** Rows one below the other on a plate or a sheet. */
export const rowsOn = (rows: [text: string, size: number][], { fill = '#cdd0d3', ink = '#1c1c1c' } = {}) => {
  const widest = Math.max(...rows.map(([text, size]) => widthOf(text, size)));
  const tall = rows.reduce((sum, [, size]) => sum + 1.8 * size, 0);
  let y = -tall / 2 + 0.4 * rows[0]![1];
  const texts = rows.map(([text, size]) => {
    const drawn = drawnText({ text, x: -widthOf(text, size) / 2, y, size, ink });
    y += 1.8 * size;
    return drawn;
  });
  const margin = 50;
  return `<rect x="${-widest / 2 - margin}" y="${-tall / 2 - margin}" width="${widest + 2 * margin}"
    height="${tall + 2 * margin}" rx="10" fill="${fill}"/>${texts.join('')}`;
};
