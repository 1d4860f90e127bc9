import type { Actor } from '../../inspections/access.ts';
import type { Comparison } from '../../inspections/comparison/comparison.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { type DamageLife, damageLives } from '../../inspections/vehicles/damage-lives.ts';
import { comparisonsAmong } from '../inspections/compare-inspections.ts';
import { getVehicle } from './read-vehicles.ts';
import { historyOf } from './vehicle-history.ts';

export const getDamageLives = async (
  actor: Actor,
  input: { vehicle_id: string },
  { store }: Ports,
): Promise<DamageLife[]> => {
  const { id } = await getVehicle(actor, input, { store });
  const inspections = await historyOf(actor, id, store);
  const compare = await comparisonsAmong(inspections, store);
  const compared = new Map<string, Comparison>();
  return damageLives(inspections, async (later, earlier) => {
    const pair = `${later.id} ${earlier.id}`;
    const comparison = compared.get(pair) ?? compare(later, earlier);
    compared.set(pair, comparison);
    return comparison;
  });
};
