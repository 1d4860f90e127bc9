import { expect, test } from 'vitest';
import { BODY, OWN_BRAND, SMALL } from './page-style.ts';
import { openSheet } from './sheet.ts';
import { drawTable, type Row } from './table.ts';

const row = (text: string, style: typeof BODY, more: Partial<Row> = {}): Row => ({
  cells: [{ text, style }],
  ...more,
});

/** A part with four lines of work below it. */
const group = (name: string): Row[] => [
  row(name, BODY),
  ...['labor', 'paint', 'refit', 'range'].map((line) => row(line, SMALL, { joined: true })),
];

/** The page of each row of a table that begins so far above the foot of a page. */
const pagesOf = (rows: Row[], above: number): number[] => {
  const sheet = openSheet({ paper: 'a4', language: 'en', title: '', subject: '', brand: OWN_BRAND });
  const { begin } = sheet;
  const pages: number[] = [];
  sheet.begin = (type, options) => {
    if (type === 'TR') pages.push(sheet.doc.bufferedPageRange().count);
    begin(type, options);
  };
  sheet.newPage();
  sheet.y = sheet.bottom - above;
  drawTable(sheet, [{ title: 'Part', share: 1 }], rows);
  return pages.slice(1);
};

const tasks = (count: number) => Array.from({ length: count }, (_, index) => row(`Task ${index}`, BODY));

test('a short table stays on one page, and the first row of a long one is not alone', () => {
  // Where one, two and four rows have room.
  for (const above of [45, 65, 105]) {
    expect(new Set(pagesOf(tasks(5), above)).size, `${above} points above the foot`).toBe(1);
    const [first, second] = pagesOf(tasks(40), above);
    expect(first, `${above} points above the foot`).toBe(second);
  }
});

test('the last row of a long table is never alone on the next page', () => {
  const broken = Array.from({ length: 8 }, (_, index) => {
    const pages = pagesOf(tasks(20), 375 + 6 * index);
    return pages.filter((page) => page !== pages[0]).length;
  });
  expect(broken).toContain(2);
  expect(broken).not.toContain(1);
});

test('the lines of a part stay on one page, however little is left of it', () => {
  const rows = [...group('Hood'), ...group('Roof'), ...group('Trunk')];
  for (let above = 80; above <= 110; above++) {
    const pages = pagesOf(rows, above);
    expect(pages, `${above} points above the foot`).toHaveLength(rows.length);
    for (const first of [0, 5, 10])
      expect(new Set(pages.slice(first, first + 5)).size, `${above} points above the foot`).toBe(1);
  }
});

test('the last line of a part that is too long for one page is not alone on the next one', () => {
  const lines = Array.from({ length: 30 }, (_, index) => row(`Line ${index}`, SMALL, { joined: true }));
  const rows = [row('Bumper', BODY), ...lines, ...group('Hood')];
  const broken = Array.from({ length: 20 }, (_, index) => {
    const pages = pagesOf(rows, 340 + 8 * index).slice(0, lines.length + 1);
    return pages.filter((page) => page !== pages[0]).length;
  });
  expect(broken.some((count) => count > 1)).toBe(true);
  expect(broken).not.toContain(1);
});
