import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store, TaskBrief } from '../../inspections/ports/store.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { isTemporary, Problem } from '../../inspections/problems/problem.ts';
import type { View } from '../../inspections/records/findings/view.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Json } from '../../inspections/records/json.ts';
import { assertMayLoseImage } from '../../inspections/tasks/tasks.ts';
import { TELL_DAMAGES } from '../../inspections/tasks/validation.ts';
import type { TaskStatus } from '../../inspections/vocabulary.ts';
import { withdrawValidations } from '../corrections/withdraw-validation.ts';
import { recordEvent } from '../events/record-event.ts';
import { assertId, inspectionToChange } from '../reach-inspection.ts';
import { reassess } from '../tasks/assess-damages.ts';

const imageToChange = async (tx: Store, head: InspectionHead, id: string): Promise<Image> => {
  assertId(id, 'image');
  const image = await tx.images.find(head.id, id);
  if (image === null || image.deleted_at !== null) throw notFound('image');
  return image;
};

/** All of it is replaced: the client that says so keeps in its own state what it sends. */
export const setImageData = (
  actor: Actor,
  input: { inspection_id: string; image_id: string; additional_data: Json },
  { store }: Ports,
): Promise<{ image: Image; views: View[] }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const image = await imageToChange(tx, head, input.image_id);
    await tx.images.setAdditionalData(image.id, input.additional_data);
    await recordEvent(tx, head, 'image.updated', { image_id: image.id });
    return {
      image: { ...image, additional_data: input.additional_data },
      views: await tx.findings.viewsOn(head.id, [image.id], { deleted: false }),
    };
  });

/** The statuses that the tasks of an image may have for it to be deleted all the same. */
type Guarded = { inspection_id: string; authorized_tasks_statuses: readonly TaskStatus[] };

const imageToDelete = async (
  tx: Store,
  head: InspectionHead,
  id: string,
  guard: Guarded,
  tasks: TaskBrief[],
) => {
  const image = await imageToChange(tx, head, id);
  const own = new Set(image.tasks.map(({ name }) => name));
  assertMayLoseImage(
    tasks.filter(({ name }) => own.has(name)),
    guard.authorized_tasks_statuses,
  );
  return image;
};

/** What was found on them goes with them. */
const remove = async (tx: Store, head: InspectionHead, actor: Actor, images: Image[]) => {
  const ids = images.map(({ id }) => id);
  await tx.images.markDeleted(head.id, ids);
  for (const image_id of ids) await recordEvent(tx, head, 'image.deleted', { image_id });
  const lookedAt = images.flatMap(({ tasks }) => tasks.map(({ name }) => name));
  await withdrawValidations(tx, head, actor, [...TELL_DAMAGES, ...lookedAt], 'images');
  await reassess(tx, head.id);
};

export const deleteImage = (
  actor: Actor,
  input: Guarded & { image_id: string },
  { store }: Ports,
): Promise<{ id: string; deleted: true }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const image = await imageToDelete(tx, head, input.image_id, input, await tx.tasks.briefs(head.id));
    await remove(tx, head, actor, [image]);
    return { id: image.id, deleted: true };
  });

export type DeletedImages = { deleted: string[]; failed: { image_id: string; reason: string }[] };

/** Those that can be deleted are; of each other one it is said why not. */
export const deleteImages = (
  actor: Actor,
  input: Guarded & { image_ids: string[] },
  { store }: Ports,
): Promise<DeletedImages> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const tasks = await tx.tasks.briefs(head.id);
    const failed: DeletedImages['failed'] = [];
    const gone: Image[] = [];
    for (const image_id of new Set(input.image_ids)) {
      try {
        gone.push(await imageToDelete(tx, head, image_id, input, tasks));
      } catch (error) {
        if (!(error instanceof Problem) || isTemporary(error) || error.kind === 'ours') throw error;
        failed.push({ image_id, reason: error.message });
      }
    }
    if (gone.length > 0) await remove(tx, head, actor, gone);
    return { deleted: gone.map(({ id }) => id), failed };
  });
