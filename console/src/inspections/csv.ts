/** Rows as a file that a spreadsheet opens with a double click. */

/** Spreadsheets take a text that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const cellOf = (value: string | number | null | undefined, separator: string) => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return new RegExp(`["\\r\\n${separator}]`).test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Where the decimal mark is a comma, spreadsheets expect a semicolon between the cells. */
export const csvOf = (
  rows: readonly (readonly (string | number | null | undefined)[])[],
  decimalMark: string,
): string => {
  const separator = decimalMark === ',' ? ';' : ',';
  const lines = rows.map((cells) =>
    cells
      .map((cell) => cellOf(cell, separator))
      .map((cell, index) => (typeof cells[index] === 'number' ? cell.replace('.', decimalMark) : cell))
      .join(separator),
  );
  // The mark at the beginning tells them that it is UTF-8.
  return `\uFEFF${lines.join('\r\n')}\r\n`;
};
