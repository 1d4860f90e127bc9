import { type Actor, assertMayRead } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { notFound } from '../../inspections/problems/access.ts';
import type { Suspicion } from '../../inspections/records/findings/suspicion.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import { listedSuspicions } from '../../inspections/suspicions/suspicions.ts';
import { assertId } from '../reach-inspection.ts';

export const getInspection = async (
  actor: Actor,
  input: {
    inspection_id: string;
    show_deleted_objects: boolean;
    outlines?: boolean;
    show_suspicions?: boolean;
  },
  { store }: Ports,
): Promise<Inspection & { suspicions?: Suspicion[] }> => {
  assertId(input.inspection_id, 'inspection');
  const inspection = await store.inspections.read(input.inspection_id, {
    deletedObjects: input.show_deleted_objects,
    outlines: input.outlines,
  });
  if (inspection === null) throw notFound('inspection');
  assertMayRead(actor, inspection);
  if (inspection.deleted_at !== null && !input.show_deleted_objects) throw notFound('inspection');
  if (!input.show_suspicions) return inspection;
  const suspicions = await store.suspicions.list(inspection.id);
  return { ...inspection, suspicions: listedSuspicions(suspicions, inspection) };
};
