/** Draws the pictures of the parity references by the whole-number rules of training/walkaround_training/parity/drawings.py. */
export type Shape = {
  ellipse?: [x: number, y: number, rx: number, ry: number];
  polygon?: [number, number][];
  color: [number, number, number];
  slope?: [number, number];
  grain?: number;
};

export function drawing(width: number, height: number, shapes: readonly Shape[]): Uint8Array {
  const pixels = new Uint8Array(3 * width * height);
  for (const shape of shapes) {
    const [across, down] = shape.slope ?? [0, 0];
    const [left, top, right, bottom] = reachOf(shape);
    for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y++) {
      for (let x = Math.max(0, left); x <= Math.min(width - 1, right); x++) {
        if (!covers(shape, x, y)) continue;
        const shade = ((across * x + down * y) >> 8) + (grainAt(x, y) % 16) * (shape.grain ?? 0);
        for (let c = 0; c < 3; c++)
          pixels[3 * (y * width + x) + c] = Math.min(255, Math.max(0, shape.color[c]! + shade));
      }
    }
  }
  return pixels;
}

function reachOf({ ellipse, polygon }: Shape): [number, number, number, number] {
  if (ellipse) {
    const [x, y, rx, ry] = ellipse;
    return [x - rx, y - ry, x + rx, y + ry];
  }
  const [xs, ys] = [polygon!.map(([x]) => x), polygon!.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function grainAt(x: number, y: number): number {
  const mixed = (Math.imul(x, 374761393) + Math.imul(y, 668265263)) >>> 0;
  return Math.imul(mixed ^ (mixed >>> 13), 1274126177) >>> 24;
}

function covers({ ellipse, polygon }: Shape, x: number, y: number): boolean {
  if (ellipse) {
    const [cx, cy, rx, ry] = ellipse;
    return (x - cx) ** 2 * ry ** 2 + (y - cy) ** 2 * rx ** 2 <= rx ** 2 * ry ** 2;
  }
  let inside = false;
  for (let i = 0, j = polygon!.length - 1; i < polygon!.length; j = i++) {
    const [ax, ay] = polygon![j]!;
    const [bx, by] = polygon![i]!;
    if (ay > y === by > y) continue;
    if (x * Math.abs(by - ay) < (ax * (by - ay) + (y - ay) * (bx - ax)) * Math.sign(by - ay))
      inside = !inside;
  }
  return inside;
}
