/**
 * Whether two inspections of the same photos, as `walkaround inspect --json` writes them, found the same damages and parts.
 *   node deploy/compare-findings.ts ONE.json OTHER.json
 * The tolerances are those of server/src/vision/engine/parity.service.test.ts.
 */
import { readFile } from 'node:fs/promises';

const SCORE_GAP = 0.03;
const CORNER_GAP = 1;

type View = {
  damage_id: string | null;
  element_id: string | null;
  score: number;
  bounding_box: { xmin: number; ymin: number; width: number; height: number };
};
type Inspection = {
  damages: { id: string; damage_type: string; part_type: string | null }[];
  parts: { id: string; part_type: string }[];
  images: { name: string; views: View[] }[];
};
type Find = { name: string; score: number; corners: number[] };

const findsIn = ({ damages, parts, images }: Inspection): Find[] => {
  const names = new Map([
    ...damages.map(({ id, damage_type, part_type }) => [id, `${damage_type} on ${part_type}`] as const),
    ...parts.map(({ id, part_type }) => [id, part_type] as const),
  ]);
  return images.flatMap(({ name: image, views }) =>
    views.map(({ damage_id, element_id, score, bounding_box: { xmin, ymin, width, height } }) => ({
      name: `${names.get((damage_id ?? element_id)!)} (${image})`,
      score,
      corners: [xmin, ymin, xmin + width, ymin + height],
    })),
  );
};

const read = async (file: string): Promise<Inspection> => JSON.parse(await readFile(file, 'utf8'));
const [one, other] = await Promise.all([read(process.argv[2]!), read(process.argv[3]!)]);

const gapOf = (a: Find, b: Find) =>
  Math.max(...a.corners.map((corner, at) => Math.abs(corner - b.corners[at]!)));
const nearest = (find: Find, among: Find[]) =>
  among.filter(({ name }) => name === find.name).toSorted((a, b) => gapOf(find, a) - gapOf(find, b))[0];

const [ours, theirs] = [findsIn(one), findsIn(other)];
let [widestScore, widestCorner] = [0, 0];
const missing: string[] = [];
for (const [from, to] of [
  [ours, theirs],
  [theirs, ours],
] as const)
  for (const find of from) {
    const twin = nearest(find, to);
    if (!twin) missing.push(find.name);
    else {
      widestScore = Math.max(widestScore, Math.abs(find.score - twin.score));
      widestCorner = Math.max(widestCorner, gapOf(find, twin));
    }
  }
const count = ({ damages, parts }: Inspection) => `${damages.length} damages and ${parts.length} parts`;
process.stdout.write(
  `${count(one)}, ${count(other)}; scores differ by ${widestScore.toFixed(5)} at most, corners by ${widestCorner.toFixed(3)} pixels\n`,
);
if (one.damages.length === 0 || missing.length > 0 || widestScore > SCORE_GAP || widestCorner > CORNER_GAP) {
  process.stderr.write(`They did not find the same. ${missing.join(', ')}\n`);
  process.exitCode = 1;
}
