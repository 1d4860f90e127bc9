/** One photo shows one flank of a vehicle: doors of both sides side by side are a mix-up of the network. */
import type { Piece } from './part-cells.ts';
import { isFlank, onSide, type Side, sideOf } from './part-names.ts';

/** The names of the classes with all flank parts on the side that more is seen of, or null when only one is seen. */
export function settledNames(
  names: readonly (string | null)[],
  pieces: readonly (Pick<Piece, 'cells' | 'certainty'> & { name: string })[],
): (string | null)[] | null {
  const seen: Record<Side, number> = { left: 0, right: 0 };
  for (const { name, cells, certainty } of pieces) {
    const side = sideOf(name);
    if (side && isFlank(name)) seen[side] += cells * certainty;
  }
  if (seen.left === 0 || seen.right === 0) return null;
  const side = seen.left > seen.right ? 'left' : 'right';
  return names.map((name) => (name && isFlank(name) ? onSide(name, side) : name));
}
