/** One photo shows one flank of a vehicle: doors of both sides side by side are a mix-up of the network. */
import { isFlank } from './part-facts.ts';
import { onSide, type Side, sideOf } from './part-sides.ts';

/** A part by its name, and how much of it is seen, weighed by how surely. */
export type Weighed = { name: string; weight: number };

/** The names with all flank parts on the side that more is seen of, or null when only one is seen. */
export function resolvedNames(
  names: readonly (string | null)[],
  seen: readonly Weighed[],
): (string | null)[] | null {
  const sides: Record<Side, number> = { left: 0, right: 0 };
  for (const { name, weight } of seen) {
    const side = sideOf(name);
    if (side && isFlank(name)) sides[side] += weight;
  }
  if (sides.left === 0 || sides.right === 0) return null;
  const side = sides.left > sides.right ? 'left' : 'right';
  return names.map((name) => (name && isFlank(name) ? onSide(name, side) : name));
}
