/** Tables that may run over many pages: the head stands on each of them, and a row that is too tall is continued. */
import { ASCENT, FAINT, INK, STRONG, type TextStyle, WASH } from './page-style.ts';
import type { Align, Sheet } from './sheet.ts';
import type { Line } from './text-lines.ts';

export type Column = { title: string; share: number; align?: Align };
/** `wide`: written over the empty cells that follow it, or over so many columns. */
export type Cell = { text: string; style: TextStyle; mark?: string; wide?: boolean | number };
export type Row = {
  cells: Cell[];
  /** Part of the row above: no line between. */
  joined?: boolean;
  /** A sum: it stays with the last row before it. */
  shaded?: boolean;
};

const PADDING = 4;
/** Above and below the text; what belongs to the row above stands close to it. */
const edgesOf = ({ joined }: Row) => ({ top: joined ? 0 : PADDING, bottom: joined ? 3 : PADDING });
const HEAD: TextStyle = { ...STRONG, size: 8, leading: 11, color: INK };
const MARK = 8;
/** Of a row that goes over two pages, on the first. */
const LEAST_LINES = 4;

type Place = Column & { x: number; width: number };

const placesOf = (columns: Column[], left: number, width: number): Place[] => {
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  let x = left;
  return columns.map((column) => {
    const place = { ...column, x, width: (width * column.share) / all };
    x += place.width;
    return place;
  });
};

const placeOf = ({ wide }: Cell, index: number, places: Place[]): Place => {
  const place = places[index]!;
  const last = (typeof wide === 'number' && places[index + wide - 1]) || places.at(-1)!;
  return wide ? { ...place, width: last.x + last.width - place.x } : place;
};

const inner = ({ width }: Place, mark = 0) => width - 2 * PADDING - mark;

const titlesOf = (sheet: Sheet, places: Place[]) => {
  const titles = places.map((place) => sheet.lines(place.title, HEAD, inner(place)));
  const height = Math.max(...titles.map((lines) => lines.length)) * HEAD.leading + 2 * PADDING;
  return { titles, height };
};

const drawHead = (sheet: Sheet, places: Place[], again: boolean) => {
  const { titles, height } = titlesOf(sheet, places);
  const { x } = places[0]!;
  const width = places.reduce((sum, place) => sum + place.width, 0);
  sheet.decorate(() => {
    sheet.doc.rect(x, sheet.y, width, height).fill(WASH);
    sheet.doc
      .moveTo(x, sheet.y + height)
      .lineTo(x + width, sheet.y + height)
      .lineWidth(0.8)
      .stroke(sheet.brand.color);
  });
  const draw = (index: number) => {
    const place = places[index]!;
    sheet.drawLines(titles[index]!, HEAD, place.x + PADDING, sheet.y + PADDING, inner(place), place.align);
  };
  // Read out once; on further pages it is for the eye.
  if (again) sheet.decorate(() => places.forEach((_, index) => void draw(index)));
  else {
    sheet.begin('TR');
    places.forEach((_, index) => void sheet.element('TH', { scope: 'Column' }, () => draw(index)));
    sheet.end();
  }
  sheet.y += height;
};

const drawPart = (sheet: Sheet, places: Place[], row: Row, cells: Line[][], first: boolean) => {
  const { top, bottom } = edgesOf(row);
  const height =
    Math.max(...cells.map((lines, i) => lines.length * row.cells[i]!.style.leading)) + top + bottom;
  const { x } = places[0]!;
  const width = places.reduce((sum, place) => sum + place.width, 0);
  sheet.decorate(() => {
    if (row.shaded) sheet.doc.rect(x, sheet.y, width, height).fill(WASH);
    if (!row.joined)
      sheet.doc
        .moveTo(x, sheet.y)
        .lineTo(x + width, sheet.y)
        .lineWidth(0.5)
        .stroke(FAINT);
    for (const [index, { mark }] of row.cells.entries())
      if (mark && first)
        sheet.doc.circle(places[index]!.x + PADDING + 2.5, sheet.y + top + 5.6, 2.8).fill(mark);
  });
  const largest = Math.max(...row.cells.map(({ style }) => style.size));
  sheet.begin('TR');
  for (const [index, lines] of cells.entries()) {
    const { style, mark } = row.cells[index]!;
    const place = placeOf(row.cells[index]!, index, places);
    const shift = mark ? MARK : 0;
    // On one line with the largest letters of the row.
    const y = sheet.y + top + (largest - style.size) * ASCENT;
    const x = place.x + PADDING + shift;
    sheet.element('TD', {}, () => sheet.drawLines(lines, style, x, y, inner(place, shift), place.align));
  }
  sheet.end();
  sheet.y += height;
};

