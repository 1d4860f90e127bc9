import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { type DamageLife, damageLives } from '../../inspections/vehicles/damage-lives.ts';
import { comparisonOf } from '../inspections/compare-inspections.ts';
import { getVehicle } from './read-vehicles.ts';
import { historyOf } from './vehicle-history.ts';

export const getDamageLives = async (
  actor: Actor,
  input: { vehicle_id: string },
  { store }: Ports,
): Promise<DamageLife[]> => {
  const { id } = await getVehicle(actor, input, { store });
  const compared = new Map<string, ReturnType<typeof comparisonOf>>();
  return damageLives(await historyOf(actor, id, store), (later, earlier) => {
    const pair = `${later.id} ${earlier.id}`;
    const comparison = compared.get(pair) ?? comparisonOf(later, earlier, store);
    compared.set(pair, comparison);
    return comparison;
  });
};
