/**
 * Text as outlines, for labels on pictures. The font comes with an npm package and its outlines are drawn as paths,
 * so a machine without system fonts, such as a container, draws the same labels.
 */
import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';

const FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
);

let opened: Font | undefined;
const font = () => {
  opened ??= openSync(FILE) as Font;
  return opened;
};

/** `height` is that of capital letters; the width is in the same unit. */
export const textWidth = (text: string, height: number) =>
  (font().layout(text).advanceWidth * height) / font().capHeight;

/** The text as an SVG path. The capital letters reach from `top` to `top + height`. */
export function textOutline(
  text: string,
  { left, top, height, fill }: { left: number; top: number; height: number; fill: string },
): string {
  const { glyphs, positions } = font().layout(text);
  let at = 0;
  const outlines = glyphs.map(({ path }, i) => {
    const { xAdvance, xOffset, yOffset } = positions[i]!;
    const moved = path.translate(at + xOffset, yOffset);
    at += xAdvance;
    return moved.toSVG();
  });
  const scale = height / font().capHeight;
  const place = `translate(${left.toFixed(1)} ${(top + height).toFixed(1)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})`;
  return `<path transform="${place}" fill="${fill}" d="${outlines.join('')}"/>`;
}
