/** Which cells of a grid have their center inside a set of polygons. */
import type { Polygon } from '../records/place.ts';

/** Calls `visit` with the index of each such cell, row by row; `pixelsPerCell` takes cells to the polygons' units. */
export function forCellsInside(
  polygons: readonly Polygon[],
  cells: number,
  pixelsPerCell: number,
  visit: (at: number) => void,
): void {
  const crossings: number[] = [];
  const [first, last] = rowsOf(polygons, pixelsPerCell);
  for (let row = Math.max(0, first); row <= Math.min(cells - 1, last); row++) {
    const y = (row + 0.5) * pixelsPerCell;
    crossings.length = 0;
    for (const polygon of polygons) {
      for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
        const [ax, ay] = polygon[j]!;
        const [bx, by] = polygon[i]!;
        if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
      }
    }
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, Math.ceil(crossings[i]! / pixelsPerCell - 0.5));
      const to = Math.min(cells - 1, Math.ceil(crossings[i + 1]! / pixelsPerCell - 0.5) - 1);
      for (let column = from; column <= to; column++) visit(row * cells + column);
    }
  }
}

function rowsOf(polygons: readonly Polygon[], pixelsPerCell: number): [number, number] {
  let [top, bottom] = [Infinity, -Infinity];
  for (const polygon of polygons) {
    for (const [, y] of polygon) {
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return [Math.floor(top / pixelsPerCell), Math.floor(bottom / pixelsPerCell)];
}
