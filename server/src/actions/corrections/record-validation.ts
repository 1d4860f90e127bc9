import type { Actor } from '../../inspections/access.ts';
import { modelsUsed } from '../../inspections/photos/models-used.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { FoundBy } from '../../inspections/records/findings/found-by.ts';
import type { Task } from '../../inspections/records/task.ts';

/** Who vouches for the results of a task, and which versions of the models they were made with. */
export type Vouching = { by: string; models: FoundBy[] };

/** A person vouches for the results of a task, which is an entry of the history. */
export const recordValidation = async (
  tx: Store,
  by: Actor,
  { id, inspection_id, name: task, status }: Task,
): Promise<Vouching> => {
  const inspection = await tx.inspections.read(inspection_id, { deletedObjects: false, outlines: false });
  const models = modelsUsed(inspection!);
  await tx.corrections.record({
    inspection_id,
    item_id: id,
    part_type: null,
    action: 'validated',
    before: { task, status },
    after: { task, status: 'VALIDATED', models },
    made_by: by.user_id,
    made_by_name: by.name ?? null,
  });
  return { by: by.user_id, models };
};
