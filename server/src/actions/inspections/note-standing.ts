import type { Store } from '../../inspections/ports/store.ts';
import { standingOf } from '../../inspections/standing.ts';
import { askToNoteLesson } from './note-lesson.ts';

/** What lists show and sort by follows every change of findings, prices and tasks, in the same commit. */
export const noteStanding = async (tx: Store, inspectionId: string): Promise<void> => {
  const inspection = await tx.inspections.read(inspectionId, { deletedObjects: false, outlines: false });
  if (inspection === null) return;
  await tx.inspections.setStanding(inspectionId, standingOf(inspection));
  await askToNoteLesson(tx, inspection, inspection.tasks);
};

/** As many as one run of the hourly job can take. */
const AT_ONCE = 20_000;

/** Of inspections that were made before there was such a note. */
export const noteMissingStandings = async (store: Store): Promise<number> => {
  const ids = await store.inspections.withoutStanding(AT_ONCE);
  for (const id of ids)
    await store.transaction(async (tx) => {
      await tx.inspections.lock(id);
      await noteStanding(tx, id);
    });
  return ids.length;
};
