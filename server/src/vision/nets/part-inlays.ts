/** Parts that lie inside another: a door with its window is one door, a bumper with its plate one bumper. */
import type { Grid } from './part-cells.ts';

const BACKGROUND = null;

/** What each of them lies in; the network says which, cell by cell. */
const HOSTS: Record<string, readonly (string | null)[]> = {
  window_front_left: ['door_front_left'],
  window_front_right: ['door_front_right'],
  window_back_left: ['door_back_left'],
  window_back_right: ['door_back_right'],
  grill: ['bumper_front', 'hood', BACKGROUND],
  license_plate_front: ['bumper_front', 'hood', BACKGROUND],
  license_plate_back: ['trunk', 'bumper_back', BACKGROUND],
};

export const isInlay = (part: string) => part in HOSTS;

let reused = new Float32Array(0);

/** The logits as if the network did not know these parts: theirs go to the likeliest part around. Valid until the next call. */
export function withoutInlays(
  logits: Float32Array,
  { cells, columns, rows }: Grid,
  names: readonly (string | null)[],
): Float32Array {
  if (reused.length < logits.length) reused = new Float32Array(logits.length);
  const filled = reused.subarray(0, logits.length);
  filled.set(logits);
  const plane = cells * cells;
  for (const [inlay, name] of names.entries()) {
    if (name === null || !isInlay(name)) continue;
    const hosts = [...names.keys()].filter((c) => HOSTS[name]!.includes(names[c]!));
    if (hosts.length === 0) continue;
    for (let y = 0; y < rows; y++) {
      for (let at = y * cells, end = at + columns; at < end; at++) {
        let likeliest = hosts[0]!;
        for (const host of hosts) {
          if (logits[host * plane + at]! > logits[likeliest * plane + at]!) likeliest = host;
        }
        const to = likeliest * plane + at;
        filled[to] = Math.max(filled[to]!, logits[inlay * plane + at]!);
        filled[inlay * plane + at] = -Infinity;
      }
    }
  }
  return filled;
}
