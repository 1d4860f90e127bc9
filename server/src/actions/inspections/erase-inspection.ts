/**
 * Erasing for good. The inspection is hidden and the erasure written into the audit log in one commit; a job then
 * removes the rows, and after them the files, because whoever writes a file looks for its row afterwards. Every step
 * may be done twice, so a job that dies is simply run again. A task that is running is no reason to wait: it finds
 * the inspection gone at its next step.
 */
import { type Actor, tenantOf } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { ErasureReason } from '../../inspections/vocabulary.ts';
import { inspectionToChange } from '../reach-inspection.ts';
import { hideInspection } from './update-inspection.ts';

const begin = async (
  tx: Store,
  head: InspectionHead,
  { actor_id, reason }: { actor_id: string | null; reason: ErasureReason },
) => {
  if (head.deleted_at === null) await hideInspection(tx, head);
  const isNew = await tx.auditLog.record({
    organization_id: head.organization_id,
    action: 'inspection.erased',
    actor_id,
    inspection_id: head.id,
    details: { reason },
    completed: false,
  });
  const data = { inspection_id: head.id };
  if (isNew) await tx.jobs.send({ name: 'erase-inspection', data, tenant: tenantOf(head) });
};

export const eraseInspection = (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<{ id: string; deleted: true; erased: true }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx, { deleted: true });
    await begin(tx, head, { actor_id: actor.user_id, reason: 'request' });
    return { id: head.id, deleted: true, erased: true };
  });

export const finishErasure = async (
  { inspection_id: id }: { inspection_id: string },
  { store, photos }: Pick<Ports, 'store' | 'photos'>,
): Promise<void> => {
  await store.transaction(async (tx) => {
    await tx.inspections.lock(id);
    await tx.erasures.removeRows(id);
  });
  const folder = `inspections/${id}`;
  const files = await Array.fromAsync(photos.list(`${folder}/`));
  await store.erasures.noteFiles(id, files.length);
  await photos.removeFolder(folder);
  await store.erasures.complete(id);
};

/** As many as one hour can take. */
const AT_ONCE = 1000;

/** Begins what the organizations' retention asks for, and again what was begun and not finished. */
export const eraseDue = async ({ store }: Pick<Ports, 'store'>): Promise<number> => {
  // Each has waited for an hour already, so none waits for another of its organization.
  for (const inspection_id of await store.erasures.unfinished(AT_ONCE))
    await store.jobs.send({ name: 'erase-inspection', data: { inspection_id }, tenant: inspection_id });
  const due = await store.erasures.due(AT_ONCE);
  for (const id of due)
    await store.transaction(async (tx) => {
      const head = await tx.inspections.lock(id);
      if (head !== null) await begin(tx, head, { actor_id: null, reason: 'retention' });
    });
  return due.length;
};
