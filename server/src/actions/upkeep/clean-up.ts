import type { Ports } from '../../inspections/ports/ports.ts';
import { tellOverdue } from '../contests/tell-overdue.ts';
import { eraseDue } from '../inspections/erase-inspection.ts';
import { noteMissingLessons } from '../inspections/note-lesson.ts';
import { noteMissingStandings } from '../inspections/note-standing.ts';
import { recognizeOlder } from '../vehicles/recognize-older.ts';

/** Keys that no longer protect anything, records of what was long since told, reports that nobody may open any more. */
export const cleanUp = async (ports: Pick<Ports, 'store' | 'photos' | 'photoModels'>) => {
  const { store, photos } = ports;
  const unneeded = await store.shareLinks.removeEnded();
  if (unneeded.length > 0) await photos.remove(unneeded);
  return {
    ...(await store.housekeeping.removeOld()),
    shared_reports: unneeded.length,
    inspections: await eraseDue({ store }),
    standings: await noteMissingStandings(store),
    lessons: await noteMissingLessons(ports),
    vehicles: await recognizeOlder(store),
    overdue_contests: await tellOverdue(store),
  };
};
