import type { Compliance } from '../../server/src/inspections/records/compliance.ts';

export type Row = { kind: string; file: string; compliance: Compliance };

const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [640, 300, 56, 28, 16, 48];

/** The blurriness score against the blur: median line, and the band of the middle nine tenths of the photos. */
export function drawChart(rows: Row[]): string {
  const points = [0, 0.13, 0.2, 0.26, 0.4, 0.65].map((percent) => {
    const kind = percent === 0 ? 'untouched' : `blur ${percent.toFixed(2)} %`;
    const scores = rows
      .filter((row) => row.kind === kind)
      .map((row) => row.compliance.scores.blurriness!)
      .sort((a, b) => a - b);
    const at = (share: number) => scores[Math.min(scores.length - 1, Math.floor(share * scores.length))]!;
    return { percent, low: at(0.05), median: at(0.5), high: at(0.95) };
  });
  const x = (percent: number) => LEFT + (percent / 0.65) * (WIDTH - LEFT - RIGHT);
  const y = (score: number) => TOP + (1 - score) * (HEIGHT - TOP - BOTTOM);
  const path = (list: [number, number][]) =>
    list.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ');
  const band = [
    ...points.map((p): [number, number] => [x(p.percent), y(p.high)]),
    ...points.toReversed().map((p): [number, number] => [x(p.percent), y(p.low)]),
  ];
  const line = points.map((p): [number, number] => [x(p.percent), y(p.median)]);
  const count = rows.filter((row) => row.kind === 'untouched').length;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (score) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(score)}" y2="${y(score)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${y(score) + 4}" text-anchor="end">${score}</text>`,
  );
  const labels = points.map(
    (p) =>
      `<text x="${x(p.percent).toFixed(1)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${p.percent}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#333">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="${LEFT}" y="16">blurriness score of ${count} photos, blurred on purpose: median, and 5 % to 95 %</text>
${ticks.join('\n')}
<polygon points="${path(band)}" fill="#3b7dd8" fill-opacity="0.2"/>
<polyline points="${path(line)}" fill="none" stroke="#3b7dd8" stroke-width="2"/>
<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(0.5)}" y2="${y(0.5)}" stroke="#c33" stroke-dasharray="4 3"/>
<text x="${WIDTH - RIGHT}" y="${y(0.5) - 5}" text-anchor="end" fill="#c33">threshold</text>
${labels.join('\n')}
<text x="${(WIDTH + LEFT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">Gaussian blur, % of the longest side</text>
</svg>
`;
}
