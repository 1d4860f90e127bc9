/** Checks the photos of an inspection as a whole whenever a task that analyzes them ends; the result is stored, so reading stays fast. */
import { isDeepStrictEqual } from 'node:util';
import { checksOf } from '../../inspections/checks/checks.ts';
import { type PhotoPrint, printOf } from '../../inspections/checks/photo-print.ts';
import { colorsOf } from '../../inspections/checks/thumbprint.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { Check } from '../../inspections/records/findings/check.ts';
import type { Image } from '../../inspections/records/image.ts';
import { type FindPorts, keptOf } from '../photos/find-on-photo.ts';

type Prints = Map<string, PhotoPrint>;

const printsOf = async (images: readonly Image[], ports: FindPorts): Promise<Prints> => {
  const kept = await keptOf(images, ['thumbprint', 'paint', 'parts', 'photo'], ports);
  return new Map(
    images.flatMap((image) => {
      const finds = kept.get(image.id) ?? {};
      return colorsOf(image, finds.thumbprint).map((photo) => [image.id, printOf(photo, finds)]);
    }),
  );
};

/** Reads every photo's finds, so it is done before the commit. */
export const printPhotos = async (inspectionId: string, ports: FindPorts): Promise<Prints> => {
  const inspection = await ports.store.inspections.read(inspectionId, { deletedObjects: false });
  return printsOf(inspection?.images ?? [], ports);
};

const groupsIn = (checks: readonly Check[]) =>
  checks.map(({ groups }) => groups).filter(({ length }) => length > 0);

/**
 * Whoever calls holds the lock on the inspection. Photos may have come and gone since they were printed. Tells whether
 * the photos are of other vehicles than before.
 */
export const checkPhotos = async (
  tx: Store,
  inspectionId: string,
  prints: Prints,
  ports: FindPorts,
): Promise<{ regrouped: boolean }> => {
  const inspection = (await tx.inspections.read(inspectionId, { deletedObjects: false }))!;
  const added = inspection.images.filter(({ id }) => !prints.has(id));
  const all = new Map([...prints, ...(await printsOf(added, { ...ports, store: tx }))]);
  const checks = checksOf(inspection, all);
  await tx.inspections.setChecks(inspectionId, checks);
  return { regrouped: !isDeepStrictEqual(groupsIn(checks), groupsIn(inspection.checks)) };
};
