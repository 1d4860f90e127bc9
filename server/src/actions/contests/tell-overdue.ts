/** The people of an organization are told once that a contest is not decided in the time they set. Nothing is decided by itself. */
import type { Store } from '../../inspections/ports/store.ts';
import { recordEvent } from '../events/record-event.ts';

const AT_ONCE = 1000;

export const tellOverdue = async (store: Store): Promise<number> => {
  let told = 0;
  for (const { id, inspection_id } of await store.contests.overdue(AT_ONCE))
    await store.transaction(async (tx) => {
      const head = await tx.inspections.lock(inspection_id);
      // Another worker may have told it, or somebody decided it, in the meantime.
      const contest = head && (await tx.contests.markOverdue(id));
      if (!head || !contest) return;
      const { damage_id, decide_until } = contest;
      await recordEvent(tx, head, 'contest.overdue', { contest_id: id, damage_id, decide_until });
      told += 1;
    });
  return told;
};
