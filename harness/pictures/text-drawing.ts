import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';
import sharp from 'sharp';

const { resolve } = createRequire(import.meta.url);

const open = (file: string) => {
  const font = openSync(resolve(`dejavu-fonts-ttf/ttf/${file}`)) as Font;
  // Not every font tells the height of its capital letters.
  return { font, capHeight: font.glyphForCodePoint('H'.charCodeAt(0)).bbox.maxY };
};
/** From an npm package, because a machine may have no fonts. */
const PRINT = open('DejaVuSans.ttf');
/** Zones for machines are printed in cells of one width. */
const ZONE = open('DejaVuSansMono.ttf');

const fontFor = (text: string) => (text.includes('<') ? ZONE : PRINT);

/** `size` is the height of the capital letters. */
export type Drawn = { text: string; x: number; y: number; size: number; ink?: string };

export const widthOf = (text: string, size: number) => {
  const { font, capHeight } = fontFor(text);
  return (font.layout(text).advanceWidth * size) / capHeight;
};

/** One path of SVG; its top left at x and y. */
export const drawnText = ({ text, x, y, size, ink = '#1c1c1c' }: Drawn): string => {
  const { font, capHeight } = fontFor(text);
  const scale = size / capHeight;
  const { glyphs, positions } = font.layout(text);
  let at = 0;
  const outlines = glyphs.map(({ path }, index) => {
    const outline = path.translate(at, 0).toSVG();
    at += positions[index]!.xAdvance;
    return outline;
  });
  return `<path transform="translate(${x} ${y + size}) scale(${scale} ${-scale})" fill="${ink}" d="${outlines.join('')}"/>`;
};

export type Camera = {
  /** In degrees: all of it, and its letters leaning over. */
  turned?: number;
  slanted?: number;
  quarterTurns?: number;
  blur?: number;
};

const WIDTH = 1600;
const HEIGHT = 1100;

/** What is drawn around the middle, as a camera sees it. */
export const photographed = async (
  svg: string,
  { turned = 0, slanted = 0, quarterTurns = 0, blur = 0 }: Camera = {},
  size = { width: WIDTH, height: HEIGHT },
): Promise<Buffer> => {
  const { width, height } = size;
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#5d6068"/>
    <g transform="translate(${width / 2} ${height / 2}) rotate(${turned}) skewX(${slanted})">${svg}</g></svg>`;
  const straight = await sharp(Buffer.from(scene)).flatten().png().toBuffer();
  const seen = sharp(
    await sharp(straight)
      .rotate(90 * quarterTurns)
      .toBuffer(),
  );
  return (blur > 0 ? seen.blur(blur) : seen).jpeg({ quality: 88 }).toBuffer();
};

export type Row = [text: string, size: number];

/** Rows one below the other on a plate or a sheet. */
export const rowsOn = (rows: Row[], { fill = '#cdd0d3', ink = '#1c1c1c', margin = 50 } = {}) => {
  const widest = Math.max(...rows.map(([text, size]) => widthOf(text, size)));
  const tall = rows.reduce((sum, [, size]) => sum + 1.8 * size, 0);
  let y = -tall / 2 + 0.4 * rows[0]![1];
  const texts = rows.map(([text, size]) => {
    const drawn = drawnText({ text, x: -widthOf(text, size) / 2, y, size, ink });
    y += 1.8 * size;
    return drawn;
  });
  return `<rect x="${-widest / 2 - margin}" y="${-tall / 2 - margin}" width="${widest + 2 * margin}"
    height="${tall + 2 * margin}" rx="10" fill="${fill}"/>${texts.join('')}`;
};

/** A plate with rows of letters; its margin is as wide as the letters of its first row are high. */
export const drawnPlate = ({
  rows,
  width = 1600,
  height = 1200,
  ink = '#222',
  plate = '#c8ccd0',
  ...camera
}: Camera & { rows: Row[]; width?: number; height?: number; ink?: string; plate?: string }) =>
  photographed(rowsOn(rows, { fill: plate, ink, margin: rows[0]![1] }), camera, { width, height });
