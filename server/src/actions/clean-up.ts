import type { Ports } from '../inspections/ports.ts';

/** Keys that no longer protect anything and records of what was long since told. */
export const cleanUp = ({ store }: Pick<Ports, 'store'>) => store.housekeeping.removeOld();
