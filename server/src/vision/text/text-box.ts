/** A rectangle around a line of text, at any angle: it is read along (ux, uy), from its left to its right. */
import type { Point } from '../../inspections/texts/text-line.ts';

export type TextBox = {
  x: number;
  y: number;
  ux: number;
  uy: number;
  /** Along the line, and across it. */
  width: number;
  height: number;
  score: number;
};

/** Top left, top right, bottom right, bottom left, as the text is read. */
export function cornersOf({ x, y, ux, uy, width, height }: TextBox): [Point, Point, Point, Point] {
  const [ax, ay] = [(ux * width) / 2, (uy * width) / 2];
  const [dx, dy] = [(-uy * height) / 2, (ux * height) / 2];
  return [
    [x - ax - dx, y - ay - dy],
    [x + ax - dx, y + ay - dy],
    [x + ax + dx, y + ay + dy],
    [x - ax + dx, y - ay + dy],
  ];
}

export const upsideDown = (box: TextBox): TextBox => ({ ...box, ux: -box.ux, uy: -box.uy });

/** The same box where the picture is `scale` times as large and starts elsewhere. */
export const placed = (box: TextBox, scale: number, left = 0, top = 0): TextBox => ({
  ...box,
  x: box.x * scale + left,
  y: box.y * scale + top,
  width: box.width * scale,
  height: box.height * scale,
});
