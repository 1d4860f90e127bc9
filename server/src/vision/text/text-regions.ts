/** The regions of a map of probabilities that are above a threshold, found run by run: rows are short of regions. */
import type { Point } from '../../inspections/texts/text-line.ts';

/** The corners of the first and last cell of each of its runs: enough to draw the hull around it. */
export type Region = { points: Point[]; score: number };

type Growing = { points: Point[]; sum: number; cells: number };
type Run = { from: number; to: number; region: number };

export function regionsAbove(map: Float32Array, width: number, height: number, threshold: number): Region[] {
  const regions: (Growing | undefined)[] = [];
  /** Where the region that another one was joined to lives now. */
  const joined: number[] = [];
  const root = (region: number) => {
    let at = region;
    while (joined[at] !== at) at = joined[at]!;
    return at;
  };
  let above: Run[] = [];
  for (let y = 0; y < height; y++) {
    const row: Run[] = [];
    let next = 0;
    for (let x = 0; x < width; x++) {
      if (map[y * width + x]! <= threshold) continue;
      const from = x;
      let sum = 0;
      for (; x < width && map[y * width + x]! > threshold; x++) sum += map[y * width + x]!;
      let region = -1;
      while (next < above.length && above[next]!.to < from) next++;
      for (let i = next; i < above.length && above[i]!.from <= x; i++) {
        const other = root(above[i]!.region);
        region = region < 0 || region === other ? other : join(root(region), other);
      }
      if (region < 0) {
        region = regions.push({ points: [], sum: 0, cells: 0 }) - 1;
        joined.push(region);
      }
      const grown = regions[region]!;
      grown.points.push([from, y], [x, y], [x, y + 1], [from, y + 1]);
      grown.sum += sum;
      grown.cells += x - from;
      row.push({ from, to: x, region });
    }
    above = row;
  }
  return regions.flatMap((region) =>
    region ? [{ points: region.points, score: region.sum / region.cells }] : [],
  );

  function join(one: number, other: number): number {
    const [into, gone] =
      regions[one]!.points.length >= regions[other]!.points.length ? [one, other] : [other, one];
    const target = regions[into]!;
    for (const point of regions[gone]!.points) target.points.push(point);
    target.sum += regions[gone]!.sum;
    target.cells += regions[gone]!.cells;
    regions[gone] = undefined;
    joined[gone] = into;
    return into;
  }
}
