import type { Ports } from '../../inspections/ports/ports.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';

/** With the version of the damage model that judges the inspections of this organization now: whoever has them keeps it to the end. */
export const judgingModels = async <P extends Pick<Ports, 'store' | 'photoModels'>>(
  ports: P,
  { organization_id }: Pick<InspectionHead, 'organization_id'>,
): Promise<P> => {
  const version = await ports.store.modelVersions.judging(organization_id);
  return version ? { ...ports, photoModels: ports.photoModels.judgingWith(version) } : ports;
};
