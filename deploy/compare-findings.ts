/**
 * Whether two results tell of the same damages: those of `detect`, or inspections as `walkaround inspect --json` writes them.
 *   node deploy/compare-findings.ts ONE.json OTHER.json
 * The tolerances are those of server/src/vision/engine/parity.service.test.ts.
 */
import { readFile } from 'node:fs/promises';

const SCORE_GAP = 0.03;
const CORNER_GAP = 1;

type Box = { xmin: number; ymin: number; width: number; height: number };
type Find = { name: string; score: number; corners: number[] };

/** Everything with a type, a score and a box, wherever it stands. */
const findsIn = (value: unknown): Find[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { damage_type: name, score, confidence, bounding_box: box } = value as Record<string, unknown>;
  const inside = Object.values(value).flatMap(findsIn);
  if (typeof name !== 'string' || !box) return inside;
  const { xmin, ymin, width, height } = box as Box;
  return [
    { name, score: Number(score ?? confidence), corners: [xmin, ymin, xmin + width, ymin + height] },
    ...inside,
  ];
};

const [one, other] = await Promise.all(
  process.argv.slice(2).map(async (file) => findsIn(JSON.parse(await readFile(file, 'utf8')))),
);
const gapOf = (a: Find, b: Find) =>
  Math.max(...a.corners.map((corner, at) => Math.abs(corner - b.corners[at]!)));
const nearest = (find: Find, among: Find[]) =>
  among.filter(({ name }) => name === find.name).toSorted((a, b) => gapOf(find, a) - gapOf(find, b))[0];

let [widestScore, widestCorner] = [0, 0];
const missing: string[] = [];
for (const [from, to] of [
  [one!, other!],
  [other!, one!],
])
  for (const find of from!) {
    const twin = nearest(find, to!);
    if (!twin) missing.push(find.name);
    else {
      widestScore = Math.max(widestScore, Math.abs(find.score - twin.score));
      widestCorner = Math.max(widestCorner, gapOf(find, twin));
    }
  }
process.stdout.write(
  `${one!.length} and ${other!.length} damages; scores differ by ${widestScore.toFixed(5)} at most, corners by ${widestCorner.toFixed(3)} pixels\n`,
);
if (one!.length === 0 || missing.length > 0 || widestScore > SCORE_GAP || widestCorner > CORNER_GAP) {
  process.stderr.write(`They do not tell of the same damages. ${missing.join(', ')}\n`);
  process.exitCode = 1;
}
