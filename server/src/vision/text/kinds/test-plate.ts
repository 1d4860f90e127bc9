/** Drawn plates with letters on them, as a camera sees them. Drawn as lines, because a machine may have no fonts. */
import sharp from 'sharp';
import { textPath, textWidth } from '../../drawing/stroke-letters.ts';

type Drawing = {
  /** Each row and how high its letters are. */
  rows: [text: string, height: number][];
  width?: number;
  height?: number;
  /** In degrees: the whole plate, and its letters leaning over. */
  turned?: number;
  slanted?: number;
  quarterTurns?: number;
  blur?: number;
  ink?: string;
  plate?: string;
};

/** Zones for machines are written in cells of one width, with a sign of their own for nothing. */
const CELL = 0.93;

function zonePath(text: string, left: number, top: number, size: number) {
  return [...text].map((letter, i) => {
    const x = left + i * CELL * size;
    if (letter !== '<') return textPath(letter, x, top, size);
    return `M${x + 0.66 * size} ${top + 0.15 * size}L${x} ${top + 0.5 * size}L${x + 0.66 * size} ${top + 0.85 * size}`;
  });
}

const isZone = (text: string) => text.includes('<');
const widthOf = (text: string, size: number) =>
  isZone(text) ? text.length * CELL * size : textWidth(text, size);

export async function drawnPlate({
  rows,
  width = 1600,
  height = 1200,
  turned = 0,
  slanted = 0,
  quarterTurns = 0,
  blur = 0,
  ink = '#222',
  plate = '#c8ccd0',
}: Drawing): Promise<Buffer> {
  let top = -rows.reduce((sum, [, size]) => sum + 0.9 * size, 0);
  const widest = Math.max(...rows.map(([text, size]) => widthOf(text, size)));
  const strokes = rows.map(([text, size]) => {
    const left = -widthOf(text, size) / 2;
    const path = isZone(text) ? zonePath(text, left, top, size).join('') : textPath(text, left, top, size);
    top += 1.8 * size;
    return `<path d="${path}" stroke-width="${size / 7}"/>`;
  });
  const margin = rows[0]![1];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#667"/>
    <g transform="translate(${width / 2} ${height / 2}) rotate(${turned}) skewX(${slanted})">
      <rect x="${-widest / 2 - margin}" y="${-top - margin}" width="${widest + 2 * margin}" height="${2 * top + 2 * margin}" fill="${plate}"/>
      <g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">${strokes.join('')}</g>
    </g></svg>`;
  const drawn = await sharp(Buffer.from(svg)).flatten().png().toBuffer();
  const seen = sharp(
    await sharp(drawn)
      .rotate(90 * quarterTurns)
      .toBuffer(),
  );
  return await (blur > 0 ? seen.blur(blur) : seen).jpeg({ quality: 80 }).toBuffer();
}
