/** What was read goes into the vehicle only where nobody said anything. */
import type { Amount, ReadableDetail, ReadFrom, Vehicle, VehicleDetails } from '../records/vehicle.ts';

/** `from` is the id of the document that says it. */
export type Filling = Partial<Record<ReadableDetail, { value: string | Amount; from: string }>>;

const DETAILS = ['vin', 'plate', 'mileage'] as const;

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * The vehicle as it is after a run, or null where the run changes nothing. What an earlier run filled in, from one of the
 * documents `replaced`, is replaced, or taken away where this one does not say it any more; what another task read, and
 * what a person gave, changed or cleared, stays as it is.
 */
export const filledVehicle = (
  { details, read_from }: Pick<Vehicle, 'details' | 'read_from'>,
  filling: Filling,
  replaced: readonly string[],
): { details: VehicleDetails; read_from: ReadFrom } | null => {
  const filled: Record<string, unknown> = { ...details };
  const sources: ReadFrom = { ...read_from };
  let changed = false;
  for (const name of DETAILS) {
    if (sources[name] === null) continue;
    const wasRead = sources[name] !== undefined && replaced.includes(sources[name]);
    if (wasRead) {
      filled[name] = null;
      delete sources[name];
    }
    const reading = isEmpty(filled[name]) ? filling[name] : undefined;
    if (reading) {
      filled[name] = reading.value;
      sources[name] = reading.from;
    }
    changed ||= wasRead || reading !== undefined;
  }
  return changed ? { details: filled, read_from: sources } : null;
};
