/** The figures of the report half as bars: a group a figure, a bar a kind of inspection. */
import { FIGURE_NAMES, FIGURES } from './score.ts';
import type { Column } from './table.ts';

const [WIDTH, LEFT, RIGHT, TOP, BAR, GAP] = [800, 370, 50, 52, 9, 12];
const COLORS: Record<string, string> = {
  'of these close-ups': '#3b7dd8',
  'wider photos': '#7fb2f0',
  claims: '#5aa469',
  'intact cars': '#8a8a8a',
  'rendered cars': '#e08a2c',
};
/** Less is better: these bars are to become short. */
const MARK = { more: '', less: ' (less is better)' };

export const drawChart = (columns: readonly Column[], models: Record<string, string>): string => {
  const shown = columns.filter(({ kind }) => kind in COLORS);
  const x = (share: number) => LEFT + share * (WIDTH - LEFT - RIGHT);
  const lines: string[] = [];
  let y = TOP;
  for (const name of FIGURE_NAMES) {
    const bars = shown.filter(({ figures }) => figures[name].of > 0);
    if (bars.length === 0) continue;
    const { about, better } = FIGURES[name];
    lines.push(
      `<text x="${LEFT - 8}" y="${y + (bars.length * BAR) / 2 + 4}" text-anchor="end">${about}${MARK[better]}</text>`,
    );
    for (const { kind, figures } of bars) {
      const { count, of } = figures[name];
      const width = Math.max(1, x(count / of) - LEFT).toFixed(1);
      lines.push(
        `<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR - 1}" fill="${COLORS[kind]}"/>`,
        `<text x="${(x(count / of) + 4).toFixed(1)}" y="${y + BAR - 1}" font-size="9">${(count / of).toFixed(2)}</text>`,
      );
      y += BAR;
    }
    y += GAP;
  }
  const key = shown.map(
    ({ kind, inspections }, index) =>
      `<rect x="${LEFT - 200 + index * 124}" y="28" width="10" height="10" fill="${COLORS[kind]}"/>` +
      `<text x="${LEFT - 186 + index * 124}" y="37" font-size="11">${kind.replace('of these ', '')} (${inspections})</text>`,
  );
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<line x1="${x(share)}" x2="${x(share)}" y1="${TOP - 6}" y2="${y}" stroke="#ddd"/>` +
      `<text x="${x(share)}" y="${y + 14}" text-anchor="middle">${share}</text>`,
  );
  const height = y + 24;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#333">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="8" y="16">whole inspections, report half; damage model ${models.damage}, parts model ${models.parts}</text>
${[...grid, ...key, ...lines].join('\n')}
</svg>
`;
};
