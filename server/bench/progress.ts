import type { Progress } from './figure.ts';

/** On a terminal one line that is written over; elsewhere one line for each thing that begins. */
export const showProgress = (name: string, out = process.stderr): Progress & { end(): void } => {
  let shown = '';
  const show = (text: string) => {
    if (text === shown) return;
    shown = text;
    out.write(out.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  };
  show(`${name} …`);
  const progress = (done: number, total: number, what = '') => {
    const percent = `${String(Math.floor((100 * done) / total)).padStart(3)} %`;
    if (out.isTTY) show(`${name} ${percent} ${what}`);
    else if (what) show(`${name}: ${what}`);
  };
  return Object.assign(progress, { end: () => void (out.isTTY && out.write('\r\x1b[K')) });
};
