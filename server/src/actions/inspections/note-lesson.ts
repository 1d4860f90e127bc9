/** What a review of an inspection would teach, noted in its row by a worker, so that lists read it from an index. */
import { tenantOf } from '../../inspections/access.ts';
import { thresholdFor } from '../../inspections/damages/damage-kinds.ts';
import { damageOptions } from '../../inspections/damages/damage-options.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store, TaskBrief } from '../../inspections/ports/store.ts';
import type { Inspection, InspectionHead } from '../../inspections/records/inspection.ts';
import { listedSuspicions } from '../../inspections/suspicions/suspicions.ts';
import { isFinished } from '../../inspections/tasks/tasks.ts';
import { TRAINING_TASK } from '../../inspections/training/approved.ts';
import { lessonOf } from '../../inspections/training/lesson.ts';
import { COUNTED_FOR_SECONDS } from '../../inspections/training/tuning.ts';
import { judgingModels } from '../photos/judging-models.ts';

type LessonPorts = Pick<Ports, 'store' | 'photoModels'>;

const searchOf = <T extends TaskBrief>(tasks: readonly T[]) =>
  tasks.find(({ name }) => name === TRAINING_TASK);

/** After findings changed, in the same commit. Until damages were looked for there is nothing to review. */
export const askToNoteLesson = async (
  tx: Store,
  head: Pick<InspectionHead, 'id' | 'organization_id' | 'owner_id'>,
  tasks: readonly TaskBrief[],
): Promise<void> => {
  const search = searchOf(tasks);
  if (search && isFinished(search.status))
    await tx.jobs.send({ name: 'note-lesson', data: { inspection_id: head.id }, tenant: tenantOf(head) });
};

const labelsOf = async ({ organization_id }: Inspection, { lessons }: Store) => {
  if (organization_id === null) return null;
  const known = await lessons.soFar(organization_id, COUNTED_FOR_SECONDS);
  return (known ?? (await lessons.count(organization_id))).labels;
};

/** How many finds of only one of two versions there are, of those that stand side by side now. */
const differingIn = async (inspectionId: string, { modelVersions, sideBySides }: Store) => {
  const along = await modelVersions.lookingAlong();
  return along === null ? 0 : sideBySides.differingIn(inspectionId, along.version);
};

/** Without a lock: whatever changes meanwhile asks for a note of its own. */
export const noteLesson = async (
  { inspection_id }: { inspection_id: string },
  ports: LessonPorts,
): Promise<void> => {
  const { store } = ports;
  const inspection = await store.inspections.read(inspection_id, { deletedObjects: false, outlines: false });
  if (inspection === null) return;
  const { photoModels } = await judgingModels(ports, inspection);
  const { thresholds = {} } = (await photoModels.models()).damage ?? {};
  const asked = damageOptions(searchOf(inspection.tasks)?.arguments ?? {}).threshold;
  const lesson = lessonOf(inspection, {
    suspicions: listedSuspicions(await store.suspicions.list(inspection_id), inspection),
    threshold: thresholdFor(thresholds, asked),
    differing: await differingIn(inspection_id, store),
    labels: await labelsOf(inspection, store),
  });
  await store.lessons.put(inspection_id, lesson);
};

/** As many as one run of the hourly job can take. */
const AT_ONCE = 20_000;

/** Of inspections that were made before there was such a note, or whose note names a count that has changed. */
export const noteMissingLessons = async (ports: LessonPorts): Promise<number> => {
  const ids = await ports.store.lessons.withoutNote(AT_ONCE);
  for (const inspection_id of ids) await noteLesson({ inspection_id }, ports);
  return ids.length;
};
