/** How much of a set of polygons lies on the cells of each label of a grid, by clipping. */
import type { Polygon } from '../records/place.ts';
import { intersectionArea } from './clipping.ts';
import { boxAround, cornersOf } from './polygons.ts';

/** `labels` of a square grid, row by row; `pixelsPerCell` takes cells to the polygons' units. */
export function areasByLabel(
  polygons: readonly Polygon[],
  labels: Uint8Array,
  pixelsPerCell: number,
): Map<number, number> {
  const areas = new Map<number, number>();
  for (const [label, runs] of runsUnder(polygons, labels, pixelsPerCell)) {
    const area = intersectionArea(polygons, runs);
    if (area) areas.set(label, area);
  }
  return areas;
}

/** The cells under the box of the polygons: of each label, its runs along a row as rectangles. */
function runsUnder(polygons: readonly Polygon[], labels: Uint8Array, pixelsPerCell: number) {
  const cells = Math.sqrt(labels.length);
  const { xmin, ymin, width, height } = boxAround(polygons);
  const cell = (place: number) => Math.min(cells - 1, Math.max(0, Math.floor(place / pixelsPerCell)));
  const [left, right, bottom] = [cell(xmin), cell(xmin + width), cell(ymin + height)];
  const runs = new Map<number, Polygon[]>();
  for (let row = cell(ymin); row <= bottom; row++) {
    for (let from = left, to = left; from <= right; from = to) {
      const label = labels[row * cells + from]!;
      while (to <= right && labels[row * cells + to] === label) to++;
      const run = { xmin: from, ymin: row, width: to - from, height: 1 };
      const corners = cornersOf(run).map(([x, y]): [number, number] => [
        x * pixelsPerCell,
        y * pixelsPerCell,
      ]);
      const same = runs.get(label);
      if (same) same.push(corners);
      else runs.set(label, [corners]);
    }
  }
  return runs;
}
