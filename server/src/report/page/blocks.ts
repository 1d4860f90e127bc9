/** What several sections are made of. */
import {
  FAINT,
  HEADING,
  inkOn,
  LABEL,
  SMALL,
  STRONG,
  SUBHEADING,
  type TextStyle,
  WASH,
} from './page-style.ts';
import type { Sheet } from './sheet.ts';
import { clean } from './text-lines.ts';

/** It goes to the page of what follows it. */
export const heading = (sheet: Sheet, title: string) =>
  sheet.announce(HEADING.leading + 20, () => {
    if (sheet.y > sheet.top) sheet.y += 14;
    sheet.doc.outline.addItem(title);
    sheet.decorate(() => sheet.doc.rect(sheet.left, sheet.y + 2.5, 3, HEADING.size).fill(sheet.brand.color));
    sheet.paragraph(title, HEADING, { type: 'H2', x: sheet.left + 9, width: sheet.width - 9 });
    sheet.y += 6;
  });

export const subheading = (sheet: Sheet, title: string) =>
  sheet.announce(SUBHEADING.leading + 10, () => {
    sheet.y += 8;
    sheet.paragraph(title, SUBHEADING, { type: 'H3' });
    sheet.y += 2;
  });

export type Fact = { label: string; value: string };

/** Label over value, in columns; a list to those who hear it. */
export const drawFacts = (
  sheet: Sheet,
  facts: Fact[],
  {
    columns = 4,
    style = STRONG,
    left = sheet.left,
    width = sheet.width,
  }: { columns?: number; style?: TextStyle; left?: number; width?: number } = {},
) => {
  const gap = 12;
  const wide = (width - gap * (columns - 1)) / columns;
  // What is made of control characters alone is nothing to the eye.
  const visible = facts
    .filter(({ value }) => clean(value).trim() !== '')
    .map(({ label, value }) => ({
      label: sheet.lines(label, LABEL, wide),
      value: sheet.lines(value, style, wide, 30),
    }));
  const heightOf = (row: typeof visible) =>
    Math.max(
      0,
      ...row.map(({ label, value }) => label.length * LABEL.leading + value.length * style.leading),
    ) + 8;
  sheet.need(heightOf(visible.slice(0, columns)));
  sheet.begin('L');
  for (let start = 0; start < visible.length; start += columns) {
    const row = visible.slice(start, start + columns);
    sheet.need(heightOf(row));
    for (const [index, { label, value }] of row.entries()) {
      const x = left + index * (wide + gap);
      const { y } = sheet;
      sheet.begin('LI');
      sheet.element('Lbl', {}, () => sheet.drawLines(label, LABEL, x, y, wide));
      sheet.element('LBody', {}, () =>
        sheet.drawLines(value, style, x, y + label.length * LABEL.leading, wide),
      );
      sheet.end();
    }
    sheet.y += heightOf(row);
  }
  sheet.end();
};

export type Frame = { x: number; y: number; width: number; height: number };

/** The largest frame of the picture's shape that fits, in the middle. */
export const fitInto = (frame: Frame, { width, height }: { width: number; height: number }): Frame => {
  const scale = Math.min(frame.width / width, frame.height / height);
  const [wide, high] = [width * scale, height * scale];
  return {
    x: frame.x + (frame.width - wide) / 2,
    y: frame.y + (frame.height - high) / 2,
    width: wide,
    height: high,
  };
};

/** A picture in its frame, or a gap that says why there is none. `overlay` draws over the picture. */
export const drawPicture = (
  sheet: Sheet,
  picture: PDFKit.OpenedImage | null,
  frame: Frame,
  { alt, gap, overlay }: { alt: string; gap: string; overlay?: (shown: Frame) => void },
) => {
  const { doc } = sheet;
  sheet.decorate(() => doc.rect(frame.x, frame.y, frame.width, frame.height).fill(WASH));
  if (picture) {
    const shown = fitInto(frame, picture);
    sheet.element(
      'Figure',
      { alt, bbox: [shown.x, shown.y, shown.x + shown.width, shown.y + shown.height] },
      () => {
        doc.image(picture, shown.x, shown.y, { width: shown.width, height: shown.height });
        overlay?.(shown);
      },
    );
    return;
  }
  sheet.decorate(() => {
    doc.rect(frame.x + 0.5, frame.y + 0.5, frame.width - 1, frame.height - 1);
    doc.dash(3, { space: 3 }).lineWidth(0.8).stroke(FAINT);
  });
  const lines = sheet.lines(gap, SMALL, frame.width - 16);
  const top = frame.y + (frame.height - lines.length * SMALL.leading) / 2;
  sheet.element('P', {}, () => sheet.drawLines(lines, SMALL, frame.x + 8, top, frame.width - 16, 'center'));
};

/** A number in a colored disc; within `content` or `decorate`. */
export const drawBadge = (sheet: Sheet, text: string, color: string, x: number, y: number, size = 7) => {
  const style: TextStyle = { size, weight: 'bold', color: inkOn(color), leading: size };
  const [line] = sheet.lines(text, style, 100);
  const high = size * 1.7;
  const wide = Math.max(high, line!.width + size);
  sheet.doc
    .roundedRect(x - wide / 2, y - high / 2, wide, high, high / 2)
    .lineWidth(0.9)
    .fillAndStroke(color, '#ffffff');
  sheet.drawLine(line!, style, x - wide / 2, y - size * 0.6, wide, 'center');
};

type Point = { x: number; y: number };

/** Each as it is, or as far to its right as those before it make it. */
export const apart = (points: readonly Point[], room: { width: number; height: number }): Point[] => {
  const placed: Point[] = [];
  for (const { y, ...point } of points) {
    let { x } = point;
    const isTaken = (other: Point) =>
      Math.abs(other.x - x) < room.width && Math.abs(other.y - y) < room.height;
    while (placed.some(isTaken)) x += room.width;
    placed.push({ x, y });
  }
  return placed;
};
