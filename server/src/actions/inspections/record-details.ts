import type { Actor } from '../../inspections/access.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { Correction } from '../../inspections/records/findings/correction.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Json } from '../../inspections/records/json.ts';

type Said = Pick<Correction, 'action'> & { before?: Json; after?: Json };

/** What people said about the inspection itself stands in its history, apart from what they said about findings. */
export const recordDetails = (
  tx: Store,
  head: InspectionHead,
  actor: Actor,
  { action, before, after }: Said,
) =>
  tx.corrections.record({
    inspection_id: head.id,
    item_id: head.id,
    part_type: null,
    action,
    before: before ? { details: before } : null,
    after: after ? { details: after } : null,
    made_by: actor.user_id,
    made_by_name: actor.name ?? null,
  });
