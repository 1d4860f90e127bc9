/** Checks the photos of an inspection as a whole whenever a task that looks at them ends; the result is stored, so reading stays fast. */
import { checksOf } from '../../inspections/checks/checks.ts';
import { colorsOf } from '../../inspections/checks/thumbprint.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { keptOf } from '../photos/see.ts';

/** Whoever calls holds the lock on the inspection. */
export const checkPhotos = async (
  tx: Store,
  inspectionId: string,
  { photos, photoModels }: Pick<Ports, 'photos' | 'photoModels'>,
): Promise<void> => {
  const inspection = (await tx.inspections.read(inspectionId, { deletedObjects: false }))!;
  const kept = await keptOf(inspection.images, ['thumbprint'], { store: tx, photos, photoModels });
  const colors = inspection.images.flatMap((image) => colorsOf(image, kept.get(image.id)?.thumbprint));
  await tx.inspections.setChecks(
    inspectionId,
    checksOf(inspection, new Map(colors.map((photo) => [photo.id, photo]))),
  );
};
