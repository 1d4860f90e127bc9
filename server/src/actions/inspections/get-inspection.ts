import { type Actor, assertMayRead } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { notFound } from '../../inspections/problems/access.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import { assertId } from '../reach-inspection.ts';

export const getInspection = async (
  actor: Actor,
  input: { inspection_id: string; show_deleted_objects: boolean; outlines?: boolean },
  { store }: Ports,
): Promise<Inspection> => {
  assertId(input.inspection_id, 'inspection');
  const inspection = await store.inspections.read(input.inspection_id, {
    deletedObjects: input.show_deleted_objects,
    outlines: input.outlines,
  });
  if (inspection === null) throw notFound('inspection');
  assertMayRead(actor, inspection);
  if (inspection.deleted_at !== null && !input.show_deleted_objects) throw notFound('inspection');
  return inspection;
};
