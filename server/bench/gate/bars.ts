/** A figure of both models as two bars, each with its interval. */
import type { Range } from './bootstrap.ts';
import type { Judged } from './verdict.ts';

const WIDTH = 220;
const HIGH = 9;
const GAP = 5;

const bar = (range: Range | null, row: number, most: number, kind: string) => {
  if (range === null) return '';
  const at = (value: number) => (Math.min(Math.max(value / most, 0), 1) * WIDTH).toFixed(1);
  const top = row * (HIGH + GAP) + 1;
  const middle = top + HIGH / 2;
  return (
    `<rect class="${kind}" x="0" y="${top}" width="${at(range.value)}" height="${HIGH}" rx="1.5"/>` +
    `<path class="interval" d="M${at(range.low)} ${middle}H${at(range.high)}M${at(range.low)} ${top}v${HIGH}M${at(range.high)} ${top}v${HIGH}"/>`
  );
};

/** The bars go up to 100 %, or to the largest number that an interval reaches. */
export const barsOf = ({ unit, about, installed, candidate }: Judged): string => {
  const most = unit === 'share' ? 1 : Math.max(installed?.high ?? 0, candidate?.high ?? 0, 0.1);
  const height = 2 * HIGH + GAP + 2;
  return `<svg class="bars" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${about}"><path class="axis" d="M0 0V${height}M${WIDTH} 0V${height}"/>${bar(installed, 0, most, 'installed')}${bar(candidate, 1, most, 'candidate')}</svg>`;
};
