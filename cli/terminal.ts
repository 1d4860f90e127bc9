/** The output for a person: permanent lines and, on a terminal, one line of progress that is rewritten. */
const WIDTH = 24;

const moving = process.stderr;
let staying: NodeJS.WritableStream = process.stdout;

/** For a command whose standard output is wanted for something else. */
export const sayOnStandardError = () => {
  staying = process.stderr;
};

export const clearLine = () => {
  if (moving.isTTY) moving.write('\r\x1b[K');
};

export const say = (line = '') => {
  clearLine();
  staying.write(`${line}\n`);
};

export const showBar = (what: string, done: number, total: number) => {
  if (!moving.isTTY) return;
  const share = total > 0 ? Math.min(done / total, 1) : 0;
  const filled = Math.round(WIDTH * share);
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
  moving.write(`\r\x1b[K  [${bar}] ${Math.round(100 * share)} % ${what}`);
};

/** Columns as wide as their widest cell; numbers stand on the right. */
export const table = (head: string[], rows: string[][]): string => {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const isNumeric = head.map((_, column) => rows.every((row) => /^([\d.–]|$)/.test(row[column]!)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        isNumeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width));
  return [head, rule, ...rows].map((cells) => `  ${line(cells)}`).join('\n');
};

export const words = (name: string) => name.toLowerCase().replaceAll('_', ' ');
