import type { Store } from '../../inspections/ports/store.ts';
import { limitReached } from '../../inspections/problems/requests.ts';

/** Inside a transaction that holds the inspection. Deleted ones count, or adding and deleting would have no end. */
export const assertRoomFor = async (
  what: 'damages' | 'views' | 'severities',
  inspectionId: string,
  { findings }: Store,
  limit: number,
) => {
  if ((await findings.countAdded(what, inspectionId)) >= limit)
    throw limitReached(
      `People can add at most ${limit} ${what} to an inspection, deleted ones included. Create another inspection for more.`,
    );
};