/** `below`: the height of what follows and is not to begin a page without the last rows. */
export const drawTable = (
  sheet: Sheet,
  columns: Column[],
  rows: Row[],
  {
    left = sheet.left,
    width = sheet.width,
    below = 0,
  }: { left?: number; width?: number; below?: number } = {},
) => {
  const places = placesOf(columns, left, width);
  const linesOf = ({ cells }: Row) =>
    cells.map((cell, index) =>
      sheet.lines(cell.text, cell.style, inner(placeOf(cell, index, places), cell.mark ? MARK : 0)),
    );
  const leadingOf = ({ cells }: Row) => Math.max(...cells.map(({ style }) => style.leading));
  const least = (row: Row) => {
    const { top, bottom } = edgesOf(row);
    const lines = Math.max(...linesOf(row).map(({ length }) => length));
    return Math.min(lines, LEAST_LINES) * leadingOf(row) + top + bottom;
  };
  // The last one is never alone on a page: it goes with the one before it.
  const starts = rows.flatMap(({ joined, shaded }, index) => (joined || shaded ? [] : [index])).slice(0, -1);
  const most = (sheet.bottom - sheet.top) / 3;
  /** With the rows that belong to it; of what is longer than a third of a page, the first of them. */
  const needed = (index: number) => {
    const end = starts.find((start) => start > index);
    let sum = 0;
    for (const row of rows.slice(index, end)) {
      if (sum > 0 && sum + least(row) > most) return sum;
      sum += least(row);
    }
    return end === undefined && sum + below <= most ? sum + below : sum;
  };
  /** Of a group that is too long to go as a whole, the last row is not alone on the next page. */
  const neededInside = (index: number) => {
    const [row, next, after] = rows.slice(index, index + 3);
    return next?.joined && !after?.joined ? least(row!) + least(next) : 0;
  };
  /** The last row with the sums under it: of a group that is too long to go as a whole, it goes with what follows. */
  const last = rows.findLastIndex(({ shaded }) => !shaded);
  const neededAtEnd = rows.slice(last).reduce((sum, row) => sum + least(row), below);
  /** A short table stays whole, and of a long one the first rows do not stand alone. */
  const neededAtStart = () => {
    const whole = rows.reduce((sum, row) => sum + least(row), below);
    const two = needed(0) + (starts[1] === undefined ? 0 : needed(starts[1]));
    return [whole, two].find((height) => height <= most) ?? needed(0);
  };
  const nextPage = ({ joined }: Row) => {
    sheet.newPage();
    drawHead(sheet, places, true);
    // What has no edge to the row above it does not stand on the line of the head.
    if (joined) sheet.y += PADDING;
  };
  // The head is never alone at the foot of a page.
  sheet.need(titlesOf(sheet, places).height + neededAtStart());
  sheet.begin('Table');
  drawHead(sheet, places, false);
  for (const [index, row] of rows.entries()) {
    const height =
      index === last ? neededAtEnd : row.joined || row.shaded ? neededInside(index) : needed(index);
    if (sheet.y + height > sheet.bottom) nextPage(row);
    let rest = linesOf(row);
    const { top, bottom } = edgesOf(row);
    const leading = leadingOf(row);
    for (let first = true; first || rest.some((lines) => lines.length > 0); first = false) {
      const tallest = Math.max(...rest.map((lines) => lines.length));
      const room = () => Math.floor((sheet.bottom - sheet.y - top - bottom) / leading);
      if (room() < Math.min(tallest, LEAST_LINES)) nextPage(row);
      const fitting = Math.max(1, room());
      drawPart(
        sheet,
        places,
        row,
        rest.map((lines) => lines.slice(0, fitting)),
        first,
      );
      rest = rest.map((lines) => lines.slice(fitting));
    }
  }
  sheet.end();
};
