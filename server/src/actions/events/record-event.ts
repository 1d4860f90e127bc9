import type { Store } from '../../inspections/ports/store.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Json } from '../../inspections/records/json.ts';
import type { EventType } from '../../inspections/records/organization.ts';

/** In the transaction of what happened, so that nothing is told that did not happen, and nothing missed. */
export const recordEvent = (
  tx: Store,
  head: Pick<InspectionHead, 'id' | 'organization_id'>,
  type: EventType,
  data: Json = {},
) => tx.events.record({ inspection_id: head.id, organization_id: head.organization_id, type, data });
